import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { ask, onAnswerFor } from '#web/api.ts'
import { orCopy } from '#web/offline/or-copy.ts'
import { every } from '#web/poll.ts'
import { isAskedAgain, queryClient } from '#web/query-client.ts'

/** Who is signed in. Everything that depends on it follows within ten seconds; hidden tabs do not ask. */
export const currentUserQuery = queryOptions({
  queryKey: ['users', 'current'],
  // Without `signal`: the guard of a screen waits for it, also when a component that reads it goes meanwhile.
  ...orCopy(({ headers }) => ask('GET', '/users/current/', { headers })),
  refetchInterval: every(10_000),
  staleTime: 10_000,
  // Without a network it fails instead of waiting: the first screen can say so.
  networkMode: 'always',
  retry: isAskedAgain,
  refetchOnReconnect: 'always',
})

/** Who is signed in as far as this page knows. */
export const knownUserId = () => queryClient.getQueryData(currentUserQuery.queryKey)?.id ?? 0

onAnswerFor((user_id) => {
  const known = knownUserId()
  const isForeign = known !== 0 && known !== user_id
  if (isForeign) void queryClient.invalidateQueries(currentUserQuery)
  return isForeign
})

export const useCurrentUser = () => useSuspenseQuery(currentUserQuery).data

export const userQuery = (user_id: number) =>
  queryOptions({
    queryKey: ['users', 'one', user_id],
    queryFn: ({ signal }) => ask('GET', '/users/{user_id}/', { params: { user_id }, signal }),
  })
