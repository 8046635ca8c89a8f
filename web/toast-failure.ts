import { Failed, sentenceOf } from './api.ts'
import { toast } from './ui/toast/toast-store.ts'

/**
 * Where neither a form nor a question is open, a refusal has nowhere else to stand, also one that is about a single
 * field. Answers with the toast's id.
 */
export function toastFailure(problem: unknown, sentence?: string): number {
  if (!(problem instanceof Failed)) reportError(problem)
  const [ofField] = problem instanceof Failed ? Object.values(problem.fields) : []
  return toast(sentence ?? ofField ?? sentenceOf(problem), { tone: 'danger' })
}
