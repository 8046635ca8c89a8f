import { Cache } from '#server/live/cache.ts'
import type { News } from '#server/live/news.ts'

/** So what is changed past the news, as by hand, is seen after so long. */
const LONGEST_MS = 600_000

/** How many rows a list has behind its filter: numbers that cost a scan to count, by list and filter. */
export const totalsOf = (news: News) => new Cache<number>(news, { entries: 5_000, lasts: LONGEST_MS })
