// Background tasks of the app: renews the push subscription after sign-in or with a new server key, answers the
// service worker, and clears the badge when everything is read.

import { logOnly } from '#web/log-only.ts'
import { REFETCHED_EVENT } from '#web/offline/answers.ts'
import { awaitWorker } from '#web/offline/await-worker.ts'
import { queryClient } from '#web/query-client.ts'
import { untilScreenIdle } from '#web/screen-idle.ts'
import { currentUserQuery } from '#web/users/queries.ts'
import { renewSubscription } from './this-device.ts'
import { getWorker } from './worker.ts'

type Navigation = { goTo: (path: string) => void; isMoving: () => boolean }

export function startPush({ goTo, isMoving }: Navigation) {
  isNavigating = isMoving
  queryClient.getQueryCache().subscribe(({ query: { queryKey } }) => {
    if (queryKey[0] === 'users' && queryKey[1] === 'current') syncWithCurrentUser()
  })
  document.addEventListener('visibilitychange', syncWithCurrentUser)
  syncWithCurrentUser()
  navigator.serviceWorker?.addEventListener('message', ({ data, ports: [reply] }) => {
    const question = data as { kind: 'where' } | { kind: 'go'; path: string }
    if (question.kind === 'where') reply?.postMessage(location.pathname, [])
    if (question.kind !== 'go') return
    goTo(question.path)
    reply?.postMessage(true, [])
  })
}

let userAndServerKey: string | undefined
let isNavigating = () => false

function syncWithCurrentUser() {
  const me = queryClient.getQueryData(currentUserQuery.queryKey)
  const now = me && `${me.username} ${me.webpush_application_server_key}`
  if (me && !me.unread_chats && !document.hidden) void navigator.clearAppBadge?.().catch(() => {})
  if (now === userAndServerKey) return
  userAndServerKey = now
  if (me) void setUpPush(me.webpush_application_server_key)
}

async function setUpPush(serverKey: string | null) {
  if (!('serviceWorker' in navigator)) return
  try {
    // Installing the worker downloads the whole app, so it waits until the screen is idle.
    await untilScreenIdle(isNavigating)
    const isFirst = !navigator.serviceWorker.controller
    await getWorker()
    if (isFirst) refetchThroughWorker().catch((error) => logOnly('Not read again:', error))
    if (serverKey) await renewSubscription(serverKey)
  } catch (error) {
    // Ignored: notifications and offline copies are optional, and the profile shows whether notifications work.
    logOnly('No service worker, or no notifications:', error)
  }
}

/**
 * Refetches through the service worker what was loaded before it controlled the page, so that it is cached for
 * offline use.
 */
async function refetchThroughWorker() {
  await awaitWorker()
  // The current user comes first, since nothing is cached without their data.
  await queryClient.refetchQueries(currentUserQuery)
  await queryClient.refetchQueries({ predicate: ({ meta }) => meta?.isOffline === true })
  const images = Array.from(document.images, ({ src }) => src).filter((src) =>
    src.startsWith(location.origin),
  )
  await Promise.all(images.map((src) => fetch(src, { cache: 'force-cache' })))
  dispatchEvent(new Event(REFETCHED_EVENT))
}
