// Process trees under Linux: CPU and memory of each.
import { readdirSync, readFileSync } from 'node:fs'

/** A clock tick of /proc, in ms (100 a second on every Linux that Node runs on). */
const TICK_MS = 10

/** A process and all its descendants. */
export function treeOf(root: number): number[] {
  const parents = new Map(all().map((pid) => [pid, Number(statOf(pid)?.[1])]))
  const tree = [root]
  for (const pid of tree) for (const [child, parent] of parents) if (parent === pid) tree.push(child)
  return tree
}

/** Processes whose command line contains this text, such as a data folder. */
export function findProcesses(part: string): number[] {
  return all().filter((pid) => pid !== process.pid && read(`/proc/${pid}/cmdline`)?.includes(part))
}

/** CPU time used so far by a process, its threads included, in ms. */
export function cpuOf(pid: number): number {
  const stat = statOf(pid)
  return stat ? (Number(stat[11]) + Number(stat[12])) * TICK_MS : 0
}

/** Like `cpuOf`, but in µs and exact, and without threads that have ended. */
export const cpuExactlyOf = (pid: number): number =>
  threadsOf(pid).reduce((sum, thread) => {
    const ns = read(`/proc/${pid}/task/${thread}/schedstat`)?.split(' ')[0] ?? 0
    return sum + Number(ns) / 1_000
  }, 0)

/** CPU time of ended child processes, in ms. */
function cpuOfEnded(pid: number): number {
  const stat = statOf(pid)
  return stat ? (Number(stat[13]) + Number(stat[14])) * TICK_MS : 0
}

/** Resident memory in kB; 0 once it has ended. */
export const residentOf = (pid: number): number =>
  Number(/^VmRSS:\s+(\d+)/m.exec(read(`/proc/${pid}/status`) ?? '')?.[1] ?? 0)

/** Private memory in MB, without pages shared between processes; 0 once it has ended. */
export function privateOf(pid: number): number {
  const rollup = read(`/proc/${pid}/smaps_rollup`) ?? ''
  const sizes = [...rollup.matchAll(/^Private_(?:Clean|Dirty):\s+(\d+)/gm)].map(([, size]) => Number(size))
  return sizes.reduce((sum, size) => sum + size, 0) / 1_024
}

/** SIGKILL; processes that have already ended are ignored. */
export function kill(pids: readonly number[]) {
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  }
}

/** CPU time in µs. PostgreSQL workers that have ended are included: the kernel adds their time to their parent. */
export function serverAndDatabase(pid: number): { server: number; database: number } {
  const [, ...others] = treeOf(pid)
  const database = others.reduce((sum, one) => sum + cpuExactlyOf(one) + cpuOfEnded(one) * 1_000, 0)
  return { server: cpuExactlyOf(pid), database }
}

function threadsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`)
  } catch {
    return [] // the process has ended
  }
}

const all = () => readdirSync('/proc').map(Number).filter(Boolean)

/** Fields of /proc/<pid>/stat after the command, which may itself contain blanks and brackets. */
const statOf = (pid: number) => /\) (.*)/s.exec(read(`/proc/${pid}/stat`) ?? '')?.[1]?.split(' ')

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined // the process has ended
  }
}
