import { queryOptions } from '@tanstack/react-query'
import { ask } from '#web/api.ts'
import { copied } from '#web/copies/or-copy.ts'
import { every } from '#web/poll.ts'

export const todayQuery = queryOptions({
  queryKey: ['today'],
  queryFn: ({ signal }) => ask('GET', '/today/', { signal }),
  refetchInterval: every(10_000),
  meta: copied,
})
