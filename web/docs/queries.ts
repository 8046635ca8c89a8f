import { queryOptions } from '@tanstack/react-query'
import { ask } from '#web/api.ts'
import { withCopyFallback } from '#web/offline/with-copy-fallback.ts'
import { pollEvery } from '#web/poll.ts'
import { queryClient } from '#web/query-client.ts'
import type { DocsSearch } from './search.ts'

export const docsQuery = ({ status, ...query }: DocsSearch) =>
  queryOptions({
    queryKey: ['docs', 'list', status, query],
    ...withCopyFallback((options) =>
      ask('GET', '/docs/', { query: { ...query, filter_status: status }, ...options }),
    ),
    refetchInterval: pollEvery(5_000),
  })

export const docQuery = (doc_id: number) =>
  queryOptions({
    queryKey: ['docs', 'one', doc_id],
    ...withCopyFallback((options) => ask('GET', '/docs/{doc_id}/', { params: { doc_id }, ...options })),
  })

export const fetchAnswers = (
  doc_id: number,
  options?: Parameters<Parameters<typeof withCopyFallback>[0]>[0],
) => ask('GET', '/docs/{doc_id}/currentuserdata/', { params: { doc_id }, ...options })

/** Refetches the lists, too, since a change of a document may affect them. */
export const invalidateDocs = () => queryClient.invalidateQueries({ queryKey: ['docs'] })

/** Keyed by person, so that the next user of this device does not see these answers. */
export const answersQuery = (user_id: number, doc_id: number) =>
  queryOptions({
    queryKey: ['docs', 'one', doc_id, 'answers', user_id],
    ...withCopyFallback((options) => fetchAnswers(doc_id, options)),
  })

type OwnAnswers = Awaited<ReturnType<typeof fetchAnswers>>

/** Updates the cached answers. A query in flight may be older and is cancelled. */
export function updateAnswers(
  user_id: number,
  doc_id: number,
  change: (before: OwnAnswers | undefined) => OwnAnswers | undefined,
) {
  const { queryKey } = answersQuery(user_id, doc_id)
  const answers = queryClient.setQueryData(queryKey, change)
  if (answers) void queryClient.cancelQueries({ queryKey, exact: true })
}
