import { queryOptions } from '@tanstack/react-query'
import { ask } from '#web/api.ts'

export const todayQuery = queryOptions({
  queryKey: ['today'],
  queryFn: ({ signal }) => ask('GET', '/today/', { signal }),
  refetchInterval: 10_000,
})
