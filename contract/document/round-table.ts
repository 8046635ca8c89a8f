import type { FillState } from '../words/fill-states.ts'
import type { Field, Value } from './fields.ts'
import type { Signature } from './signature.ts'

/** The table of results: fields across, people down. A finished round keeps its own copy. */
export type RoundPerson = { user_id: number | null; username: string; display_name: string }
type RoundAnswers = {
  /** Absent in rounds of earlier releases; null for somebody whom the document was not meant for. */
  state?: FillState | null
  changed_at?: string | null
  data: Record<string, Value>
  /** Absent where a process is not handed in. */
  handed_in_at?: string | null
  signature?: Signature | null
}
export type RoundTable = {
  fields: Field[]
  people: (RoundPerson & RoundAnswers)[]
  /** Set if it was to be handed in. */
  hand_in?: 'plain' | 'signed' | null
}
