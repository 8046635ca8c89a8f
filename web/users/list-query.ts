import { queryOptions } from '@tanstack/react-query'
import { ask } from '#web/api.ts'
import { pollEvery } from '#web/poll.ts'
import type { UsersSearch } from './search.ts'

const PER_PAGE = 25

export const usersQuery = (query: UsersSearch) =>
  queryOptions({
    queryKey: ['users', 'list', query],
    queryFn: ({ signal }) => ask('GET', '/users/', { query: { ...query, per_page: PER_PAGE }, signal }),
    refetchInterval: pollEvery(5_000),
  })
