// Runs beside the screens as long as the app is open. Whenever somebody signs in, or the server has a new key, the
// device is put right; what is read is kept on it; what the service worker asks is answered; the mark on the icon
// goes when all is read.
import { keepCopies } from '#web/copies/keep.ts'
import { queryClient } from '#web/query-client.ts'
import { screenStands } from '#web/screen-stands.ts'
import { currentUserQuery } from '#web/users/queries.ts'
import { logOnly } from './log.ts'
import { getWorker } from './worker.ts'

type Given = { goTo: (path: string) => void; isMoving: () => boolean }

export function start({ goTo, isMoving }: Given) {
  isMovingNow = isMoving
  queryClient.getQueryCache().subscribe(({ query: { queryKey } }) => {
    if (queryKey[0] === 'users' && queryKey[1] === 'current') look()
  })
  document.addEventListener('visibilitychange', look)
  look()
  navigator.serviceWorker?.addEventListener('message', ({ data, ports: [reply] }) => {
    const question = data as { kind: 'where' } | { kind: 'go'; path: string }
    if (question.kind === 'where') reply?.postMessage(location.pathname, [])
    if (question.kind !== 'go') return
    goTo(question.path)
    reply?.postMessage(true, [])
  })
}

let known: string | undefined
let isMovingNow = () => false

function look() {
  const me = queryClient.getQueryData(currentUserQuery.queryKey)
  const now = me && `${me.username} ${me.webpush_application_server_key}`
  if (me && !me.unread_chats && !document.hidden) void navigator.clearAppBadge?.().catch(() => {})
  if (now === known) return
  known = now
  if (me) void putRight(me.webpush_application_server_key)
}

async function putRight(serverKey: string | null) {
  if (!('serviceWorker' in navigator)) return
  try {
    // With the worker comes the whole app.
    await screenStands(isMovingNow)
    await getWorker()
    // The app itself is on the device: what is read may be, too.
    keepCopies()
    // Most devices have none to keep up.
    if (serverKey && globalThis.Notification?.permission === 'granted')
      await (await import('./this-device.ts')).keepOn(serverKey)
  } catch (error) {
    // Everything else works without; the profile tells who wants to know.
    logOnly('No service worker, or no notifications:', error)
  }
}
