import { ask } from '#web/api.ts'
import { queryClient } from '#web/query-client.ts'
import { forgetEverything } from './forget.ts'
import { setSessionEnded } from './session-end.ts'

/** The server forgets the session and with it this device; the browser forgets the rest. */
export async function logOut() {
  await ask('POST', '/auth/logout/')
  await forgetEverything()
  queryClient.clear()
  setSessionEnded(false)
}
