import { ask } from '#web/api.ts'
import { forgetEverything } from './forget.ts'

/** The server forgets the session and with it this device, the browser what it has kept; the rest goes with the page. */
export async function logOut() {
  await ask('POST', '/auth/logout/')
  await forgetEverything()
}
