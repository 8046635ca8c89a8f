// One password prompt for the whole app. `api.ts` opens it when the server refuses a call, then repeats the call.
import { lazy, Suspense } from 'react'
import { openQuestion } from '#web/ui/dialog/confirm.tsx'

/** Loaded on demand, since the first screen does not need it. */
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
