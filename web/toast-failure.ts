import { CallError, errorSentence } from './api.ts'
import { toast } from './ui/toast/toast-store.ts'

/** For failures without a form or dialog to show them. Returns the toast's id. */
export function toastFailure(problem: unknown, sentence?: string): number {
  if (!(problem instanceof CallError)) reportError(problem)
  const [ofField] = problem instanceof CallError ? Object.values(problem.fields) : []
  return toast(sentence ?? ofField ?? errorSentence(problem), { tone: 'danger' })
}
