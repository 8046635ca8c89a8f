import { queryOptions } from '@tanstack/react-query'
import { ask } from '#web/api.ts'
import { every } from '#web/poll.ts'
import type { UsersSearch } from './search.ts'

export const usersQuery = (query: UsersSearch) =>
  queryOptions({
    queryKey: ['users', 'list', query],
    queryFn: ({ signal }) => ask('GET', '/users/', { query, signal }),
    refetchInterval: every(5_000),
  })
