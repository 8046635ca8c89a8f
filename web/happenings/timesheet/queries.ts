// Calls used by the timesheet only.
import { queryOptions } from '@tanstack/react-query'
import type { TimeDispute, TimeDisputeRefusal, TimeEntry, TimeEntryChange } from '#contract/times.ts'
import { maxPerPage } from '#contract/words/limits.ts'
import { ask, CallError } from '#web/api.ts'
import { withCopyFallback } from '#web/offline/with-copy-fallback.ts'
import { invalidateHappenings, type PartIds, partQueryKey } from '../queries.ts'

export const hintsQuery = (part: PartIds) =>
  queryOptions({
    queryKey: [...partQueryKey(part), 'hints'],
    ...withCopyFallback((options) =>
      ask('GET', '/happenings/{happening_id}/subhappenings/{subhappening_id}/time/hints/', {
        params: part,
        ...options,
      }),
    ),
  })

/** Keyed by revision, since each change adds to the history. */
export const historyQuery = (part: PartIds, { id: timeentry_id, revision }: TimeEntry) =>
  queryOptions({
    queryKey: [...partQueryKey(part), 'history', timeentry_id, revision],
    queryFn: ({ signal }) =>
      ask('GET', '/happenings/{happening_id}/subhappenings/{subhappening_id}/time/{timeentry_id}/history/', {
        params: { ...part, timeentry_id },
        signal,
      }),
  })

/** People who could be added to the team. */
export const addablePeopleQuery = (part: PartIds, filter: string) =>
  queryOptions({
    queryKey: [...partQueryKey(part), 'people', filter],
    queryFn: ({ signal }) =>
      ask('GET', '/happenings/{happening_id}/subhappenings/{subhappening_id}/time/people/', {
        params: part,
        query: { filter },
        signal,
      }),
    staleTime: 30_000,
  })

/** Entries of all pages. Requested even if the browser reports offline. */
export async function fetchAllEntries(
  part: PartIds,
  filter = '',
  order_by = '+nachname',
): Promise<TimeEntry[]> {
  const entries: TimeEntry[] = []
  for (let page = 0, pages = 1; page < pages; page++) {
    const answer = await ask('GET', '/happenings/{happening_id}/subhappenings/{subhappening_id}/time/', {
      params: part,
      query: { filter, order_by, page, per_page: maxPerPage },
    })
    entries.push(...answer.items)
    pages = answer.pages
  }
  return entries
}

/** All entries of a team, e.g. for the names in hints about people on other pages. */
export const allEntriesQuery = (part: PartIds, order_by: string) =>
  queryOptions({
    queryKey: [...partQueryKey(part), 'all', order_by],
    queryFn: () => fetchAllEntries(part, '', order_by),
  })

/**
 * Stores all changes or none. Returns the disputes with changes by other users; if there are any, nothing is stored.
 */
export async function recordTimes(
  part: PartIds,
  user_id: number,
  items: TimeEntryChange[],
): Promise<TimeDispute[]> {
  const disputes = await ask('PATCH', '/happenings/{happening_id}/subhappenings/{subhappening_id}/time/', {
    params: part,
    body: { user_id, items },
  }).then(
    () => [],
    (error: unknown) => {
      const disputes =
        error instanceof CallError && (error.answer as TimeDisputeRefusal | undefined)?.disputes
      if (!disputes) throw error
      return disputes
    },
  )
  await invalidateHappenings()
  return disputes
}

export const sendTimes = async (subhappening_id: number) =>
  (await ask('POST', '/happenings/{subhappening_id}/send_times/', { params: { subhappening_id } }))
    .background_result_id
