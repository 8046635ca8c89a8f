// R13: a login against the one computation that it cannot do without.

import { startHelper } from '#measure/child.ts'
import { measuredCore } from '#measure/cores.ts'
import type { Figure } from '#measure/figures.ts'
import { logIn } from '#measure/log-in.ts'
import { cpuDuring } from '#measure/processes.ts'
import { inPairs } from '#measure/statistics.ts'
import type { Product } from './product.ts'
import type { Effort } from './read-ratio.ts'

/** Logins of a block: some 0.5 s, so that a clock tick of 10 ms weighs little. */
const TIMES = 20

export async function login({ pid, ask }: Product, { pairs }: Effort): Promise<Figure[]> {
  const floor = await startHelper(new URL('one-argon2.ts', import.meta.url), measuredCore)
  const logIns = async () => {
    for (let times = 0; times < TIMES; times++) await logIn(ask)
  }
  const product = async () => (await cpuDuring(pid, logIns)) / TIMES
  const baseline = async () => (await cpuDuring(floor.pid, () => floor.order(TIMES))) / TIMES
  await product()
  await baseline()
  const compared = await inPairs(pairs, product, baseline)
  await floor.stop()
  return [{ figure: 'R13 login', unit: 'µs CPU', goal: 1.1, ...compared }]
}
