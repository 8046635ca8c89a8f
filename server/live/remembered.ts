/**
 * Answers kept in memory until one of the facts they rest on changes: no time limit, exact invalidation.
 * A fact is a short name such as `user:7`. While the news of other nodes cannot be heard, nothing is remembered.
 */
export class Remembered<Value> {
  readonly #entries = new Map<string, { value: Value; facts: readonly string[]; until: number }>()
  readonly #byFact = new Map<string, Set<string>>()
  readonly #limit: number

  constructor(limit: number) {
    this.#limit = limit
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
    if (this.#entries.size >= this.#limit) this.#drop(this.#entries.keys().next().value as string)
    this.#entries.set(key, { value, facts, until })
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
  }

  #drop(key: string) {
    const entry = this.#entries.get(key)
    if (!entry) return
    this.#entries.delete(key)
    for (const fact of entry.facts) {
      const keys = this.#byFact.get(fact)
      keys?.delete(key)
      if (keys?.size === 0) this.#byFact.delete(fact)
    }
  }
}
