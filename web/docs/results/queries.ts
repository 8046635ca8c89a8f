import { queryOptions } from '@tanstack/react-query'
import { ask } from '#web/api.ts'
import { pollEvery } from '#web/poll.ts'
import type { ResultsSearch } from '../search.ts'

export const resultsQuery = (doc_id: number, query: ResultsSearch) =>
  queryOptions({
    queryKey: ['docs', 'one', doc_id, 'results', query],
    queryFn: ({ signal }) => ask('GET', '/docs/{doc_id}/userdata/', { params: { doc_id }, query, signal }),
    refetchInterval: pollEvery(5_000),
  })

export const roundsQuery = (doc_id: number) =>
  queryOptions({
    queryKey: ['docs', 'one', doc_id, 'rounds'],
    queryFn: ({ signal }) => ask('GET', '/docs/{doc_id}/userdata/rounds/', { params: { doc_id }, signal }),
    // Polled, since a new round moves the results into this list.
    refetchInterval: pollEvery(5_000),
  })
