// Clients that send changes all the time, and one that polls `/health/ready` like a load balancer. Records how
// long they wait and what they are answered.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Ask } from '#measure/ask.ts'

type Seen = { at: number; ms: number; status: number; path: string }
const EVERY_MS = 25
const WORKERS = 30

/** Thirty clients at once, which is more than the connections to the database. */
export function visit(ask: Ask, cookie: string) {
  const seen: Seen[] = []
  const made: string[] = []
  const over = new AbortController()
  const one = async (worker: number) => {
    for (let number = 0; !over.signal.aborted; number++) {
      const name = `P${worker}-${number}-${Math.trunc(performance.now())}`
      const isLook = worker === 0
      const path = isLook ? '/health/ready' : `/groups/custom/${name}/`
      const at = performance.now()
      const status = await ask({ method: isLook ? 'GET' : 'PUT', path, cookie }).then(
        (answer) => answer.status,
        () => 0,
      )
      seen.push({ at, ms: performance.now() - at, status, path })
      if (status === 200 && !isLook) made.push(name)
      await sleep(EVERY_MS)
    }
  }
  const all = Promise.all(Array.from({ length: WORKERS }, (_, worker) => one(worker)))
  return {
    /** Names that were acknowledged. */
    made,
    /** Answers that were neither a success nor the refusal with 503. */
    odd: () => seen.filter(({ status }) => status !== 200 && status !== 503),
    refused: () => seen.filter(({ status }) => status === 503),
    longestRefusal: () => Math.max(0, ...seen.filter(({ status }) => status !== 200).map(({ ms }) => ms)),
    /** Time in ms from `moment` until the server is ready, changes succeed, and nothing is refused any more. */
    wellAfter(moment: number): number {
      const firstWell = (isLook: boolean) =>
        seen.find(
          ({ at, status, path }) => at >= moment && status === 200 && path.startsWith('/health') === isLook,
        )
      const ends = [firstWell(true), firstWell(false)].map((one) =>
        one ? one.at + one.ms : Number.POSITIVE_INFINITY,
      )
      // A success between refusals does not count as recovered.
      const lastRefused = Math.max(
        moment,
        ...seen.filter(({ status }) => status !== 200).map(({ at, ms }) => at + ms),
      )
      return Math.max(...ends, lastRefused) - moment
    },
    async end() {
      over.abort()
      await all
    },
  }
}
