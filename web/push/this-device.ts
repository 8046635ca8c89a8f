// Push notifications on this device: permission, on and off.
import { queryOptions } from '@tanstack/react-query'
import { readLocal, writeLocal } from '#web/local-storage.ts'
import { queryClient } from '#web/query-client.ts'
import { devicesQuery, invalidatePush, removeSubscription, sendSubscription } from './queries.ts'
import { getWorker } from './worker.ts'

/** `off`: permitted, but not switched on. */
export type PushStatus = 'impossible' | 'unasked' | 'denied' | 'off' | 'on'

/**
 * Local storage key, set while the user wants push on this device. If the browser has dropped the subscription, only
 * this entry still says so.
 */
const PUSH_WANTED_KEY = 'push-wanted'

/** Needs https, and on iOS the installed app. */
const isPushSupported = () =>
  'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis

/** Refetched on focus, since it may change in the browser's settings. */
export const pushStatusQuery = queryOptions({
  queryKey: ['push', 'status'],
  queryFn: readPushStatus,
  networkMode: 'always',
  staleTime: 0,
})

async function readPushStatus(): Promise<PushStatus> {
  if (!isPushSupported()) return 'impossible'
  if (Notification.permission === 'denied') return 'denied'
  if (Notification.permission === 'default') return 'unasked'
  return (await findSubscription()) ? 'on' : 'off'
}

/** Requests the permission if needed. */
export async function addThisDevice(serverKey: string) {
  try {
    if ((await Notification.requestPermission()) === 'granted') await queueAction(() => subscribe(serverKey))
  } finally {
    // Also after a failure, since the permission may have changed.
    await invalidatePush()
  }
}

export async function removeThisDevice() {
  await queueAction(async () => {
    const { items } = await queryClient.fetchQuery({ ...devicesQuery, staleTime: 0 })
    // Removed on the server first: otherwise it would send to a subscription that no longer exists.
    for (const { id, is_this } of items) if (is_this) await removeSubscription(id)
    writeLocal(PUSH_WANTED_KEY, undefined)
    await (await findSubscription())?.unsubscribe()
  })
  await invalidatePush()
}

/** Ensures that the server has the subscription if notifications are on; rejects on failure. */
export const renewSubscription = (serverKey: string) =>
  queueAction(async () => {
    if (!isPushSupported() || Notification.permission !== 'granted') return
    if (readLocal(PUSH_WANTED_KEY) !== null || (await findSubscription())) await subscribe(serverKey)
  })

let lastAction: Promise<unknown> = Promise.resolve()

/** One action at a time, so that a renewal that is in progress cannot undo a switch-off. */
function queueAction<T>(act: () => Promise<T>): Promise<T> {
  const done = lastAction.then(act)
  lastAction = done.catch(() => {})
  return done
}

async function subscribe(serverKey: string) {
  const { pushManager } = await getWorker()
  await sendSubscription(await ensureSubscription(pushManager, serverKey))
  writeLocal(PUSH_WANTED_KEY, '1')
}

/** The present subscription if it belongs to this server key, otherwise a new one in its place. */
async function ensureSubscription(
  pushManager: PushManager,
  applicationServerKey: string,
): Promise<PushSubscription> {
  const present = await pushManager.getSubscription()
  const key = present?.options.applicationServerKey
  if (present && key && toBase64Url(key) === applicationServerKey.replaceAll('=', '')) return present
  await present?.unsubscribe()
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })
}

async function findSubscription() {
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription()) ?? undefined
}

/** base64url without padding, as on the server. */
const toBase64Url = (key: ArrayBuffer) =>
  btoa(String.fromCharCode(...new Uint8Array(key)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
