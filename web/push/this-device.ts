// Push notifications on this device: permission, on and off.
import { queryOptions } from '@tanstack/react-query'
import { remember, remembered } from '#web/local-storage.ts'
import { queryClient } from '#web/query-client.ts'
import { devicesQuery, giveSubscription, invalidatePush, removeSubscription } from './queries.ts'
import { getWorker } from './worker.ts'

/** `off`: permitted, but not switched on. */
export type PushStatus = 'impossible' | 'unasked' | 'denied' | 'off' | 'on'

/**
 * Local storage key, set while the user wants push on this device. If the browser has dropped the subscription, only
 * this entry still says so.
 */
const PUSH_WANTED_KEY = 'push-wanted'

/** Needs https, and on iOS the installed app. */
const isPossible = () =>
  'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis

/** Refetched on focus, since it may change in the browser's settings. */
export const statusQuery = queryOptions({
  queryKey: ['push', 'status'],
  queryFn: readStatus,
  networkMode: 'always',
  staleTime: 0,
})

async function readStatus(): Promise<PushStatus> {
  if (!isPossible()) return 'impossible'
  if (Notification.permission === 'denied') return 'denied'
  if (Notification.permission === 'default') return 'unasked'
  return (await subscriptionHere()) ? 'on' : 'off'
}

/** Requests the permission if needed. */
export async function addThisDevice(serverKey: string) {
  try {
    if ((await Notification.requestPermission()) === 'granted') await inTurn(() => subscribe(serverKey))
  } finally {
    // Also after a failure, since the permission may have changed.
    await invalidatePush()
  }
}

export async function removeThisDevice() {
  await inTurn(async () => {
    const { items } = await queryClient.fetchQuery({ ...devicesQuery, staleTime: 0 })
    // The server first, or it would send to a dead subscription.
    for (const { id, is_this } of items) if (is_this) await removeSubscription(id)
    remember(PUSH_WANTED_KEY, undefined)
    await (await subscriptionHere())?.unsubscribe()
  })
  await invalidatePush()
}

/** Ensures that the server has the subscription if notifications are on; rejects on failure. */
export const keepOn = (serverKey: string) =>
  inTurn(async () => {
    if (!isPossible() || Notification.permission !== 'granted') return
    if (remembered(PUSH_WANTED_KEY) !== null || (await subscriptionHere())) await subscribe(serverKey)
  })

let last: Promise<unknown> = Promise.resolve()

/** One action at a time, so that a renewal that is in progress cannot undo a switch-off. */
function inTurn<T>(act: () => Promise<T>): Promise<T> {
  const done = last.then(act)
  last = done.catch(() => {})
  return done
}

async function subscribe(serverKey: string) {
  const { pushManager } = await getWorker()
  await giveSubscription(await subscriptionFor(pushManager, serverKey))
  remember(PUSH_WANTED_KEY, '1')
}

/** The present subscription if it belongs to this server key, otherwise a new one in its place. */
async function subscriptionFor(
  pushManager: PushManager,
  applicationServerKey: string,
): Promise<PushSubscription> {
  const present = await pushManager.getSubscription()
  const key = present?.options.applicationServerKey
  if (present && key && keyAsText(key) === applicationServerKey.replaceAll('=', '')) return present
  await present?.unsubscribe()
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })
}

async function subscriptionHere() {
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription()) ?? undefined
}

/** base64url without padding, as on the server. */
const keyAsText = (key: ArrayBuffer) =>
  btoa(String.fromCharCode(...new Uint8Array(key)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
