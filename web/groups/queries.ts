import { queryOptions } from '@tanstack/react-query'
import { ask } from '#web/api.ts'

export const customGroupsQuery = queryOptions({
  queryKey: ['groups', 'custom'],
  queryFn: ({ signal }) => ask('GET', '/groups/custom/', { signal }),
  refetchInterval: 5_000,
})

/** Those of the planner too. */
export const groupsQuery = queryOptions({
  queryKey: ['groups', 'all'],
  queryFn: ({ signal }) => ask('GET', '/groups/', { signal }),
})
