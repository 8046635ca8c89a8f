import type { News } from './news.ts'
import { type Recall, Recalled } from './recalled.ts'

/** Numbers that cost a scan to count: how many rows a list has behind its filter. */
export type Total = Recall<number>

export class Totals extends Recalled<number> {
  constructor(news: News) {
    super(news, 5_000)
  }
}
