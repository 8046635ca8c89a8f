// Calls used by the timesheet only.
import { queryOptions } from '@tanstack/react-query'
import type { TimeDispute, TimeEntry, TimeEntryChange, TimesDisputed } from '#contract/times.ts'
import { mostPerPage } from '#contract/words/limits.ts'
import { ask, CallError } from '#web/api.ts'
import { withCopyFallback } from '#web/offline/or-copy.ts'
import { invalidateHappenings, type Part, partKey } from '../queries.ts'

export const hintsQuery = (part: Part) =>
  queryOptions({
    queryKey: [...partKey(part), 'hints'],
    ...withCopyFallback((options) =>
      ask('GET', '/happenings/{happening_id}/subhappenings/{subhappening_id}/time/hints/', {
        params: part,
        ...options,
      }),
    ),
  })

/** Keyed by revision, since each change adds to the history. */
export const historyQuery = (part: Part, { id: timeentry_id, revision }: TimeEntry) =>
  queryOptions({
    queryKey: [...partKey(part), 'history', timeentry_id, revision],
    queryFn: ({ signal }) =>
      ask('GET', '/happenings/{happening_id}/subhappenings/{subhappening_id}/time/{timeentry_id}/history/', {
        params: { ...part, timeentry_id },
        signal,
      }),
  })

/** People who could be added to the team. */
export const peopleQuery = (part: Part, filter: string) =>
  queryOptions({
    queryKey: [...partKey(part), 'people', filter],
    queryFn: ({ signal }) =>
      ask('GET', '/happenings/{happening_id}/subhappenings/{subhappening_id}/time/people/', {
        params: part,
        query: { filter },
        signal,
      }),
    staleTime: 30_000,
  })

/** Entries of all pages. Requested even if the browser reports offline. */
export async function allEntries(part: Part, filter = '', order_by = '+nachname'): Promise<TimeEntry[]> {
  const entries: TimeEntry[] = []
  for (let page = 0, pages = 1; page < pages; page++) {
    const answer = await ask('GET', '/happenings/{happening_id}/subhappenings/{subhappening_id}/time/', {
      params: part,
      query: { filter, order_by, page, per_page: mostPerPage },
    })
    entries.push(...answer.items)
    pages = answer.pages
  }
  return entries
}

/** All entries of a team, e.g. for the names in hints about people on other pages. */
export const allEntriesQuery = (part: Part, order_by: string) =>
  queryOptions({
    queryKey: [...partKey(part), 'all', order_by],
    queryFn: () => allEntries(part, '', order_by),
  })

/** Stores all changes or none; if others were faster, returns the conflicting ones. */
export async function recordTimes(
  part: Part,
  user_id: number,
  items: TimeEntryChange[],
): Promise<TimeDispute[]> {
  const disputes = await ask('PATCH', '/happenings/{happening_id}/subhappenings/{subhappening_id}/time/', {
    params: part,
    body: { user_id, items },
  }).then(
    () => [],
    (error: unknown) => {
      const disputes = error instanceof CallError && (error.answer as TimesDisputed | undefined)?.disputes
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
