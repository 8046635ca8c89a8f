// Notifications on this device: what the browser says about them, and how they are switched on and off.
import { remember, remembered } from '#web/local-storage.ts'
import { giveSubscription } from './queries.ts'
import { getWorker } from './worker.ts'

/** `off`: the browser would allow them, but nobody has switched them on here. */
export type PushStatus = 'impossible' | 'unasked' | 'denied' | 'off' | 'on'

/**
 * That somebody wants them here, for when the browser loses the subscription; without it the subscription alone says
 * it.
 */
const WANTED = 'push-wanted'

/** Without https a browser offers none of this, and on an iPhone only the installed app has it. */
export const isPossible = () =>
  'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis

export async function readStatus(): Promise<PushStatus> {
  if (!isPossible()) return 'impossible'
  if (Notification.permission === 'denied') return 'denied'
  if (Notification.permission === 'default') return 'unasked'
  return (await subscriptionHere()) ? 'on' : 'off'
}

/** Asks for the permission where it must be asked for; answers what came of it. Rejects when something broke. */
export async function switchOn(serverKey: string): Promise<PushStatus> {
  const permission = await Notification.requestPermission()
  if (permission !== 'granted') return readStatus()
  await inTurn(() => subscribe(serverKey))
  return 'on'
}

/** First `forget`, on the server: once the browser has let go, what the server went on sending would reach nobody. */
export const switchOff = (forget: () => Promise<void>) =>
  inTurn(async () => {
    await forget()
    remember(WANTED, undefined)
    await (await subscriptionHere())?.unsubscribe()
  })

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
