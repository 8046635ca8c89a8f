// Stubs for browsers without push: the permission, the subscription from a push service, and a service worker
// that is already there. The real one would first fetch all files of the app in each new window.
import { createECDH, randomBytes } from 'node:crypto'
import type { BrowserContext } from 'playwright-core'

export type Stubs = { permission: NotificationPermission; answer?: NotificationPermission; broken?: boolean }

/**
 * The state is stored in `window.name`, where reloads and a logout keep it. Tests read and change it as
 * `fakePush`; `subscribed` is the present endpoint.
 */
export async function canBeNotified(context: BrowserContext, stubs: Stubs) {
  const p256dh = createECDH('prime256v1').generateKeys('base64url')
  const keys = { p256dh, auth: randomBytes(16).toString('base64url') }
  await context.addInitScript(
    ([stubs, keys]) => {
      type State = Stubs & { subscribed?: string | undefined; serverKey?: string; count: number }
      const read = () => (JSON.parse(window.name || 'null') ?? { ...stubs, count: 0 }) as State
      const change = (state: Partial<State>) => {
        window.name = JSON.stringify({ ...read(), ...state })
      }
      const bytes = (text: string) =>
        Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0)).buffer
      const present = () => {
        const { subscribed: endpoint, serverKey = '' } = read()
        return endpoint === undefined
          ? null
          : {
              endpoint,
              options: { applicationServerKey: bytes(serverKey) },
              toJSON: () => ({ endpoint, expirationTime: null, keys }),
              unsubscribe: async () => {
                change({ subscribed: undefined })
                return true
              },
            }
      }
      Object.defineProperty(Notification, 'permission', { get: () => read().permission })
      Notification.requestPermission = async () => {
        const { permission, answer = 'granted' } = read()
        if (permission === 'default') change({ permission: answer })
        return read().permission
      }
      Object.assign(PushManager.prototype, {
        getSubscription: async () => present(),
        async subscribe({ applicationServerKey }: { applicationServerKey: string }) {
          const { broken, count } = read()
          if (broken) throw new DOMException('Registration failed - push service error', 'AbortError')
          const subscribed = `https://fcm.googleapis.com/fcm/send/${keys.auth}-${count}`
          change({ count: count + 1, serverKey: applicationServerKey, subscribed })
          return present()
        },
      })
      const registration = {
        active: {},
        pushManager: Object.create(PushManager.prototype) as PushManager,
        getNotifications: async () => [],
      }
      // The empty page of a new window has no service workers.
      if ('serviceWorker' in navigator)
        Object.defineProperties(navigator.serviceWorker, {
          controller: { get: () => registration.active },
          register: { value: async () => registration },
          getRegistration: { value: async () => registration },
        })
      Object.assign(globalThis, { fakePush: { read, change } })
    },
    [stubs, keys] as const,
  )
}
