import { queryOptions } from '@tanstack/react-query'
import { ask } from '#web/api.ts'

/** What the server calls itself, and which build it runs. */
export const statusQuery = queryOptions({
  queryKey: ['status'],
  queryFn: ({ signal }) => ask('GET', '/status/', { signal }),
  refetchInterval: 30_000,
  staleTime: 30_000,
})
