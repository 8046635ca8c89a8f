import { queryOptions } from '@tanstack/react-query'
import { ask } from '#web/api.ts'
import { every } from '#web/poll.ts'

/** What the server calls itself, and which build it runs. */
export const statusQuery = queryOptions({
  queryKey: ['status'],
  queryFn: ({ signal }) => ask('GET', '/status/', { signal }),
  refetchInterval: every(30_000),
  staleTime: 30_000,
})
