import { type Refused, refuse } from './errors.ts'
import { type AtOnceName, type LimitName, limits, type RateName, type Table } from './limits.ts'

/** A person by id, or the address of somebody who is not known. */
export type Who = number | string
type Bucket = { left: number; at: number }

/** So many people or addresses are counted for each limit; the ones seen first are forgotten first. */
const MOST_COUNTED = 50_000
const AGAIN_SECONDS = 2

/**
 * Counts who has used how much of their limits. A rate is a bucket that refills evenly: all of it may be used at once,
 * then as much as comes in. Counted in memory, so that a refusal costs nothing.
 */
export class Budgets {
  readonly table: Table
  readonly #buckets = new Map<RateName, Map<Who, Bucket>>()
  readonly #running = new Map<AtOnceName, Map<Who, { running: number; queue: (() => void)[] }>>()
  /** How often each limit has refused somebody. */
  readonly refused = new Map<LimitName, number>()

  constructor(table: Table = limits) {
    this.table = table
    for (const name of Object.keys(table.rates) as RateName[]) this.#buckets.set(name, new Map())
    for (const name of Object.keys(table.atOnce) as AtOnceName[]) this.#running.set(name, new Map())
  }

  /** Counts one more if that is within the limit, and tells whether it is. */
  take(name: RateName, who: Who): boolean {
    const { most, seconds } = this.table.rates[name]
    const buckets = this.#buckets.get(name) as Map<Who, Bucket>
    const now = performance.now()
    const bucket = buckets.get(who)
    if (!bucket) {
      if (buckets.size >= MOST_COUNTED) buckets.delete(buckets.keys().next().value as Who)
      buckets.set(who, { left: most - 1, at: now })
      return most >= 1
    }
    bucket.left = Math.min(most, bucket.left + ((now - bucket.at) / 1000) * (most / seconds))
    bucket.at = now
    if (bucket.left < 1) return false
    bucket.left -= 1
    return true
  }

  /** Counts one more, or refuses it. */
  spend(name: RateName, who: Who) {
    if (!this.take(name, who)) throw this.refusal(name, this.#secondsUntil(name, who))
  }

  /** One of so many at a time, until the returned function is called. Refused where it would have to wait. */
  acquireNow(name: AtOnceName, who: Who): () => void {
    const places = this.#placesOf(name, who)
    if (places.running >= this.table.atOnce[name].most) throw this.refusal(name)
    places.running++
    return once(() => this.#release(name, who))
  }

  /** The same, but waits in a queue for a place; refused where that is full. */
  async acquire(name: AtOnceName, who: Who): Promise<() => void> {
    const { most, waiting } = this.table.atOnce[name]
    const places = this.#placesOf(name, who)
    if (places.running < most) places.running++
    else {
      if (places.queue.length >= waiting) throw this.refusal(name)
      await new Promise<void>((go) => places.queue.push(go))
    }
    return once(() => this.#release(name, who))
  }

  /** Work that waits for its place. */
  async withLimit<T>(name: AtOnceName, who: Who, work: () => T | Promise<T>): Promise<T> {
    const release = await this.acquire(name, who)
    try {
      return await work()
    } finally {
      release()
    }
  }

  /** So many places everybody has together. */
  running(name: AtOnceName): number {
    return [...(this.#running.get(name)?.values() ?? [])].reduce((all, { running }) => all + running, 0)
  }

  /** Counted, and worded, for whoever keeps the count elsewhere. */
  refusal(name: LimitName, seconds = AGAIN_SECONDS): Refused {
    this.refused.set(name, (this.refused.get(name) ?? 0) + 1)
    const { rates, stored, atOnce } = this.table
    const { sentence } = { ...rates, ...stored, ...atOnce }[name]
    return refuse('too_many', sentence, seconds)
  }

  #secondsUntil(name: RateName, who: Who): number {
    const { most, seconds } = this.table.rates[name]
    const { left = 0 } = this.#buckets.get(name)?.get(who) ?? {}
    return Math.max(1, Math.ceil(((1 - left) * seconds) / most))
  }

  #placesOf(name: AtOnceName, who: Who) {
    const all = this.#running.get(name) as Map<Who, { running: number; queue: (() => void)[] }>
    const known = all.get(who)
    if (known) return known
    const places = { running: 0, queue: [] }
    all.set(who, places)
    return places
  }

  /** The next one takes over the place: nobody comes in between. */
  #release(name: AtOnceName, who: Who) {
    const places = this.#placesOf(name, who)
    const next = places.queue.shift()
    if (next) return next()
    places.running--
    if (places.running === 0) this.#running.get(name)?.delete(who)
  }
}

const once = (work: () => void) => {
  let isDone = false
  return () => {
    if (isDone) return
    isDone = true
    work()
  }
}
