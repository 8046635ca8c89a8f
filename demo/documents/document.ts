import type { DocStatus } from '#contract/docs.ts'
import { type AnswerValue, CHECKED_VALUE } from '#contract/document/fields.ts'
import type { Tree } from '#contract/document/tree.ts'
import type { Person } from '../cast.ts'

/** A process of the demo: content, audience and answers so far. */
export type DemoDocument = {
  name: string
  status: DocStatus
  /** Visible to everybody; otherwise to these groups. */
  public?: true
  groups?: string[]
  changedDaysAgo: number
  content: Tree
  answers: PersonAnswers[]
  /** Answers before the last reset. */
  round?: { daysAgo: number; endedBy: Person; answers: PersonAnswers[] }
}
export type PersonAnswers = readonly [who: Person, data: Record<string, AnswerValue>]

/** Answers for ticked checkboxes. */
export const tickedAnswers = (...names: string[]): Record<string, AnswerValue> =>
  Object.fromEntries(names.map((name) => [name, CHECKED_VALUE]))
