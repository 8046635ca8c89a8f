import { queryOptions } from '@tanstack/react-query'
import type { useNavigate } from '@tanstack/react-router'
import { ask } from '#web/api.ts'
import { defaultDocsSearch } from '#web/docs/search.ts'
import { deleteCopies } from '#web/offline/answers.ts'
import { pollEvery } from '#web/poll.ts'
import { isInstalledApp } from '#web/push/platform.ts'
import { queryClient } from '#web/query-client.ts'
import { isSmallWindow } from '#web/ui/media.ts'
import { currentUserQuery } from '#web/users/queries.ts'
import { setSessionEnded } from './session-end.ts'

export async function logIn(body: { username: string; password: string; code?: string }) {
  await ask('POST', '/auth/login/', { body })
  await afterSignIn()
}

/** To be called after any kind of sign-in. */
export async function afterSignIn() {
  // Queries and offline copies of an earlier user must not be visible.
  queryClient.clear()
  await deleteCopies()
  setSessionEnded(false)
  await queryClient.fetchQuery(currentUserQuery)
}

/** Start page: „Heute“ on phones and in the installed app, else the processes. */
export const goToStart = (navigate: ReturnType<typeof useNavigate>): Promise<void> =>
  isSmallWindow() || isInstalledApp()
    ? navigate({ to: '/today', replace: true })
    : navigate({ to: '/docs', search: defaultDocsSearch, replace: true })

/** True if this browser has a session, since somebody signed in in another window. This window then uses it. */
export const takeOverSession = () =>
  ask('GET', '/users/current/').then(
    () => afterSignIn().then(() => true),
    () => false,
  )

/** Proves the identity of the signed-in user again, as some changes require. */
export const reauthenticate = (password: string) => ask('POST', '/auth/confirm/', { body: { password } })

/** Ends the session and its push subscription. */
export const endThisSession = () => ask('POST', '/auth/logout/')

export const sessionsQuery = queryOptions({
  queryKey: ['auth', 'sessions'],
  queryFn: ({ signal }) => ask('GET', '/auth/sessions/', { signal }),
  // Polled, since sessions may start and end on other devices.
  refetchInterval: pollEvery(30_000),
})

/** Credentials that work without a session. */
export const standingAccessQuery = queryOptions({
  queryKey: ['auth', 'standing-access'],
  queryFn: ({ signal }) => ask('GET', '/auth/standing_access/', { signal }),
})

/** Refetches the push subscriptions, too, since they end with their session. */
export const invalidateSessions = () =>
  Promise.all(
    [sessionsQuery.queryKey, ['push']].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
  )

export async function endSession(session_id: number) {
  await ask('DELETE', '/auth/sessions/{session_id}/', { params: { session_id } })
  await invalidateSessions()
}

export async function endOtherSessions() {
  await ask('DELETE', '/auth/sessions/')
  await invalidateSessions()
}
