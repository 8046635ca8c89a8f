import type { Caller } from '#server/caller.ts'
import { type Refused, refuse } from '../errors.ts'
import {
  type AtOnceName,
  type LimitName,
  limits,
  type Pace,
  type PaceName,
  type RateName,
  type Table,
} from './limits.ts'

/** A person by id, or the address of somebody who is not known. */
export type Who = number | string
/** What a token asks is counted for itself: its owner has all of their own beside it. */
export const whoseBudget = ({ id, token }: Pick<Caller, 'id' | 'token'>): Who =>
  token ? `token ${token.id}` : id
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
  readonly #buckets = new Map<RateName | PaceName, Map<Who, Bucket>>()
  readonly #running = new Map<AtOnceName, Map<Who, { running: number; queue: (() => void)[] }>>()
  /** How often each limit has refused somebody. */
  readonly refused = new Map<LimitName, number>()

  constructor(table: Table = limits) {
    this.table = table
    for (const name of [...Object.keys(table.rates), ...Object.keys(table.paces)] as (RateName | PaceName)[])
      this.#buckets.set(name, new Map())
    for (const name of Object.keys(table.atOnce) as AtOnceName[]) this.#running.set(name, new Map())
  }

  /** Counts one more if that is within the limit, and tells whether it is. */
  take(name: RateName, who: Who): boolean {
    const bucket = this.#refilled(name, who, this.table.rates[name])
    if (bucket.left < 1) return false
    bucket.left -= 1
    return true
  }

  /** Counts one more, or what is worth several, and tells how long it has to wait, in ms. */
  delay(name: PaceName, who: Who, worth = 1): number {
    const pace = this.table.paces[name]
    const bucket = this.#refilled(name, who, pace)
    bucket.left -= worth
    return Math.max(0, -bucket.left * (pace.seconds / pace.most) * 1000)
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

  #refilled(name: RateName | PaceName, who: Who, { most, seconds }: Pace): Bucket {
    const buckets = this.#buckets.get(name) as Map<Who, Bucket>
    const now = performance.now()
    const known = buckets.get(who)
    if (known) {
      known.left = Math.min(most, known.left + ((now - known.at) / 1000) * (most / seconds))
      known.at = now
      return known
    }
    if (buckets.size >= MOST_COUNTED) buckets.delete(buckets.keys().next().value as Who)
    const bucket = { left: most, at: now }
    buckets.set(who, bucket)
    return bucket
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
