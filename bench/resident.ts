// How much memory a process holds, as Linux tells it.
import { readFileSync } from 'node:fs'

/** In kB. */
export const residentOf = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0)
