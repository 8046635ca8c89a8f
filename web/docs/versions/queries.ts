import { queryOptions } from '@tanstack/react-query'
import { ask } from '#web/api.ts'

/** All stored versions, which fit on one page. */
export const versionsQuery = (doc_id: number) =>
  queryOptions({
    queryKey: ['docs', 'one', doc_id, 'versions'],
    queryFn: ({ signal }) =>
      ask('GET', '/docs/{doc_id}/versions/', { params: { doc_id }, query: { per_page: 200 }, signal }),
    // Always fresh when opened.
    staleTime: 0,
  })

export const versionQuery = (doc_id: number, version: number) =>
  queryOptions({
    queryKey: ['docs', 'one', doc_id, 'version', version],
    queryFn: ({ signal }) =>
      ask('GET', '/docs/{doc_id}/versions/{version}/', { params: { doc_id, version }, signal }),
  })

/** Never cached, since people may fill in the process meanwhile, which changes the effects. */
export const fetchRestoreEffects = (doc_id: number, version: number) =>
  ask('GET', '/docs/{doc_id}/versions/{version}/effects/', { params: { doc_id, version } })
