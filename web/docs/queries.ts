import { queryOptions } from '@tanstack/react-query'
import { ask } from '#web/api.ts'
import { copied } from '#web/copies/or-copy.ts'
import { every } from '#web/poll.ts'
import type { DocsSearch } from './search.ts'

export const docsQuery = ({ status, ...query }: DocsSearch) =>
  queryOptions({
    queryKey: ['docs', 'list', status, query],
    queryFn: ({ signal }) => ask('GET', '/docs/', { query: { ...query, filter_status: status }, signal }),
    refetchInterval: every(5_000),
    meta: copied,
  })

export const docQuery = (doc_id: number) =>
  queryOptions({
    queryKey: ['docs', 'one', doc_id],
    queryFn: ({ signal }) => ask('GET', '/docs/{doc_id}/', { params: { doc_id }, signal }),
    meta: copied,
  })

/** The key has the person in it: whoever signs in next on this device does not find these. */
export const answersQuery = (user_id: number, doc_id: number) =>
  queryOptions({
    queryKey: ['docs', 'one', doc_id, 'answers', user_id],
    queryFn: ({ signal }) => ask('GET', '/docs/{doc_id}/currentuserdata/', { params: { doc_id }, signal }),
    meta: copied,
  })
