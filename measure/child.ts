// A helper process of a measurement: takes orders and answers them one at a time.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'

type Reply = { value?: unknown; failure?: string }
export type Helper = Awaited<ReturnType<typeof startHelper>>

/** `prefix`: arguments before the program, e.g. for `taskset`. */
export async function startHelper(program: URL, prefix: readonly string[] = []) {
  const file = basename(program.pathname)
  const [command, ...args] = [...prefix, process.execPath, fileURLToPath(program)]
  const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const exit = once(child, 'exit')
  const ended = exit.then(() => Promise.reject(new Error(`${file} ended before it answered`)))
  ended.catch(() => {}) // no unhandled rejection if it ends after the last answer
  const answer = async () => {
    const [{ value, failure }] = (await Promise.race([once(child, 'message'), ended])) as [Reply]
    if (failure !== undefined) throw new Error(`${file}: ${failure}`)
    return value
  }
  await answer()
  let last: Promise<unknown> = Promise.resolve()
  const ask = (order: unknown) => {
    const answered = answer()
    child.send(order as object, () => {}) // if the child has ended, `answered` rejects
    return answered
  }
  return {
    pid: child.pid as number,
    /** Answers carry no id, so each order waits for the previous answer. */
    order<Value>(order: unknown): Promise<Value> {
      last = last.then(() => ask(order))
      return last as Promise<Value>
    },
    async stop() {
      child.kill('SIGKILL')
      await exit
    },
  }
}

/** Runs in the helper: carries out each order, and sends back its value or failure. */
export function serveOrders(work: (order: never) => Promise<unknown>) {
  const tell = (reply: Reply) => process.send?.(reply)
  const obey = async (order: unknown) => {
    try {
      tell({ value: await work(order as never) })
    } catch (error) {
      tell({ failure: String(error) })
    }
  }
  process.on('message', (order) => void obey(order))
  process.on('disconnect', () => process.exit())
  tell({ value: 'ready' })
}
