// The short messages that are on the screen now; anybody may add one, from anywhere.
import { createStore } from '#web/store.ts'

type ToastOptions = {
  tone?: 'success' | 'info' | 'danger'
  /** For example 'Rückgängig'. */
  action?: { text: string; onPick: () => void }
}
export type Toast = ToastOptions & { id: number; text: string; since: number }

export const TOAST_MS = 5000
/** As long as it takes to read one, where nobody hesitates. */
const READ_MS = 1500
const AT_MOST = 4

export const toasts = createStore<readonly Toast[]>([])
/** How high a bar at the lower edge of the window is (px): they stand above it. */
export const lift = createStore(0)
let lastId = 0
let held = false
const left = new Map<
  number,
  { ms: number; since: number; timer: ReturnType<typeof setTimeout> | undefined }
>()

function change(next: readonly Toast[]) {
  for (const gone of toasts.get()) {
    if (next.includes(gone)) continue
    clearTimeout(left.get(gone.id)?.timer)
    left.delete(gone.id)
  }
  toasts.set(next)
}

function run(id: number, ms: number) {
  const timer = held ? undefined : setTimeout(() => dismiss(id), ms)
  left.set(id, { ms, since: Date.now(), timer })
}

export function toast(text: string, options: ToastOptions = {}): number {
  const id = ++lastId
  // The same message twice at once says nothing new: the older one goes. What one offers, another does not.
  const others = toasts.get().filter((other) => other.text !== text || other.action || options.action)
  change([...others, { ...options, text, id, since: Date.now() }].slice(-AT_MOST))
  // Whoever is offered something has to read it, to decide and to press it.
  run(id, options.action ? 2 * TOAST_MS : TOAST_MS)
  return id
}

export const dismiss = (id: number) => change(toasts.get().filter((toast) => toast.id !== id))

/** What it told of is over: it goes as soon as it could be read. */
export function overtake(id: number) {
  const told = toasts.get().find((toast) => toast.id === id)
  if (!told) return
  clearTimeout(left.get(id)?.timer)
  run(id, Math.max(told.since + READ_MS - Date.now(), 0))
}

/**
 * Somebody goes on with what lies around them, or under them: what could be read goes. What failed or offers
 * something stays.
 */
export const goOn = () =>
  change(
    toasts
      .get()
      .filter(({ tone, action, since }) => tone === 'danger' || action || Date.now() - since < READ_MS),
  )

/** While somebody is reading (pointer or focus on the messages) no time passes. */
export function hold(on: boolean) {
  if (held === on) return
  held = on
  for (const [id, { ms, since, timer }] of left) {
    clearTimeout(timer)
    run(id, on ? Math.max(ms - (Date.now() - since), 1000) : ms)
  }
}
