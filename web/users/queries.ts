import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { ask, registerUserCheck } from '#web/api.ts'
import { withCopyFallback } from '#web/offline/with-copy-fallback.ts'
import { pollEvery } from '#web/poll.ts'
import { queryClient, shouldRetry } from '#web/query-client.ts'

/** The signed-in user, polled every ten seconds in visible tabs. */
export const currentUserQuery = queryOptions({
  queryKey: ['users', 'current'],
  // Without `signal`: a guard awaits it even if the component that reads it unmounts.
  ...withCopyFallback(({ headers }) => ask('GET', '/users/current/', { headers })),
  refetchInterval: pollEvery(10_000),
  staleTime: 10_000,
  // Fails offline instead of pausing, so that the first screen can react.
  networkMode: 'always',
  retry: shouldRetry,
  refetchOnReconnect: 'always',
})

/** Cached id of the signed-in user, 0 if unknown. */
export const cachedUserId = () => queryClient.getQueryData(currentUserQuery.queryKey)?.id ?? 0

registerUserCheck((user_id) => {
  const userId = cachedUserId()
  const isForeign = userId !== 0 && userId !== user_id
  if (isForeign) void queryClient.invalidateQueries(currentUserQuery)
  return isForeign
})

export const useCurrentUser = () => useSuspenseQuery(currentUserQuery).data

export const userQuery = (user_id: number) =>
  queryOptions({
    queryKey: ['users', 'one', user_id],
    queryFn: ({ signal }) => ask('GET', '/users/{user_id}/', { params: { user_id }, signal }),
  })
