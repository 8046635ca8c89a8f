// Values kept in memory until one of the facts they rest on changes: no time limit, exact invalidation. A fact is a
// short name such as `user:7`. This is the only place that knows how a change that happens while a value is being
// read keeps that value out: whoever reads notes `asOf` first, and `keep` compares. While the news of other nodes
// cannot be received nothing is kept and nothing given. When there are too many values, or too large ones in all, the
// oldest go first.
import type { News } from './news.ts'

type Limits<Value> = {
  /** How many values. */
  entries: number
  /** How much all may take together, and what one takes, in bytes: for values that differ in size. */
  bytes?: number
  weigh?: (value: Value) => number
  /** How long an entry lasts at most, in ms, as what is changed past the news is never told. */
  lasts?: number
}
/** `until`: in whole seconds; a number with a fraction would be an object of its own for the garbage collector. */
type Kept<Value> = { value: Value; facts: readonly string[]; until: number; weight: number }
const NEVER = 2 ** 31 - 1

type Keeping = {
  /** `cache.asOf` from before the value was read. */
  asOf: number
  facts: readonly string[]
  /** A moment of `performance.now()`, which no change of the clock moves; without it there is no end. */
  until?: number
}

/** One value, looked at before it is read: what changes while that is under way is known to this reading alone. */
export type CacheEntry<Value> = { known: Value | undefined; keep(value: Value): void }

export class Cache<Value> {
  readonly #news: Pick<News, 'isListening' | 'count' | 'changedSince' | 'listen'>
  readonly #limits: Required<Limits<Value>>
  readonly #entries = new Map<string, Kept<Value>>()
  /** Most facts are those of one value. */
  readonly #byFact = new Map<string, string | Set<string>>()
  #bytes = 0

  constructor(
    news: Pick<News, 'isListening' | 'count' | 'changedSince' | 'listen'>,
    { entries, bytes = Number.POSITIVE_INFINITY, weigh = () => 0, lasts = Infinity }: Limits<Value>,
  ) {
    this.#news = news
    this.#limits = { entries, bytes, weigh, lasts }
    news.listen({
      changed: (fact) => this.#forget(fact),
      lost: () => this.clear(),
    })
  }

  get size(): number {
    return this.#entries.size
  }

  /** Bytes that the values take, if they are weighed. */
  get bytes(): number {
    return this.#bytes
  }

  /** The moment at which a reading begins: how many changes this node has received. */
  get asOf(): number {
    return this.#news.count
  }

  /** True if a read that began then is still up to date, as far as this node knows. */
  isCurrent(asOf: number): boolean {
    return this.#news.isListening && asOf === this.#news.count
  }

  get(key: string): Value | undefined {
    if (!this.#news.isListening) return undefined
    const kept = this.#entries.get(key)
    if (!kept) return undefined
    // Most have no end, and to ask for the time is half of what this costs.
    if (kept.until === NEVER || kept.until > now()) return kept.value
    this.#drop(key)
    return undefined
  }

  /** Keeps a value, unless one of its facts has changed since the reading began. */
  keep(key: string, value: Value, { asOf, facts, until }: Keeping) {
    if (!this.#news.isListening || this.#news.changedSince(asOf, facts)) return
    this.#drop(key)
    const weight = this.#limits.weigh(value)
    if (weight > this.#limits.bytes) return
    while (this.#entries.size >= this.#limits.entries || this.#bytes + weight > this.#limits.bytes)
      this.#drop(this.#entries.keys().next().value as string)
    const ends = until === undefined ? NEVER : Math.min(NEVER, Math.floor(until / 1_000))
    this.#entries.set(key, { value, facts, until: ends, weight })
    this.#bytes += weight
    for (const fact of facts) {
      const keys = this.#byFact.get(fact)
      if (keys === undefined) this.#byFact.set(fact, key)
      else if (typeof keys !== 'string') keys.add(key)
      else if (keys !== key) this.#byFact.set(fact, new Set([keys, key]))
    }
  }

  /** Ask for it before reading. */
  entry(key: string, facts: readonly string[]): CacheEntry<Value> {
    const { asOf } = this
    const entry: CacheEntry<Value> = {
      known: this.get(key),
      keep: (value) => {
        entry.known = value
        this.keep(key, value, { asOf, facts, until: performance.now() + this.#limits.lasts })
      },
    }
    return entry
  }

  /** One value, whatever it rests on. */
  forget(key: string) {
    this.#drop(key)
  }

  #forget(fact: string) {
    const keys = this.#byFact.get(fact)
    if (typeof keys === 'string') this.#drop(keys)
    else for (const key of keys ?? []) this.#drop(key)
  }

  /** All of it. */
  clear() {
    this.#entries.clear()
    this.#byFact.clear()
    this.#bytes = 0
  }

  #drop(key: string) {
    const kept = this.#entries.get(key)
    if (!kept) return
    this.#entries.delete(key)
    this.#bytes -= kept.weight
    for (const fact of kept.facts) {
      const keys = this.#byFact.get(fact)
      if (typeof keys !== 'string') keys?.delete(key)
      if (keys === key || (typeof keys === 'object' && keys.size === 0)) this.#byFact.delete(fact)
    }
  }
}

/** In seconds, like `until`. */
const now = () => performance.now() / 1_000
