// Undo of recent actions: in the toast, and for longer as a line on the screen.
import { isGone } from '#web/api.ts'
import { createStore } from '#web/store.ts'
import { toastFailure } from '#web/toast-failure.ts'
import { dismiss, toast } from '#web/ui/toast/toast-store.ts'
import { cachedUserId } from '#web/users/queries.ts'

export type Undoable = {
  id: number
  place: string
  /** User who acted. The undo is hidden from others who sign in at this browser. */
  user_id: number
  text: string
  undo: () => void
  close: () => void
}

export const undoables = createStore<readonly Undoable[]>([])

/** Equals the time for which the server stores the former state. */
const LIFETIME_MS = 3_600_000

/**
 * `place`: key of the `UndoLines` that show it. A rejected `undo` is reported and stays offered, unless it has
 * expired.
 */
export function offerUndo(place: string, text: string, undo: () => unknown) {
  const remove = () => {
    clearTimeout(timer)
    undoables.set(undoables.get().filter((one) => one !== offered))
  }
  const timer = setTimeout(() => remove(), LIFETIME_MS)
  let isRunning = false
  const takeBack = async () => {
    if (isRunning) return
    isRunning = true
    try {
      await undo()
    } catch (problem) {
      toastFailure(problem)
      if (!isGone(problem)) return
    } finally {
      isRunning = false
    }
    remove()
    dismiss(message)
  }
  const message = toast(text, { action: { text: 'Rückgängig', onPick: () => void takeBack() } })
  const offered: Undoable = {
    id: message,
    place,
    user_id: cachedUserId(),
    text,
    undo: () => void takeBack(),
    close: remove,
  }
  undoables.set([offered, ...undoables.get()])
}

/** Drops undos that only make sense on this screen. */
export function dropUndos(place: string) {
  for (const one of undoables.get()) if (one.place === place) one.close()
}
