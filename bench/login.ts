// R13: a login against the one computation that it cannot do without.
import { json } from '#proof/ask.ts'
import type { Figure } from '#proof/figures.ts'
import { adminPassword } from '#proof/real-server.ts'
import { startHelper } from './child.ts'
import { cpuDuring } from './cpu.ts'
import { inPairs } from './paired.ts'
import { measuredCore } from './pinned.ts'
import type { Product } from './product.ts'
import type { Effort } from './read-ratio.ts'

/** Logins of a block: some 0.5 s, so that a clock tick of 10 ms weighs little. */
const TIMES = 20

export async function login({ pid, ask }: Product, { pairs }: Effort): Promise<Figure[]> {
  const floor = await startHelper('one-argon2.ts', measuredCore)
  const body = JSON.stringify({ username: 'admin', password: adminPassword })
  const logIn = async () => {
    for (let times = 0; times < TIMES; times++) {
      const { status } = await ask({ method: 'POST', path: '/auth/login/', headers: json, body })
      if (status !== 200) throw new Error(`a login is answered ${status}`)
    }
  }
  const product = async () => (await cpuDuring(pid, logIn)) / TIMES
  const baseline = async () => (await cpuDuring(floor.pid, () => floor.order(TIMES))) / TIMES
  await product()
  await baseline()
  const compared = await inPairs(pairs, product, baseline)
  await floor.stop()
  return [{ figure: 'R13 login', unit: 'µs CPU', goal: 1.1, ...compared }]
}
