// Documents, answers and images.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { DocStatus } from '#contract/docs.ts'
import type { AnswerValue, Field } from '#contract/document/fields.ts'
import type { RoundTable } from '#contract/document/round-table.ts'
import type { Signature } from '#contract/document/signature.ts'
import type { Tree } from '#contract/document/tree.ts'
import type { HandInKind } from '#contract/results.ts'
import type { RepeatRule } from '#contract/rounds.ts'

/** pg returns the parsed value; inserts and updates take JSON text. */
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
    /** Fields hidden from people without answers. */
    hidden: Generated<string[]>
    version: Generated<number>
    last_update: Generated<Date>
    deleted_at: Date | null
    /** Time when a staff member first opened the document after it became Aktiv; null if none has. */
    first_read_at: Date | null
    /** Last day for filling in the document, `YYYY-MM-DD`. */
    due_on: string | null
    publish_at: Date | null
    publish_tells: Generated<boolean>
    repeats: Json<RepeatRule> | null
    next_round_at: Date | null
    hand_in: HandInKind | null
    /** Number of the current round, starting at 1. */
    round: Generated<number>
    search: GeneratedAlways<string>
    /** Searchable text of the content. */
    words: GeneratedAlways<string>
  }
  doc_groups: { doc_id: number; group_id: number }
  doc_answers: {
    id: GeneratedAlways<number>
    doc_id: number
    user_id: number | null
    data: Json<Record<string, AnswerValue>>
    /** Fields hidden by this person's answers. */
    hidden: Generated<string[]>
    /**
     * True if no answer that is expected of the person is missing; maintained by server/docs/filled-store.ts.
     */
    is_filled: Generated<boolean>
    changed_at: Generated<Date>
    handed_in_at: Date | null
    signature: Json<Signature> | null
    /** Number of times that the person has taken back what they had handed in. */
    taken_back: Generated<number>
  }
  doc_versions: {
    doc_id: number
    version: number
    saved_at: Generated<Date>
    saved_by: number | null
    /** True if the content is older than the storing of versions. */
    is_found: Generated<boolean>
    name: string | null
    /** For a restored version: the time when the original was saved. */
    restores: Date | null
    content: Json<Tree>
    fields: Json<Field[]>
    images: Generated<string[]>
    /** Maps a field's name in this version to its present one, where they differ. */
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
    /** The finished round that shows the photo; null while only current answers can show it. */
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
