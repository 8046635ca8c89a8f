import { queryOptions } from '@tanstack/react-query'
import type { HappeningStatus } from '#contract/happenings.ts'
import { ask } from '#web/api.ts'
import { every } from '#web/poll.ts'
import { queryClient } from '#web/query-client.ts'
import type { HappeningSearch, HappeningsSearch, TimesheetSearch } from './search.ts'

type Asked = HappeningsSearch & { with_teams?: boolean; per_page?: number }

export const happeningsQuery = ({ start, end, view: _view, ...query }: Asked) =>
  queryOptions({
    queryKey: ['happenings', 'list', start, end, query],
    queryFn: ({ signal }) =>
      ask('GET', '/happenings/', { query: { ...query, date_start: start, date_end: end }, signal }),
    refetchInterval: every(5_000),
  })

export const typesQuery = queryOptions({
  queryKey: ['happenings', 'types'],
  queryFn: ({ signal }) => ask('GET', '/happenings/types/', { signal }),
  staleTime: 60_000,
})

export const happeningQuery = (happening_id: number) =>
  queryOptions({
    queryKey: ['happenings', 'one', happening_id],
    queryFn: ({ signal }) => ask('GET', '/happenings/{happening_id}/', { params: { happening_id }, signal }),
    refetchInterval: every(5_000),
  })

export const subhappeningsQuery = (happening_id: number, { page, filter, order_by }: HappeningSearch) =>
  queryOptions({
    queryKey: ['happenings', 'one', happening_id, 'parts', page, filter, order_by],
    queryFn: ({ signal }) =>
      ask('GET', '/happenings/{happening_id}/subhappenings/', {
        params: { happening_id },
        query: { page, filter, order_by },
        signal,
      }),
    refetchInterval: every(5_000),
  })

/** Asks the planner, which may take a while; what it said a minute ago is no preview of now. */
export const syncPreviewQuery = (start_date: string, end_date: string) =>
  queryOptions({
    queryKey: ['happenings', 'sync', 'preview', start_date, end_date],
    queryFn: ({ signal }) =>
      ask('GET', '/happenings/sync/preview/', { query: { start_date, end_date }, signal }),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })

export const lastSyncQuery = queryOptions({
  queryKey: ['happenings', 'sync', 'last'],
  queryFn: ({ signal }) => ask('GET', '/happenings/sync/last/', { signal }),
  // Whether one is under way must not be remembered from before.
  staleTime: 0,
})

/** A part of a happening: both ids are in its address. */
export type Part = { happening_id: number; subhappening_id: number }
export const partKey = ({ happening_id, subhappening_id }: Part) =>
  ['happenings', 'one', happening_id, 'part', subhappening_id] as const

export const partQuery = (part: Part) =>
  queryOptions({
    queryKey: partKey(part),
    queryFn: ({ signal }) =>
      ask('GET', '/happenings/{happening_id}/subhappenings/{subhappening_id}/', {
        params: part,
        signal,
      }),
    refetchInterval: every(5_000),
  })

export const timesQuery = (part: Part, query: TimesheetSearch) =>
  queryOptions({
    queryKey: [...partKey(part), 'times', query],
    queryFn: ({ signal }) =>
      ask('GET', '/happenings/{happening_id}/subhappenings/{subhappening_id}/time/', {
        params: part,
        query,
        signal,
      }),
    refetchInterval: every(5_000),
  })

/** Whom to add as a recorder: the first ten who are found. */
export const foundUsersQuery = (filter: string) =>
  queryOptions({
    queryKey: ['users', 'found', filter],
    queryFn: ({ signal }) =>
      ask('GET', '/users/', { query: { filter, order_by: '+persplan_nachname', per_page: 10 }, signal }),
    staleTime: 30_000,
  })

/** What has changed about one part shows itself in its happening and in the list. */
export const happeningsChanged = () => queryClient.invalidateQueries({ queryKey: ['happenings'] })

export async function setHappeningStatus(happening_ids: number[], status: HappeningStatus) {
  await ask('POST', '/happenings/mass_edit/', { body: { happening_ids, status } })
  await happeningsChanged()
}

export async function changeStatus(happening_id: number, status: HappeningStatus) {
  await ask('PATCH', '/happenings/{happening_id}/', { params: { happening_id }, body: { status } })
  await happeningsChanged()
}

export const startSync = async (start_date: string, end_date: string) =>
  (await ask('POST', '/happenings/sync/', { body: { start_date, end_date } })).background_result_id

export async function setRecorders(part: Part, user_ids: number[]) {
  await ask('PUT', '/happenings/{happening_id}/subhappenings/{subhappening_id}/users/', {
    params: part,
    body: { user_ids },
  })
  await happeningsChanged()
}
