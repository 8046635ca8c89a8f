import type { News } from './news.ts'
import { Remembered } from './remembered.ts'

/** Values that cost something to find and rarely change, kept until a fact behind them does. */
export type Recall<Value> = { known: Value | undefined; keep(value: Value): void }

export class Recalled<Value> {
  readonly #news: News
  readonly #remembered: Remembered<Value>

  constructor(news: News, limit: number) {
    this.#news = news
    this.#remembered = new Remembered<Value>(limit)
    news.listen({
      changed: (fact) => this.#remembered.forget(fact),
      lost: () => this.#remembered.forgetAll(),
    })
  }

  /** Ask before reading: what changes while that is under way is not kept. */
  recall(key: string, facts: readonly string[]): Recall<Value> {
    const asOf = this.#news.count
    return {
      known: this.#news.heard ? this.#remembered.get(key) : undefined,
      keep: (value) => {
        if (!this.#news.heard || this.#news.changedSince(asOf, facts)) return
        this.#remembered.set(key, value, facts, Number.POSITIVE_INFINITY)
      },
    }
  }
}
