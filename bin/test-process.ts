// A process of the test run: its output is kept, it ends at a deadline, and with the run.
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'

export type Ended = { code: number | string; output: string; seconds: number }

const living = new Set<ChildProcess>()

/** Each process would compile the sources of the whole server anew: a second of a core for every file of tests. */
const COMPILED = { NODE_COMPILE_CACHE: join(import.meta.dirname, '../node_modules/.cache/kontor/compiled') }

/** Runs Node with these arguments; `code` is 'late' when the time was over, or the signal's name. */
export function runToEnd(args: string[], cwd: string, milliseconds: number): Promise<Ended> {
  const begin = performance.now()
  // a group of its own, so that what it has started ends with it
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...COMPILED, ...process.env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  living.add(child)
  let late = false
  const deadline = setTimeout(() => {
    late = true
    killGroup(child)
  }, milliseconds)
  let output = ''
  for (const pipe of [child.stdout, child.stderr]) {
    pipe.setEncoding('utf8').on('data', (piece: string) => {
      output += piece
    })
  }
  return new Promise((done) => {
    const end = (code: number | string) => {
      clearTimeout(deadline)
      living.delete(child)
      done({ code: late ? 'late' : code, output, seconds: (performance.now() - begin) / 1000 })
    }
    child.once('error', (error) => end(String(error)))
    child.once('exit', (code, signal) => {
      // the pipes may be held open by a grandchild that nobody waits for
      setTimeout(() => end(code ?? signal ?? 'unknown'), 20)
    })
  })
}

export function killAll(): void {
  for (const child of living) killGroup(child)
}

function killGroup({ pid }: ChildProcess): void {
  try {
    if (pid) process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL')
  } catch {
    // it has just ended by itself
  }
}
