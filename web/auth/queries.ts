import { ask } from '#web/api.ts'
import { queryClient } from '#web/query-client.ts'
import { currentUserQuery } from '#web/users/queries.ts'
import { setSessionEnded } from './session-end.ts'

export async function logIn(username: string, password: string) {
  await ask('POST', '/auth/login/', { body: { username, password } })
  // Whatever an earlier user's screens knew is none of this one's business.
  queryClient.clear()
  setSessionEnded(false)
  await queryClient.fetchQuery(currentUserQuery)
}
