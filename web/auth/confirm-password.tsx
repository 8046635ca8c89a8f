// One question for the password, whatever has asked for it; what was refused goes on by itself afterwards.
import { lazy, Suspense } from 'react'
import { createStore, useStore } from '#web/store.ts'

type Asked = { answered: Promise<boolean>; answer: (isConfirmed: boolean) => void }

const asked = createStore<Asked | undefined>(undefined)

/** Whether it was confirmed. Whoever asks while the question stands waits for its answer. */
export function confirmPassword(): Promise<boolean> {
  const pending = asked.get()
  if (pending) return pending.answered
  const { promise, resolve } = Promise.withResolvers<boolean>()
  asked.set({ answered: promise, answer: resolve })
  return promise
}

/** As if somebody had cancelled. */
export const takeBackPassword = () => end(false)

function end(isConfirmed: boolean) {
  asked.get()?.answer(isConfirmed)
  asked.set(undefined)
}

/** The first screen stands without it. */
const PasswordQuestion = lazy(async () => ({
  default: (await import('./password-question.tsx')).PasswordQuestion,
}))

/** Stands once in the app, beside the other questions. */
export function ConfirmPasswordHost() {
  if (!useStore(asked)) return null
  return (
    <Suspense fallback={null}>
      <PasswordQuestion end={end} />
    </Suspense>
  )
}
