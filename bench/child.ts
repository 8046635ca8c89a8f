// A helper program of a measurement: takes orders and answers them one at a time.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

export type Helper = Awaited<ReturnType<typeof startHelper>>

export async function startHelper(file: string, prefix: string[]) {
  const [program, ...args] = [...prefix, process.execPath, join(import.meta.dirname, file)]
  const child = spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  await once(child, 'message')
  return {
    pid: child.pid as number,
    async order<Answer>(order: unknown): Promise<Answer> {
      const answered = once(child, 'message')
      child.send(order as object)
      const [answer] = (await answered) as [Answer]
      return answer
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
