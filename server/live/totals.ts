import type { News } from './news.ts'
import { Remembered } from './remembered.ts'

/**
 * Numbers that cost a scan to count and rarely change: how many rows a list has behind its filter.
 * They are kept until a fact behind them changes, like everything remembered.
 */
export type Total = { known: number | undefined; keep(total: number): void }

export class Totals {
  readonly #news: News
  readonly #remembered = new Remembered<number>(5_000)

  constructor(news: News) {
    this.#news = news
    news.listen({
      changed: (fact) => this.#remembered.forget(fact),
      lost: () => this.#remembered.forgetAll(),
    })
  }

  /** Ask before reading: what changes while a count is under way is not kept. */
  recall(key: string, facts: readonly string[]): Total {
    const asOf = this.#news.count
    return {
      known: this.#news.heard ? this.#remembered.get(key) : undefined,
      keep: (total) => {
        if (!this.#news.heard || this.#news.changedSince(asOf, facts)) return
        this.#remembered.set(key, total, facts, Number.POSITIVE_INFINITY)
      },
    }
  }
}
