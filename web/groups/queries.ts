import { queryOptions } from '@tanstack/react-query'
import { ask } from '#web/api.ts'
import { every } from '#web/poll.ts'

export const customGroupsQuery = queryOptions({
  queryKey: ['groups', 'custom'],
  queryFn: ({ signal }) => ask('GET', '/groups/custom/', { signal }),
  refetchInterval: every(5_000),
})

/** Including groups of the planner. */
export const groupsQuery = queryOptions({
  queryKey: ['groups', 'all'],
  queryFn: ({ signal }) => ask('GET', '/groups/', { signal }),
})
