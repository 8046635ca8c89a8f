import { queryOptions } from '@tanstack/react-query'
import { ask } from '#web/api.ts'
import { pollEvery } from '#web/poll.ts'
import type { PeopleSearch } from './search.ts'

export const peopleQuery = (doc_id: number, query: PeopleSearch) =>
  queryOptions({
    queryKey: ['docs', 'one', doc_id, 'people', query],
    queryFn: ({ signal }) => ask('GET', '/docs/{doc_id}/people/', { params: { doc_id }, query, signal }),
    refetchInterval: pollEvery(5_000),
  })
