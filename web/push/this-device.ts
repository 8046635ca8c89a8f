// Notifications on this device: what the browser says about them, and how they are switched on and off.
import { queryOptions } from '@tanstack/react-query'
import { remember, remembered } from '#web/local-storage.ts'
import { queryClient } from '#web/query-client.ts'
import { devicesQuery, giveSubscription, pushChanged, removeSubscription } from './queries.ts'
import { getWorker } from './worker.ts'

/** `off`: the browser would allow them, but nobody has switched them on here. */
export type PushStatus = 'impossible' | 'unasked' | 'denied' | 'off' | 'on'

/**
 * That somebody wants them here, for when the browser loses the subscription; without it the subscription alone says
 * it.
 */
const WANTED = 'push-wanted'

/** Without https a browser offers none of this, and on an iPhone only the installed app has it. */
const isPossible = () =>
  'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis

/** Asked again whenever somebody comes back, perhaps from the browser's settings. */
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

/** Asks for the permission where it must be asked for. */
export async function addThisDevice(serverKey: string) {
  try {
    if ((await Notification.requestPermission()) === 'granted') await inTurn(() => subscribe(serverKey))
  } finally {
    // Also when it failed: the permission may be another one now.
    await pushChanged()
  }
}

export async function removeThisDevice() {
  await inTurn(async () => {
    const { items } = await queryClient.fetchQuery({ ...devicesQuery, staleTime: 0 })
    // The server first: once the browser has let go, what it went on sending would reach nobody.
    for (const { id, is_this } of items) if (is_this) await removeSubscription(id)
    remember(WANTED, undefined)
    await (await subscriptionHere())?.unsubscribe()
  })
  await pushChanged()
}

/** Sees to it that the server has the subscription of a device where they are on; rejects when that did not work. */
export const keepOn = (serverKey: string) =>
  inTurn(async () => {
    if (!isPossible() || Notification.permission !== 'granted') return
    if (remembered(WANTED) !== null || (await subscriptionHere())) await subscribe(serverKey)
  })

let last: Promise<unknown> = Promise.resolve()

/** One after the other: what is kept up while somebody switches it off would be on again. */
function inTurn<T>(act: () => Promise<T>): Promise<T> {
  const done = last.then(act)
  last = done.catch(() => {})
  return done
}

async function subscribe(serverKey: string) {
  const { pushManager } = await getWorker()
  await giveSubscription(await fitting(pushManager, serverKey))
  remember(WANTED, '1')
}

/** One that was made for another key of the server is of no use any more. */
async function fitting(pushManager: PushManager, applicationServerKey: string): Promise<PushSubscription> {
  const present = await pushManager.getSubscription()
  const key = present?.options.applicationServerKey
  if (present && key && textOf(key) === applicationServerKey.replaceAll('=', '')) return present
  await present?.unsubscribe()
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })
}

async function subscriptionHere() {
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription()) ?? undefined
}

/** As the server writes its key: base64url without padding. */
const textOf = (key: ArrayBuffer) =>
  btoa(String.fromCharCode(...new Uint8Array(key)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** For what fails without anybody missing it: the specification wants it logged, and no more. */
export function logOnly(what: string, problem: unknown) {
  // oxlint-disable-next-line eslint/no-console -- that is the log of a browser
  console.warn(what, problem)
}
