import type { FillState } from '../words/fill-states.ts'
import type { AnswerValue, Field } from './fields.ts'
import type { Signature } from './signature.ts'

export type RoundPerson = { user_id: number | null; username: string; display_name: string }
type RoundAnswers = {
  /** Absent in rounds that an earlier release ended. Null for a person outside the audience. */
  state?: FillState | null
  changed_at?: string | null
  data: Record<string, AnswerValue>
  /** Absent if the process has no hand-in. */
  handed_in_at?: string | null
  signature?: Signature | null
}
/** The table of results: a column per field, a row per person. A finished round stores a copy. */
export type RoundTable = {
  fields: Field[]
  people: (RoundPerson & RoundAnswers)[]
  /** Set if the round had a hand-in. */
  hand_in?: 'plain' | 'signed' | null
}
