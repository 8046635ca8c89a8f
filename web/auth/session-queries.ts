/** The sessions of whoever is signed in. */
import { queryOptions } from '@tanstack/react-query'
import { ask } from '#web/api.ts'
import { queryClient } from '#web/query-client.ts'

export const sessionsQuery = queryOptions({
  queryKey: ['auth', 'sessions'],
  queryFn: ({ signal }) => ask('GET', '/auth/sessions/', { signal }),
  // They end elsewhere, too.
  refetchInterval: 30_000,
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
