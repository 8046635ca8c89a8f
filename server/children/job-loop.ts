// The child's side: processes jobs one after another until the server closes the channel or disappears.
export type MessageToServer = { wants: 'input' } | { output: unknown } | { done: true; rss: number }
export type MessageToChild = { input: unknown } | { end: true } | { taken: true }

/** Exit code for input that cannot be processed; any other one is a fault of the child. */
export const INVALID_INPUT_EXIT_CODE = 65

export type JobHandler<Input> = (input: AsyncGenerator<Input, void, undefined>) => AsyncIterable<unknown>

/** `tidy` runs before the process ends. */
export async function doJobs<Input>(
  work: JobHandler<Input>,
  tidy: () => Promise<unknown> = async () => {},
): Promise<never> {
  // Ignored: a terminal or systemd signals the whole process group, but a child ends when the server closes the
  // channel.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
  process.on('disconnect', () => void tidy().finally(() => process.exit()))
  let arrived = Promise.withResolvers<MessageToChild>()
  let taken = Promise.withResolvers<void>()
  process.on('message', (message: MessageToChild) => {
    if ('taken' in message) taken.resolve()
    else arrived.resolve(message)
  })
  const ask = () => {
    arrived = Promise.withResolvers()
    sendToServer({ wants: 'input' })
    return arrived.promise
  }
  // The next value is requested before the present one is processed, so that server and child work in
  // parallel.
  let next = ask()
  async function* input() {
    for (let message = await next; 'input' in message; message = await next) {
      next = ask()
      yield message.input as Input
    }
  }
  for (;;) {
    await next
    for await (const output of work(input())) {
      taken = Promise.withResolvers()
      sendToServer({ output })
      await taken.promise
    }
    // Unread input must not leak into the next job.
    for await (const rest of input()) void rest
    sendToServer({ done: true, rss: process.memoryUsage.rss() })
    next = ask()
  }
}

/** Ignores errors: if the server is gone, the 'disconnect' handler ends this process. */
const sendToServer = (message: MessageToServer) => process.send?.(message, undefined, undefined, () => {})
