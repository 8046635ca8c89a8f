// Shows what arrives, unless somebody is looking at it already; a click leads there.
import type { CurrentUser } from '#contract/users.ts'
import { scope, type Window } from './scope.ts'

type Message = { title: string; body: string; path: string; tag: string }

/** How long a window may take to answer; one that is busy or older than this script never does. */
const ANSWER_MS = 500

export async function show(data: { json(): unknown } | null) {
  const { title, body, path, tag } = read(data)
  if (await isLookedAt(path)) return
  await scope.registration.showNotification(title, {
    body,
    icon: '/ui/icon-192.png',
    badge: '/ui/badge-96.png',
    lang: 'de',
    data: path,
    // The newer one takes the place of the older, and is heard again.
    ...(tag && { tag, renotify: true }),
  })
  await scope.navigator.setAppBadge?.()
}

/** Browsers take the permission away from who shows nothing: also what cannot be read is shown as something. */
function read(data: { json(): unknown } | null): Message {
  const something = { title: 'Kontor', body: 'Es gibt etwas Neues.', path: '/ui/', tag: '' }
  try {
    const message = { ...something, ...(data?.json() as Partial<Message>) }
    return { ...message, path: message.path.startsWith('/ui/') ? message.path : something.path }
  } catch {
    return something
  }
}

async function isLookedAt(path: string): Promise<boolean> {
  const before = (await windows()).filter(
    ({ focused, visibilityState }) => focused && visibilityState === 'visible',
  )
  const places = await Promise.all(before.map(placeOf))
  return places.includes(path)
}

/** The address that a window began with is not where it is now, in every browser but one: it is asked. */
const placeOf = async (window: Window) =>
  ((await ask(window, { kind: 'where' })) as string | undefined) ?? new URL(window.url).pathname

/** To the window that was used last, without loading it anew: what somebody typed there stays. */
export async function openWindow(notification: Notification) {
  notification.close()
  const path = notification.data as string
  const [window] = await windows()
  if (!window) {
    await scope.clients.openWindow(path)
    return
  }
  // Not allowed in every browser; then it comes there in the background.
  await window.focus().catch(() => {})
  if ((await ask(window, { kind: 'go', path })) !== true) await window.navigate(path)
}

const windows = () => scope.clients.matchAll({ type: 'window', includeUncontrolled: true })

const ask = (window: Window, question: unknown) =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', ({ data }) => resolve(data))
    port1.start()
    window.postMessage(question, [port2])
    setTimeout(resolve, ANSWER_MS)
  })

/** The browser has changed a device's address: the server is told the new one, if somebody is signed in here. */
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
