import type { Field, Value } from './fields.ts'
import type { Signature } from './signature.ts'

/** The table of results: fields across, people down. A round keeps it as it was. */
export type RoundPerson = { user_id: number | null; username: string; display_name: string }
type RoundAnswers = {
  data: Record<string, Value>
  /** Of processes that are handed in. */
  handed_in_at?: string | null
  signature?: Signature | null
}
export type RoundTable = {
  fields: Field[]
  people: (RoundPerson & RoundAnswers)[]
  /** It was to be handed in. */
  hand_in?: 'plain' | 'signed' | null
}
