import { Failed, sentenceOf } from './api.ts'
import { toast } from './ui/toast.tsx'

/** Where neither a form nor a dialog is open, a refusal has nowhere else to stand. Answers with the toast's id. */
export function toastFailure(problem: unknown): number {
  if (!(problem instanceof Failed)) reportError(problem)
  return toast(sentenceOf(problem), { tone: 'danger' })
}
