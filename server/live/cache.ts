// Values kept in memory until one of the facts they rest on changes: exact, at once. This is the only place that knows how
// a change that happens while a value is being read keeps that value out: whoever reads notes `asOf` first, and `keep`
// compares. While the news of other nodes cannot be received nothing is kept and nothing given. When there are too many
// values the oldest go first.
import type { News } from './news.ts'

type Kept<Value> = { value: Value; facts: readonly string[]; until: number }

type Keeping = {
  /** `cache.asOf` from before the value was read. */
  asOf: number
  facts: readonly string[]
  /** A moment of `performance.now()`, which no change of the clock moves; without it there is no end. */
  until?: number
}

export class Cache<Value> {
  readonly #news: Pick<News, 'isListening' | 'count' | 'changedSince' | 'listen'>
  readonly #most: number
  readonly #entries = new Map<string, Kept<Value>>()
  readonly #byFact = new Map<string, Set<string>>()

  /** `most`: how many values. */
  constructor(news: Pick<News, 'isListening' | 'count' | 'changedSince' | 'listen'>, most: number) {
    this.#news = news
    this.#most = most
    news.listen({
      changed: (fact) => {
        for (const key of this.#byFact.get(fact) ?? []) this.#drop(key)
      },
      lost: () => {
        this.#entries.clear()
        this.#byFact.clear()
      },
    })
  }

  /** The moment at which a reading begins: how many changes this node has received. */
  get asOf(): number {
    return this.#news.count
  }

  get(key: string): Value | undefined {
    const kept = this.#news.isListening ? this.#entries.get(key) : undefined
    if (!kept) return undefined
    if (kept.until > performance.now()) return kept.value
    this.#drop(key)
    return undefined
  }

  /** Keeps a value, unless one of its facts has changed since the reading began. */
  keep(key: string, value: Value, { asOf, facts, until = Number.POSITIVE_INFINITY }: Keeping) {
    if (!this.#news.isListening || this.#news.changedSince(asOf, facts)) return
    this.#drop(key)
    if (this.#entries.size >= this.#most) this.#drop(this.#entries.keys().next().value as string)
    this.#entries.set(key, { value, facts, until })
    for (const fact of facts) this.#byFact.set(fact, (this.#byFact.get(fact) ?? new Set()).add(key))
  }

  #drop(key: string) {
    const kept = this.#entries.get(key)
    if (!kept) return
    this.#entries.delete(key)
    for (const fact of kept.facts) {
      const keys = this.#byFact.get(fact)
      keys?.delete(key)
      if (keys?.size === 0) this.#byFact.delete(fact)
    }
  }
}
