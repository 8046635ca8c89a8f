// Shows notifications unless the content is already visible; a click opens it.
import type { CurrentUser } from '#contract/users.ts'
import { scope, type WindowClient } from './scope.ts'

type PushMessage = { title: string; body: string; path: string; tag: string }

/** Timeout in ms for a window's reply. A busy window, or one of an older build, never replies. */
const REPLY_TIMEOUT_MS = 500

export async function showPush(data: { json(): unknown } | null) {
  const { title, body, path, tag } = parsePush(data)
  if (await isVisiblePath(path)) return
  await scope.registration.showNotification(title, {
    body,
    icon: '/ui/icon-192.png',
    badge: '/ui/badge-96.png',
    lang: 'de',
    data: path,
    // Replaces an older notification with the same tag, and rings again.
    ...(tag && { tag, renotify: true }),
  })
  await scope.navigator.setAppBadge?.()
}

/** Browsers revoke the permission if a push shows nothing, so unreadable ones are shown too. */
function parsePush(data: { json(): unknown } | null): PushMessage {
  const something = { title: 'Kontor', body: 'Es gibt etwas Neues.', path: '/ui/', tag: '' }
  try {
    const message = { ...something, ...(data?.json() as Partial<PushMessage>) }
    return { ...message, path: message.path.startsWith('/ui/') ? message.path : something.path }
  } catch {
    return something
  }
}

async function isVisiblePath(path: string): Promise<boolean> {
  const before = (await listWindows()).filter(
    ({ focused, visibilityState }) => focused && visibilityState === 'visible',
  )
  const places = await Promise.all(before.map(getWindowPath))
  return places.includes(path)
}

/** In most browsers `client.url` is the initial address, so the worker asks the window for its present path. */
const getWindowPath = async (window: WindowClient) =>
  ((await ask(window, { kind: 'where' })) as string | undefined) ?? new URL(window.url).pathname

/** Focuses the last used window without reloading, so that typed text stays. */
export async function openWindow(notification: Notification) {
  notification.close()
  const path = notification.data as string
  const [window] = await listWindows()
  if (!window) {
    await scope.clients.openWindow(path)
    return
  }
  // Not allowed in every browser.
  await window.focus().catch(() => {})
  if ((await ask(window, { kind: 'go', path })) !== true) await window.navigate(path)
}

const listWindows = () => scope.clients.matchAll({ type: 'window', includeUncontrolled: true })

const ask = (window: WindowClient, question: unknown) =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', ({ data }) => resolve(data))
    port1.start()
    window.postMessage(question, [port2])
    setTimeout(resolve, REPLY_TIMEOUT_MS)
  })

/** The browser has changed the subscription: tells the server, if somebody is signed in. */
export async function resubscribe() {
  const answer = await fetch('/users/current/')
  // Usually nobody is signed in. The next start of the app retries.
  if (!answer.ok) return
  const { webpush_application_server_key } = (await answer.json()) as CurrentUser
  const subscription = await scope.registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: webpush_application_server_key,
  })
  await fetch('/users/current/pushsubscription/', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    // Not every browser sets a null `expirationTime`.
    body: JSON.stringify({ expirationTime: null, ...subscription.toJSON() }),
  })
}
