// A question before something happens: the button says what will be done.
import { createStore, useStore } from '#web/store.ts'
import type { Asked, Question } from './question.tsx'
import { Asking } from './question.tsx'

const asked = createStore<Asked | undefined>(undefined)

/** Resolves to true once it is confirmed and `act`, if there is one, has succeeded. */
export function confirm(question: Question & { act?: () => Promise<unknown> }): Promise<boolean> {
  asked.get()?.answer(false)
  return new Promise((answer) => asked.set({ ...question, answer }))
}

/** As if somebody had said no: what stands in the question leads elsewhere. */
export function withdrawQuestion() {
  asked.get()?.answer(false)
  asked.set(undefined)
}

/** The first screen stands without it. */

/** Stands once in the app, beside the toasts. */
export function ConfirmHost() {
  const question = useStore(asked)
  if (!question) return null
  return <Asking key={question.title} {...question} end={() => asked.set(undefined)} />
}
