import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { ask } from '#web/api.ts'

/** Who is signed in. Everything that depends on it follows within ten seconds; hidden tabs do not ask. */
export const currentUserQuery = queryOptions({
  queryKey: ['users', 'current'],
  queryFn: ({ signal }) => ask('GET', '/users/current/', { signal }),
  refetchInterval: 10_000,
  staleTime: 10_000,
})

export const useCurrentUser = () => useSuspenseQuery(currentUserQuery).data
