// One password prompt for the whole app; the refused call is repeated afterwards.
import { lazy, Suspense } from 'react'
import { createStore, useStore } from '#web/store.ts'

type Asked = { answered: Promise<boolean>; answer: (isConfirmed: boolean) => void }

const prompt = createStore<Asked | undefined>(undefined)

/** Whether it was confirmed. Callers share an open prompt. */
export function confirmPassword(): Promise<boolean> {
  const pending = prompt.get()
  if (pending) return pending.answered
  const { promise, resolve } = Promise.withResolvers<boolean>()
  prompt.set({ answered: promise, answer: resolve })
  return promise
}

/** Closes the prompt as cancelled. */
export const cancelPasswordPrompt = () => end(false)

function end(isConfirmed: boolean) {
  prompt.get()?.answer(isConfirmed)
  prompt.set(undefined)
}

/** Not needed by the first screen. */
const PasswordQuestion = lazy(async () => ({
  default: (await import('./password-question.tsx')).PasswordQuestion,
}))

/** Rendered once in the app. */
export function ConfirmPasswordHost() {
  if (!useStore(prompt)) return null
  return (
    <Suspense fallback={null}>
      <PasswordQuestion end={end} />
    </Suspense>
  )
}
