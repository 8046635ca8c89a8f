// One password prompt for the whole app; the refused call is repeated afterwards.
import { lazy, Suspense } from 'react'
import { openQuestion } from '#web/ui/dialog/confirm.tsx'

/** Not needed by the first screen. */
const PasswordPrompt = lazy(async () => ({
  default: (await import('./password-question.tsx')).PasswordPrompt,
}))

let openPrompt: Promise<boolean> | undefined

/** True if confirmed. Callers share an open prompt. */
export function confirmPassword(): Promise<boolean> {
  openPrompt ??= openQuestion<boolean>(
    (end) => (
      <Suspense fallback={null}>
        <PasswordPrompt end={end} />
      </Suspense>
    ),
    { isPrompt: true },
  ).then((isConfirmed = false) => {
    openPrompt = undefined
    return isConfirmed
  })
  return openPrompt
}
