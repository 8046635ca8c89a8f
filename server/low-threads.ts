// Passwords are hashed by the runtime's own threads: these stand behind the thread that answers everybody, so that a
// flood of logins takes only the time that nobody else wants. On Linux, where a thread can have a priority of its
// own; elsewhere they compete as they come.
import { readdir, readFile } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'

const NAME = 'libuv-worker'
/** Passwords that are hashed at once leave some for files and the rest. */
const THREADS = 8
/** They take their names one by one after the first work, in ms. */
const AGAIN = 5
const TRIES = 40

/** Answers how many there are. Call it before anything else is read. */
export async function lowerThreads(): Promise<number> {
  process.env['UV_THREADPOOL_SIZE'] ??= String(THREADS)
  if (process.platform !== 'linux') return 0
  const expected = Number(process.env['UV_THREADPOOL_SIZE'])
  let lowered = 0
  for (let tries = 0; tries < TRIES && lowered < expected; tries++) {
    if (tries > 0) await sleep(AGAIN)
    lowered = 0
    for (const task of await readdir(TASKS)) {
      if (!(await isWorker(task))) continue
      setPriority(Number(task), constants.priority.PRIORITY_BELOW_NORMAL)
      lowered++
    }
  }
  return lowered
}

const TASKS = '/proc/self/task'

const isWorker = (task: string) =>
  readFile(`${TASKS}/${task}/comm`, 'utf8').then(
    (name) => name.trim() === NAME,
    () => false, // it has gone meanwhile
  )
