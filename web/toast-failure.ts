import { Failed, sentenceOf } from './api.ts'
import { toast } from './ui/toast/toast-store.ts'

/** For failures without a form or dialog to show them. Returns the toast's id. */
export function toastFailure(problem: unknown, sentence?: string): number {
  if (!(problem instanceof Failed)) reportError(problem)
  const [ofField] = problem instanceof Failed ? Object.values(problem.fields) : []
  return toast(sentence ?? ofField ?? sentenceOf(problem), { tone: 'danger' })
}
