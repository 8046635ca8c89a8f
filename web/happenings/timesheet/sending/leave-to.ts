import { withdrawQuestion } from '#web/ui/dialog/confirm.tsx'

/** To an entry that a question is about: once the question is gone and has given the focus back. */
export function leaveTo(timeentry_id: number, onJump: (timeentry_id: number) => void) {
  withdrawQuestion()
  setTimeout(() => onJump(timeentry_id))
}
