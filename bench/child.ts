// A helper program of a measurement: takes orders and answers them one at a time.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

export type Helper = Awaited<ReturnType<typeof startHelper>>

export async function startHelper(file: string, prefix: string[]) {
  const [program, ...args] = [...prefix, process.execPath, join(import.meta.dirname, file)]
  const child = spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  await once(child, 'message')
  let last: Promise<unknown> = Promise.resolve()
  const ask = async (order: unknown) => {
    const answered = once(child, 'message')
    child.send(order as object)
    return (await answered)[0] as unknown
  }
  return {
    pid: child.pid as number,
    /** Answers come without a name: each order waits for the answer to the one before it. */
    order<Answer>(order: unknown): Promise<Answer> {
      last = last.then(() => ask(order))
      return last as Promise<Answer>
    },
    async stop() {
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** The helper's own side. */
export function takeOrders(work: (order: never) => Promise<unknown>) {
  const tell = (message: unknown) => process.send?.(message)
  process.on('message', (order) => void work(order as never).then(tell))
  process.on('disconnect', () => process.exit())
  tell('ready')
}
