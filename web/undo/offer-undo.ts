// What somebody has just done and can take back: in the message that tells of it, and for longer in its own place.
import { isGone } from '#web/api.ts'
import { createStore } from '#web/store.ts'
import { toastFailure } from '#web/toast-failure.ts'
import { dismiss, toast } from '#web/ui/toast/toast-store.ts'
import { knownUserId } from '#web/users/queries.ts'

export type Undoable = {
  id: number
  place: string
  /** Nobody takes back what somebody else has done here before. */
  user_id: number
  text: string
  undo: () => void
  close: () => void
}

export const undoables = createStore<readonly Undoable[]>([])

/** As long as the server keeps how things were. */
const LIFETIME_MS = 3_600_000

/** `place`: of the `UndoLines` where it stays. An `undo` that rejects is told, and offered further unless it is over. */
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
    user_id: knownUserId(),
    text,
    undo: () => void takeBack(),
    close: remove,
  }
  undoables.set([offered, ...undoables.get()])
}

/** What rests on the screen alone ends with it. */
export function clearPlace(place: string) {
  for (const one of undoables.get()) if (one.place === place) one.close()
}
