// CPU that a piece of work costs a program and everything that it has started, its database included.
import { cpuOf, treeOf } from '#proof/processes.ts'

/** In microseconds. */
export async function cpuDuring(pid: number, work: () => Promise<unknown>): Promise<number> {
  const before = new Map(treeOf(pid).map((one) => [one, cpuOf(one)]))
  await work()
  const spent = treeOf(pid).map((one) => cpuOf(one) - (before.get(one) ?? 0))
  return spent.reduce((sum, ms) => sum + ms, 0) * 1_000
}
