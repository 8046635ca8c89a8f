/** Types of the service worker's global scope. TypeScript's own (`webworker`) conflict with its `dom` types. */
type Later = { waitUntil(work: Promise<unknown>): void }
type PushEvent = Later & { data: { json(): unknown } | null }
type NotificationEvent = Later & { notification: Notification }
export type AppFetch = Later & {
  request: Request
  preloadResponse?: Promise<Response | undefined>
  respondWith(answer: Promise<Response>): void
}
export type Window = {
  readonly url: string
  readonly focused: boolean
  readonly visibilityState: DocumentVisibilityState
  focus(): Promise<Window>
  navigate(url: string): Promise<Window | null>
  postMessage(message: unknown, ports: MessagePort[]): void
}

type Events = {
  install: Later
  activate: Later
  fetch: AppFetch
  message: Later
  push: PushEvent
  notificationclick: NotificationEvent
  pushsubscriptionchange: Later
}
type Scope = {
  registration: ServiceWorkerRegistration
  navigator: Navigator
  clients: {
    claim(): Promise<void>
    matchAll(which: { type: 'window'; includeUncontrolled: boolean }): Promise<readonly Window[]>
    openWindow(url: string): Promise<Window | null>
  }
  skipWaiting(): Promise<void>
  addEventListener<K extends keyof Events>(kind: K, listen: (event: Events[K]) => void): void
}

export const scope = globalThis as unknown as Scope
