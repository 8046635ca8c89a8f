import { queryOptions } from '@tanstack/react-query'
import { ask } from '#web/api.ts'

/** All that are kept: never more than a page can hold. */
export const versionsQuery = (doc_id: number) =>
  queryOptions({
    queryKey: ['docs', 'one', doc_id, 'versions'],
    queryFn: ({ signal }) =>
      ask('GET', '/docs/{doc_id}/versions/', { params: { doc_id }, query: { per_page: 200 }, signal }),
    // It is opened to see how it is now.
    staleTime: 0,
  })

export const versionQuery = (doc_id: number, version: number) =>
  queryOptions({
    queryKey: ['docs', 'one', doc_id, 'version', version],
    queryFn: ({ signal }) =>
      ask('GET', '/docs/{doc_id}/versions/{version}/', { params: { doc_id, version }, signal }),
  })

/** Asked anew each time: people fill in meanwhile. */
export const askEffects = (doc_id: number, version: number) =>
  ask('GET', '/docs/{doc_id}/versions/{version}/effects/', { params: { doc_id, version } })
