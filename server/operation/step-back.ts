// Work beside the server for which nobody waits: it takes what others leave, and of the cores one alone.
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'

export const LEAST = 19

/** This process, and all that it begins from now on. Where the system has no tools for more, the priority has to do. */
export function stepBack() {
  setPriority(LEAST)
  const own = String(process.pid)
  spawnSync('chrt', ['-i', '-a', '-p', '0', own])
  const core = lastCore()
  if (core) spawnSync('taskset', ['-a', '-c', '-p', core, own])
  if (leadsSession()) stepSessionBack(process.pid)
}

/**
 * Where the system shares its cores among sessions first, a priority counts only within one, and each process of
 * PostgreSQL has its own. The session of this process takes what the others leave.
 */
export function stepSessionBack(pid: number) {
  try {
    writeFileSync(`/proc/${pid}/autogroup`, String(LEAST))
  } catch {
    // This system shares in another way, or the process is not ours.
  }
}

/** Otherwise others would step back with us. After the name, in brackets, the session is the fourth. */
function leadsSession(): boolean {
  try {
    const line = readFileSync('/proc/self/stat', 'utf8')
    return line.slice(line.lastIndexOf(')') + 2).split(' ')[3] === String(process.pid)
  } catch {
    return false
  }
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
