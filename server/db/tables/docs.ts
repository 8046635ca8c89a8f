// Tables of documents, what people answer, and images.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { DocStatus } from '#contract/docs.ts'
import type { Field, Value } from '#contract/document/fields.ts'
import type { RoundTable } from '#contract/document/round-table.ts'
import type { Signature } from '#contract/document/signature.ts'
import type { Tree } from '#contract/document/tree.ts'
import type { HandIn } from '#contract/results.ts'
import type { Repeats } from '#contract/rounds.ts'

/** Read as a value, written as its JSON text. */
type Json<T> = ColumnType<T, string, string>

export type DocsTables = {
  docs: {
    id: GeneratedAlways<number>
    name: string
    status: Generated<DocStatus>
    public: Generated<boolean>
    content: Json<Tree>
    fields: Json<Field[]>
    images: Generated<string[]>
    /** Names of fields that nobody is asked for before they have entered anything. */
    hidden: Generated<string[]>
    version: Generated<number>
    last_update: Generated<Date>
    deleted_at: Date | null
    /** When somebody of the staff first opened it since it became Aktiv. */
    first_read_at: Date | null
    /** The last day on which it is to be filled in. */
    due_on: string | null
    publish_at: Date | null
    publish_tells: Generated<boolean>
    repeats: Json<Repeats> | null
    next_round_at: Date | null
    hand_in: HandIn | null
    /** Counts how often all have begun anew, from one. */
    round: Generated<number>
    search: GeneratedAlways<string>
    /** What is looked for in its text. */
    words: GeneratedAlways<string>
  }
  doc_groups: { doc_id: number; group_id: number }
  doc_answers: {
    id: GeneratedAlways<number>
    doc_id: number
    user_id: number | null
    data: Json<Record<string, Value>>
    /** Names of fields that they are not asked for. */
    hidden: Generated<string[]>
    changed_at: Generated<Date>
    handed_in_at: Date | null
    signature: Json<Signature> | null
    /** How often they have taken back what they had handed in. */
    taken_back: Generated<number>
  }
  doc_versions: {
    doc_id: number
    version: number
    saved_at: Generated<Date>
    saved_by: number | null
    /** It was there before versions were kept. */
    is_found: Generated<boolean>
    name: string | null
    /** When the one was saved that it has brought back. */
    restores: Date | null
    content: Json<Tree>
    fields: Json<Field[]>
    images: Generated<string[]>
    /** By the name of a field, where it has another one today: that one. */
    names: Json<Record<string, string>>
    bytes: number
  }
  doc_reminders: { doc_id: number; user_id: number; day: string; reminded_at: Generated<Date> }
  doc_rounds: {
    id: GeneratedAlways<number>
    doc_id: number
    ended_at: Generated<Date>
    ended_by: string
    ended_by_id: number | null
    results: Json<RoundTable>
  }
  doc_photos: {
    id: string
    doc_id: number
    user_id: number | null
    /** The round that shows it; as long as there is none, the answers of today may. */
    round_id: number | null
    type: string
    bytes: Buffer
    small: Buffer
    created_at: Generated<Date>
  }
  images: {
    id: string
    type: string
    bytes: Buffer
    small: Buffer | null
    uploaded_by: number | null
    is_for_docs: Generated<boolean>
    created_at: Generated<Date>
  }
}
