import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { ask } from '#web/api.ts'
import { every } from '#web/poll.ts'
import { queryClient } from '#web/query-client.ts'
import type { UsersSearch } from './search.ts'

/** Who is signed in. Everything that depends on it follows within ten seconds; hidden tabs do not ask. */
export const currentUserQuery = queryOptions({
  queryKey: ['users', 'current'],
  queryFn: ({ signal }) => ask('GET', '/users/current/', { signal }),
  refetchInterval: every(10_000),
  staleTime: 10_000,
  // Without a network it fails instead of waiting: the first screen can say so.
  networkMode: 'always',
  refetchOnReconnect: 'always',
})

/** Who is signed in as far as this page knows. */
export const knownUserId = () => queryClient.getQueryData(currentUserQuery.queryKey)?.id ?? 0

export const useCurrentUser = () => useSuspenseQuery(currentUserQuery).data

export const usersQuery = (query: UsersSearch) =>
  queryOptions({
    queryKey: ['users', 'list', query],
    queryFn: ({ signal }) => ask('GET', '/users/', { query, signal }),
    refetchInterval: every(5_000),
  })

export const userQuery = (user_id: number) =>
  queryOptions({
    queryKey: ['users', 'one', user_id],
    queryFn: ({ signal }) => ask('GET', '/users/{user_id}/', { params: { user_id }, signal }),
  })

export const userSessionsQuery = (user_id: number) =>
  queryOptions({
    queryKey: ['users', 'sessions', user_id],
    queryFn: ({ signal }) => ask('GET', '/users/{user_id}/sessions/', { params: { user_id }, signal }),
    refetchInterval: every(5_000),
  })

/** Asks the planner, which may take a while; what it said a minute ago is no preview of now. */
export const syncPreviewQuery = queryOptions({
  queryKey: ['users', 'sync', 'preview'],
  queryFn: ({ signal }) => ask('GET', '/users/sync/preview/', { signal }),
  staleTime: 0,
  gcTime: 0,
  refetchOnWindowFocus: false,
})

export const lastSyncQuery = queryOptions({
  queryKey: ['users', 'sync', 'last'],
  queryFn: ({ signal }) => ask('GET', '/users/sync/last/', { signal }),
  // Whether one is under way must not be remembered from before.
  staleTime: 0,
})

/** Whatever has changed about a user may show itself in any list, matrix or group. */
const usersChanged = () => queryClient.invalidateQueries({ queryKey: ['users'] })

export async function createUser(username: string): Promise<number> {
  const { user_id } = await ask('POST', '/users/', { body: { username } })
  await usersChanged()
  return user_id
}

export async function renameUser(user_id: number, username: string) {
  await ask('PATCH', '/users/{user_id}/username/', { params: { user_id }, body: { username } })
  await usersChanged()
}

export async function changePrivileges(user_id: number, is_admin: boolean) {
  await ask('PATCH', '/users/{user_id}/privileges/', { params: { user_id }, body: { is_admin } })
  await usersChanged()
}

export async function changePassword(user_id: number, password: string) {
  await ask('PATCH', '/users/{user_id}/password/', { params: { user_id }, body: { password } })
  await usersChanged()
}

/** With the present one, where the login is some time ago. */
export const changeOwnPassword = (body: { password: string; current_password?: string }) =>
  ask('PATCH', '/users/current/password/', { body })

export async function endUserSessions(user_id: number) {
  await ask('DELETE', '/users/{user_id}/sessions/', { params: { user_id } })
  await usersChanged()
}

export async function removeUser(user_id: number) {
  await ask('DELETE', '/users/{user_id}/', { params: { user_id } })
  queryClient.removeQueries({ queryKey: userQuery(user_id).queryKey })
  await usersChanged()
}

export const startSync = async () => (await ask('POST', '/users/sync/')).background_result_id

/** A sync may have touched everything that is known of users and groups. */
export async function synced() {
  await Promise.all(
    ['users', 'groups'].map((domain) => queryClient.invalidateQueries({ queryKey: [domain] })),
  )
}
