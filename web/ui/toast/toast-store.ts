// Toasts: can be added from anywhere.
import { createStore } from '#web/store.ts'

type ToastOptions = {
  tone?: 'success' | 'info' | 'danger'
  /** For example 'Rückgängig'. */
  action?: { text: string; onPick: () => void }
}
export type Toast = ToastOptions & { id: number; text: string }

export const TOAST_MS = 5000
const AT_MOST = 4

export const toasts = createStore<readonly Toast[]>([])
/** Height in px of a bar at the bottom, which toasts avoid. */
export const lift = createStore(0)
let lastId = 0
/** Reasons to pause the timers. */
const held = new Set<'pointer' | 'focus'>()
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
  const timer = held.size > 0 ? undefined : setTimeout(() => dismiss(id), ms)
  left.set(id, { ms, since: Date.now(), timer })
}

export function toast(text: string, options: ToastOptions = {}): number {
  const id = ++lastId
  // Duplicates replace the older one; toasts with different actions are not duplicates.
  const others = toasts.get().filter((other) => other.text !== text || other.action || options.action)
  change([...others, { ...options, text, id }].slice(-AT_MOST))
  run(id, TOAST_MS)
  return id
}

export const dismiss = (id: number) => change(toasts.get().filter((toast) => toast.id !== id))

/** Pauses the timers while a pointer or the focus is on a toast. */
export function hold(by: 'pointer' | 'focus', on: boolean) {
  const was = held.size > 0
  if (on) held.add(by)
  else held.delete(by)
  const is = held.size > 0
  if (was === is) return
  for (const [id, { ms, since, timer }] of left) {
    clearTimeout(timer)
    run(id, is ? ms - (Date.now() - since) : ms)
  }
}
