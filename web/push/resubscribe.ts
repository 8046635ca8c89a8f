// The browser has changed a device's address: the server is told the new one, if somebody is signed in here.
import type { CurrentUser } from '#contract/users.ts'
import { scope } from './worker-scope.ts'

export async function resubscribe() {
  const answer = await fetch('/users/current/')
  // Nobody is signed in: the next start of the app sees to it.
  if (!answer.ok) return
  const { webpush_application_server_key } = (await answer.json()) as CurrentUser
  const subscription = await scope.registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: webpush_application_server_key,
  })
  await fetch('/users/current/pushsubscription/', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    // Not every browser names the end of one that has none.
    body: JSON.stringify({ expirationTime: null, ...subscription.toJSON() }),
  })
}
