import { queryOptions } from '@tanstack/react-query'
import { ask } from '#web/api.ts'
import { pollEvery } from '#web/poll.ts'

export const customGroupsQuery = queryOptions({
  queryKey: ['groups', 'custom'],
  queryFn: ({ signal }) => ask('GET', '/groups/custom/', { signal }),
  refetchInterval: pollEvery(5_000),
})

/** Including groups of the planner. */
export const groupsQuery = queryOptions({
  queryKey: ['groups', 'all'],
  queryFn: ({ signal }) => ask('GET', '/groups/', { signal }),
})
