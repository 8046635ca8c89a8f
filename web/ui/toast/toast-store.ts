// Toasts: can be added from anywhere.
import { createStore } from '#web/store.ts'

type ToastOptions = {
  tone?: 'success' | 'info' | 'danger'
  /** For example 'Rückgängig'. */
  action?: { text: string; onPick: () => void }
}
export type Toast = ToastOptions & { id: number; text: string }

export const TOAST_MS = 5000
const MAX_TOASTS = 4

export const toasts = createStore<readonly Toast[]>([])
/** Height in px of a bar at the bottom, which toasts avoid. */
export const bottomInset = createStore(0)
let lastId = 0
/** Reasons to pause the timers. */
const pauseReasons = new Set<'pointer' | 'focus'>()
const timers = new Map<
  number,
  { ms: number; since: number; timer: ReturnType<typeof setTimeout> | undefined }
>()

function setToasts(next: readonly Toast[]) {
  for (const gone of toasts.get()) {
    if (next.includes(gone)) continue
    clearTimeout(timers.get(gone.id)?.timer)
    timers.delete(gone.id)
  }
  toasts.set(next)
}

function startTimer(id: number, ms: number) {
  const timer = pauseReasons.size > 0 ? undefined : setTimeout(() => dismiss(id), ms)
  timers.set(id, { ms, since: Date.now(), timer })
}

export function toast(text: string, options: ToastOptions = {}): number {
  const id = ++lastId
  // Replaces a toast with the same text, unless one of them has an action.
  const others = toasts.get().filter((other) => other.text !== text || other.action || options.action)
  setToasts([...others, { ...options, text, id }].slice(-MAX_TOASTS))
  startTimer(id, TOAST_MS)
  return id
}

export const dismiss = (id: number) => setToasts(toasts.get().filter((toast) => toast.id !== id))

/** Pauses the timers while a pointer or the focus is on a toast. */
export function pauseTimers(by: 'pointer' | 'focus', on: boolean) {
  const was = pauseReasons.size > 0
  if (on) pauseReasons.add(by)
  else pauseReasons.delete(by)
  const is = pauseReasons.size > 0
  if (was === is) return
  for (const [id, { ms, since, timer }] of timers) {
    clearTimeout(timer)
    startTimer(id, is ? ms - (Date.now() - since) : ms)
  }
}
