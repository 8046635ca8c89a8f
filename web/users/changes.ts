// Mutations of users. A separate file that loads with the screens, since the routes do not need it.
import { queryOptions } from '@tanstack/react-query'
import { ask } from '#web/api.ts'
import { pollEvery } from '#web/poll.ts'
import { queryClient } from '#web/query-client.ts'
import { userQuery } from './queries.ts'

export const lastSyncQuery = queryOptions({
  queryKey: ['users', 'sync', 'last'],
  queryFn: ({ signal }) => ask('GET', '/users/sync/last/', { signal }),
  // Always refetched: says if a sync is running now.
  staleTime: 0,
})

/** Queries the planner, which may take a while; never cached. */
export const syncPreviewQuery = queryOptions({
  queryKey: ['users', 'sync', 'preview'],
  queryFn: ({ signal }) => ask('GET', '/users/sync/preview/', { signal, takesLong: true }),
  staleTime: 0,
  gcTime: 0,
  refetchOnWindowFocus: false,
})

/** A user may appear in any list, matrix or group. */
const invalidateUsers = () => queryClient.invalidateQueries({ queryKey: ['users'] })

type PersonName = { persplan_vorname: string | null; persplan_nachname: string | null }

export async function createUser(
  body: PersonName & { username: string; email: string | null },
): Promise<number> {
  const { user_id } = await ask('POST', '/users/', { body })
  await invalidateUsers()
  return user_id
}

export async function renameUser(user_id: number, username: string) {
  await ask('PATCH', '/users/{user_id}/username/', { params: { user_id }, body: { username } })
  await invalidateUsers()
}

/** Chats show the name too. */
export async function changeName(user_id: number, body: PersonName) {
  await ask('PATCH', '/users/{user_id}/name/', { params: { user_id }, body })
  await Promise.all([invalidateUsers(), queryClient.invalidateQueries({ queryKey: ['chat'] })])
}

export async function changeEmail(user_id: number, email: string | null) {
  await ask('PATCH', '/users/{user_id}/email/', { params: { user_id }, body: { email } })
  await invalidateUsers()
}

export async function changePrivileges(user_id: number, is_admin: boolean) {
  await ask('PATCH', '/users/{user_id}/privileges/', { params: { user_id }, body: { is_admin } })
  await invalidateUsers()
}

export async function changePassword(user_id: number, password: string) {
  await ask('PATCH', '/users/{user_id}/password/', { params: { user_id }, body: { password } })
  await invalidateUsers()
}

export const changeOwnPassword = (body: { password: string }) =>
  ask('PATCH', '/users/current/password/', { body })

export const userSessionsQuery = (user_id: number) =>
  queryOptions({
    queryKey: ['users', 'sessions', user_id],
    queryFn: ({ signal }) => ask('GET', '/users/{user_id}/sessions/', { params: { user_id }, signal }),
    refetchInterval: pollEvery(5_000),
  })

export async function endUserSessions(user_id: number) {
  await ask('DELETE', '/users/{user_id}/sessions/', { params: { user_id } })
  await invalidateUsers()
}

export async function removeUser(user_id: number) {
  await ask('DELETE', '/users/{user_id}/', { params: { user_id } })
  queryClient.removeQueries({ queryKey: userQuery(user_id).queryKey })
  await invalidateUsers()
}

type ImportTable = { file: string; deactivate_missing: boolean }

export const previewImport = (body: ImportTable) =>
  ask('POST', '/users/import/preview/', { body, takesLong: true })

export async function importPeople(body: ImportTable) {
  const done = await ask('POST', '/users/import/', { body })
  await invalidateAfterSync()
  return done
}

export const startSync = async () => (await ask('POST', '/users/sync/')).background_result_id

/** A sync may change everything about users and groups. */
export async function invalidateAfterSync() {
  await Promise.all(
    ['users', 'groups'].map((domain) => queryClient.invalidateQueries({ queryKey: [domain] })),
  )
}
