import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { RetentionKind } from '#contract/privacy.ts'
import { ask, urlOf } from '#web/api.ts'
import { queryClient } from '#web/query-client.ts'

/** The caller's own data, or somebody's as an administrator. */
export type DataOwner = 'own' | { user_id: number }
export type ExportFormat = 'json' | 'pdf'

/** An ordinary call, so that the password prompt can appear, which is impossible for a download. */
export const fetchDataOverview = (whose: DataOwner) =>
  whose === 'own'
    ? ask('GET', '/users/current/data/')
    : ask('GET', '/users/{user_id}/data/', { params: whose })

export const exportUrl = (whose: DataOwner, kind: ExportFormat) =>
  whose === 'own' ? urlOf(`/users/current/data/${kind}/`) : urlOf(`/users/{user_id}/data/${kind}/`, whose)

export type AnonymiseScope = { messages: boolean; answers: boolean }

/** Always stale: the preview must match the data that is removed now. */
export const anonymisationQuery = (user_id: number, { messages, answers }: AnonymiseScope) =>
  queryOptions({
    queryKey: ['users', 'anonymisation', user_id, messages, answers],
    queryFn: ({ signal }) =>
      ask('GET', '/users/{user_id}/anonymisation/', {
        params: { user_id },
        query: { messages: messages ? 1 : 0, answers: answers ? 1 : 0 },
        signal,
      }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })

/** Invalidates everything, since any cached query may contain the person's name. */
export async function anonymise(user_id: number, body: AnonymiseScope) {
  const done = await ask('POST', '/users/{user_id}/anonymisation/', { params: { user_id }, body })
  await queryClient.invalidateQueries()
  return done
}

export type RetentionMonths = Record<RetentionKind, number>

export const retentionQuery = queryOptions({
  queryKey: ['retention', 'rules'],
  queryFn: ({ signal }) => ask('GET', '/retention/', { signal }),
})

export const retentionPreviewQuery = (months: RetentionMonths) =>
  queryOptions({
    queryKey: ['retention', 'outlook', months],
    queryFn: ({ signal }) => ask('GET', '/retention/preview/', { query: months, signal }),
    placeholderData: keepPreviousData,
  })

export async function setRetention(body: Partial<RetentionMonths>) {
  await ask('PUT', '/retention/', { body })
  await queryClient.invalidateQueries({ queryKey: ['retention'] })
}
