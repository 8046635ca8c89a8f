/**
 * Answers kept in memory until one of the facts they rest on changes: no time limit, exact invalidation.
 * A fact is a short name such as `user:7`. While the news of other nodes cannot be heard, nothing is remembered.
 * When there are too many, or together too large ones, those kept longest go first.
 */
type Entry<Value> = { value: Value; facts: readonly string[]; until: number; weight: number }

/** For values that differ in size: what one takes in bytes, and how much all may take. */
type Size<Value> = { bytes: number; weigh: (value: Value) => number }

export class Remembered<Value> {
  readonly #entries = new Map<string, Entry<Value>>()
  readonly #byFact = new Map<string, Set<string>>()
  readonly #limit: number
  readonly #size: Size<Value>
  #bytes = 0

  constructor(limit: number, size: Size<Value> = { bytes: Number.POSITIVE_INFINITY, weigh: () => 0 }) {
    this.#limit = limit
    this.#size = size
  }

  get size(): number {
    return this.#entries.size
  }

  /** What the values take, where they are weighed. */
  get bytes(): number {
    return this.#bytes
  }

  get(key: string): Value | undefined {
    const entry = this.#entries.get(key)
    if (!entry) return undefined
    if (entry.until > performance.now()) return entry.value
    this.#drop(key)
    return undefined
  }

  /** `until` is a moment of `performance.now()`, which no change of the clock moves. */
  set(key: string, value: Value, facts: readonly string[], until: number) {
    this.#drop(key)
    const weight = this.#size.weigh(value)
    if (weight > this.#size.bytes) return
    while (this.#entries.size >= this.#limit || this.#bytes + weight > this.#size.bytes)
      this.#drop(this.#entries.keys().next().value as string)
    this.#entries.set(key, { value, facts, until, weight })
    this.#bytes += weight
    for (const fact of facts) {
      const keys = this.#byFact.get(fact)
      if (keys) keys.add(key)
      else this.#byFact.set(fact, new Set([key]))
    }
  }

  forget(fact: string) {
    for (const key of this.#byFact.get(fact) ?? []) this.#drop(key)
  }

  forgetAll() {
    this.#entries.clear()
    this.#byFact.clear()
    this.#bytes = 0
  }

  #drop(key: string) {
    const entry = this.#entries.get(key)
    if (!entry) return
    this.#entries.delete(key)
    this.#bytes -= entry.weight
    for (const fact of entry.facts) {
      const keys = this.#byFact.get(fact)
      keys?.delete(key)
      if (keys?.size === 0) this.#byFact.delete(fact)
    }
  }
}
