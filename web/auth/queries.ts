import { queryOptions } from '@tanstack/react-query'
import type { useNavigate } from '@tanstack/react-router'
import { ask } from '#web/api.ts'
import { startSearch } from '#web/docs/search.ts'
import { forgetAnswers } from '#web/offline/answers.ts'
import { every } from '#web/poll.ts'
import { queryClient } from '#web/query-client.ts'
import { isSmallWindow } from '#web/ui/media.ts'
import { currentUserQuery } from '#web/users/queries.ts'
import { setSessionEnded } from './session-end.ts'

export async function logIn(body: { username: string; password: string; code?: string }) {
  await ask('POST', '/auth/login/', { body })
  await entered()
}

/** Somebody is signed in, however. */
export async function entered() {
  // Whatever an earlier user's screens knew is none of this one's business, nor what they left to be read.
  queryClient.clear()
  await forgetAnswers()
  setSessionEnded(false)
  await queryClient.fetchQuery(currentUserQuery)
}

/** Where they begin then: on a phone with their day, elsewhere with the processes. */
export const goIn = (navigate: ReturnType<typeof useNavigate>): Promise<void> =>
  isSmallWindow()
    ? navigate({ to: '/today', replace: true })
    : navigate({ to: '/docs', search: startSearch, replace: true })

/** Whether somebody has signed in in another window of this browser. */
export const hasEnteredElsewhere = () =>
  ask('GET', '/users/current/').then(
    () => entered().then(() => true),
    () => false,
  )

/** Says once more who one is. */
export const confirmMe = (password: string) => ask('POST', '/auth/confirm/', { body: { password } })

/** The server forgets the session, and with it this device. */
export const endThisSession = () => ask('POST', '/auth/logout/')

/** Where whoever is signed in is so. */
export const sessionsQuery = queryOptions({
  queryKey: ['auth', 'sessions'],
  queryFn: ({ signal }) => ask('GET', '/auth/sessions/', { signal }),
  // They end elsewhere, too.
  refetchInterval: every(30_000),
})

/** Credentials that work without a session. */
export const standingAccessQuery = queryOptions({
  queryKey: ['auth', 'standing-access'],
  queryFn: ({ signal }) => ask('GET', '/auth/standing_access/', { signal }),
})

/** The devices of a session are notified no more, either. */
export const sessionsChanged = () =>
  Promise.all(
    [sessionsQuery.queryKey, ['push']].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
  )

export async function endSession(session_id: number) {
  await ask('DELETE', '/auth/sessions/{session_id}/', { params: { session_id } })
  await sessionsChanged()
}

export async function endOtherSessions() {
  await ask('DELETE', '/auth/sessions/')
  await sessionsChanged()
}
