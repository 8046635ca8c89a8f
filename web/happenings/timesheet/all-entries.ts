import { queryOptions } from '@tanstack/react-query'
import type { TimeEntry } from '#contract/times.ts'
import { ask } from '#web/api.ts'
import type { Part } from '../queries.ts'

const AT_ONCE = 200

/** Every entry, whatever page is on the screen. Asked at once, even where the browser believes itself offline. */
export async function allEntries(part: Part, filter = '', order_by = '+nachname'): Promise<TimeEntry[]> {
  const found: TimeEntry[] = []
  for (let page = 0, pages = 1; page < pages; page++) {
    const answer = await ask('GET', '/happenings/{happening_id}/subhappenings/{subhappening_id}/time/', {
      params: part,
      query: { filter, order_by, page, per_page: AT_ONCE },
    })
    found.push(...answer.items)
    pages = answer.pages
  }
  return found
}

/** Their names, for hints about people who are not on the screen. */
export const allEntriesQuery = (part: Part, order_by: string) =>
  queryOptions({
    queryKey: ['happenings', 'one', part.happening_id, 'part', part.subhappening_id, 'all', order_by],
    queryFn: () => allEntries(part, '', order_by),
  })
