// Mutations of happenings. A separate file that loads with the screens, since the routes do not need it.
import { queryOptions } from '@tanstack/react-query'
import type { HappeningStatus } from '#contract/happenings.ts'
import { ask } from '#web/api.ts'
import { invalidateHappenings, type PartIds } from './queries.ts'

export const lastSyncQuery = queryOptions({
  queryKey: ['happenings', 'sync', 'last'],
  queryFn: ({ signal }) => ask('GET', '/happenings/sync/last/', { signal }),
  // Always refetched: says if a sync is running now.
  staleTime: 0,
})

/** Queries the planner, which may take a while; never cached. */
export const syncPreviewQuery = (start_date: string, end_date: string) =>
  queryOptions({
    queryKey: ['happenings', 'sync', 'preview', start_date, end_date],
    queryFn: ({ signal }) =>
      ask('GET', '/happenings/sync/preview/', {
        query: { start_date, end_date },
        signal,
        takesLong: true,
      }),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })

/** Candidates for recorders: the first ten active users that match. */
export const userSearchQuery = (filter: string) =>
  queryOptions({
    queryKey: ['users', 'found', filter],
    queryFn: ({ signal }) =>
      ask('GET', '/users/', {
        query: { filter, is_active: true, order_by: '+persplan_nachname', per_page: 10 },
        signal,
      }),
    staleTime: 30_000,
  })

export async function massEditHappeningStatus(happening_ids: number[], status: HappeningStatus) {
  const acted = await ask('POST', '/happenings/mass_edit/', { body: { happening_ids, status } })
  await invalidateHappenings()
  return acted
}

export async function changeHappeningStatus(happening_id: number, status: HappeningStatus) {
  await ask('PATCH', '/happenings/{happening_id}/', { params: { happening_id }, body: { status } })
  await invalidateHappenings()
}

export const startSync = async (start_date: string, end_date: string) =>
  (await ask('POST', '/happenings/sync/', { body: { start_date, end_date } })).background_result_id

export async function setRecorders(part: PartIds, user_ids: number[]) {
  await ask('PUT', '/happenings/{happening_id}/subhappenings/{subhappening_id}/users/', {
    params: part,
    body: { user_ids },
  })
  await invalidateHappenings()
}
