import { queryOptions } from '@tanstack/react-query'
import { ask } from '#web/api.ts'
import { every } from '#web/poll.ts'

export const customGroupsQuery = queryOptions({
  queryKey: ['groups', 'custom'],
  queryFn: ({ signal }) => ask('GET', '/groups/custom/', { signal }),
  refetchInterval: every(5_000),
})

/** Those of the planner too. */
export const groupsQuery = queryOptions({
  queryKey: ['groups', 'all'],
  queryFn: ({ signal }) => ask('GET', '/groups/', { signal }),
})
