// The child's side: does one job after another, until the server goes or closes the channel.
export type ToServer = { wants: 'input' } | { output: unknown } | { done: true; rss: number }
export type ToChild = { input: unknown } | { end: true } | { taken: true }

/** Exit code of a child that could do nothing with its input; any other end is a fault of its own. */
export const UNFIT = 65

export type Work<Input> = (input: AsyncGenerator<Input, void, undefined>) => AsyncIterable<unknown>

/** `tidy` clears away what may not stay behind when the process ends. */
export async function doJobs<Input>(
  work: Work<Input>,
  tidy: () => Promise<unknown> = async () => {},
): Promise<never> {
  // A terminal and systemd signal everybody; the server then closes the channel.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
  process.on('disconnect', () => void tidy().finally(() => process.exit()))
  let arrived = Promise.withResolvers<ToChild>()
  let taken = Promise.withResolvers<void>()
  process.on('message', (message: ToChild) => {
    if ('taken' in message) taken.resolve()
    else arrived.resolve(message)
  })
  const ask = () => {
    arrived = Promise.withResolvers()
    tell({ wants: 'input' })
    return arrived.promise
  }
  // One value ahead: the server makes it while this one is worked on.
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
      tell({ output })
      await taken.promise
    }
    // What the work did not take must not begin the next job.
    for await (const rest of input()) void rest
    tell({ done: true, rss: process.memoryUsage.rss() })
    next = ask()
  }
}

/** The server may be gone. */
const tell = (message: ToServer) => process.send?.(message, undefined, undefined, () => {})
