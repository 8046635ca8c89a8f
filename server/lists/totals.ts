import { Cache } from '#server/live/cache.ts'
import type { News } from '#server/live/news.ts'
import { LONGEST_MS } from './list-memory.ts'

/** How many rows a list has behind its filter: numbers that cost a scan to count, by list and filter. */
export const totalsOf = (news: News) => new Cache<number>(news, { entries: 5_000, lasts: LONGEST_MS })
