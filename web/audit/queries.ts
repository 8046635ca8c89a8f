import { queryOptions } from '@tanstack/react-query'
import type { AuditObject, ObjectKind } from '#contract/audit.ts'
import { ask, urlOf } from '#web/api.ts'
import { pollEvery } from '#web/poll.ts'
import { type AuditSearch, toQuery } from './search.ts'

export const auditQuery = (search: AuditSearch) => {
  const query = { ...toQuery(search), order_by: search.order_by, page: search.page }
  return queryOptions({
    queryKey: ['audit', 'list', query],
    queryFn: ({ signal }) => ask('GET', '/audit/', { query, signal }),
    refetchInterval: pollEvery(30_000),
  })
}

export const auditExcelUrl = (search: AuditSearch) => urlOf('/audit/excel/', {}, toQuery(search))

/** Suggestions of a filter field: objects whose name matches the typed text. */
export const objectSearchQuery = (filter: string) =>
  queryOptions({
    queryKey: ['audit', 'find', filter],
    queryFn: ({ signal }) => ask('GET', '/audit/objects/', { query: { filter }, signal }),
    enabled: filter !== '',
  })

/** Name of the filtered object; the address contains only its id. */
export const objectQuery = (object: string) => {
  const [object_kind, id] = object.split(' ') as [ObjectKind, string]
  return queryOptions({
    queryKey: ['audit', 'object', object],
    queryFn: ({ signal }): Promise<AuditObject> =>
      ask('GET', '/audit/objects/{object_kind}/{object_id}/', {
        params: { object_kind, object_id: Number(id) },
        signal,
      }),
    retry: false,
  })
}
