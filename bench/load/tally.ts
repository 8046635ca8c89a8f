// Outcomes of the calls, by kind and by the second in which they were planned.
import { share } from './deliveries.ts'
import type { Kind } from './model.ts'

type Times = {
  calls: number
  served: number
  /** Refused with 503 or 429, to be tried again. */
  deferred: number
  /** Any other status, or no answer. */
  failed: number
  /** Only served calls: from the planned time to the complete answer, in ms. */
  p50: number
  p99: number
}
export type TimingReport = { all: Times; kinds: Partial<Record<Kind, Times>>; seconds: Times[] }

class Counts {
  readonly times: number[] = []
  deferred = 0
  failed = 0

  add(status: number, ms: number) {
    if (status === 200 || status === 304) this.times.push(ms)
    else if (status === 503 || status === 429) this.deferred++
    else this.failed++
  }

  get told(): Times {
    const { times, deferred, failed } = this
    const [p50, p99] = [share(times, 0.5), share(times, 0.99)]
    return { calls: times.length + deferred + failed, served: times.length, deferred, failed, p50, p99 }
  }
}

export class Tally {
  readonly #all = new Counts()
  readonly #kinds = new Map<Kind, Counts>()
  readonly #seconds: Counts[] = []

  /** `planned`: since the beginning, in ms. */
  add(kind: Kind, status: number, ms: number, planned: number) {
    const second = Math.max(0, Math.floor(planned / 1_000))
    while (this.#seconds.length <= second) this.#seconds.push(new Counts())
    const ofKind = this.#kinds.get(kind) ?? new Counts()
    this.#kinds.set(kind, ofKind)
    for (const counts of [this.#all, ofKind, this.#seconds[second]]) counts?.add(status, ms)
  }

  told(): TimingReport {
    const kinds = Object.fromEntries([...this.#kinds].map(([kind, counts]) => [kind, counts.told]))
    return { all: this.#all.told, kinds, seconds: this.#seconds.map(({ told }) => told) }
  }
}
