// Work beside the server for which nobody waits: it takes what others leave, and of the cores one alone.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setPriority } from 'node:os'

export const LEAST = 19

/** This process, and all that it begins from now on. Where the system has no tools for more, the priority has to do. */
export function stepBack() {
  setPriority(LEAST)
  const own = String(process.pid)
  spawnSync('chrt', ['-i', '-a', '-p', '0', own])
  const core = lastCore()
  if (core) spawnSync('taskset', ['-a', '-c', '-p', core, own])
}

/** Of those that we may use: a container has not all of the machine's. The system writes them as `0-3,6`. */
function lastCore(): string | undefined {
  try {
    const lines = readFileSync('/proc/self/status', 'utf8').split('\n')
    const ours = lines.find((line) => line.startsWith('Cpus_allowed_list:'))
    return ours?.split(/[^0-9]/).at(-1)
  } catch {
    return undefined
  }
}
