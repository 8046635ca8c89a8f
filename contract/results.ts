// Answers of all people, for administrators.
import { type Static, Type } from 'typebox'
import { type AnswerValue, fieldTypes } from './document/fields.ts'
import { handInKinds, signaturePad } from './document/signature.ts'
import type { fillFilters } from './document/statuses.ts'
import { DateTime, Id, Nullable, OneOf } from './shapes.ts'
import { fillStates } from './words/fill-states.ts'

/**
 * A number for a field of type text, else a text; null if empty. The rule of the call checks whether a value
 * suits its field, and names the field in its refusal.
 */
export const DocAnswer = Type.Unsafe<AnswerValue>({ title: 'DocAnswer', description: 'Zahl, Text oder null' })

/** Kinds of handing in: with or without a signature. */
export const HandInKind = OneOf(handInKinds, { title: 'HandIn' })
export type HandInKind = Static<typeof HandInKind>

/**
 * Shape of a signature. The rule of the call additionally requires exactly one of the two fields, and strokes
 * inside the area.
 */
export const Signature = Type.Object(
  {
    /** Each stroke is x, y, x, y, … */
    strokes: Type.Optional(
      Type.Array(
        Type.Array(Type.Integer({ minimum: 0, maximum: signaturePad.width }), {
          maxItems: signaturePad.numbers,
        }),
        {
          maxItems: signaturePad.strokes,
        },
      ),
    ),
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 2 * signaturePad.name })),
  },
  { title: 'Signature', additionalProperties: false },
)
/** Absent if the process has no hand-in. Null for a person who has not handed in. */
export const handInFields = { handed_in_at: Type.Optional(Nullable(DateTime)) }

export const resultsQuery = {
  filter: Type.String({ default: '', maxLength: 200 }),
  /** all, filled or empty; '', null and 'Alle' mean all. */
  fill_status: Type.String({ default: 'filled', maxLength: 20 }),
}
export type FillFilter = (typeof fillFilters)[number]

/** Number of people by progress. */
export const FillCounts = Type.Object({
  finished: Type.Integer(),
  begun: Type.Integer(),
  missing: Type.Integer(),
})

export const FillState = OneOf(fillStates, { title: 'FillState' })

export const FieldType = OneOf(fieldTypes, { title: 'FieldType' })

const DocResult = Type.Object(
  {
    /** Null for a deleted user. */
    user_id: Nullable(Id),
    username: Type.String(),
    /** 'Nachname, Vorname' or the username. */
    display_name: Type.String(),
    /** Null for somebody whom the document is not meant for and who has not begun. */
    state: Type.Optional(Nullable(FillState)),
    /** Time of their last answer; null if they have not begun. */
    changed_at: Type.Optional(Nullable(DateTime)),
    values: Type.Array(DocAnswer),
    ...handInFields,
  },
  { title: 'DocResult' },
)
export type DocResult = Static<typeof DocResult>

export const DocResults = Type.Object(
  {
    fields: Type.Array(Type.String()),
    types: Type.Array(FieldType),
    /** Numbers of people who match `filter`, and of those who have answers. Independent of `fill_status`. */
    people: Type.Integer(),
    filled: Type.Integer(),
    /** Absent in offline copies of an earlier release. */
    counts: Type.Optional(FillCounts),
    /** Some answers belong to fields that no longer exist. */
    former: Type.Optional(Type.Boolean()),
    /** Absent if the process has no hand-in. */
    hand_in: Type.Optional(HandInKind),
    items: Type.Array(DocResult),
  },
  { title: 'DocResults' },
)
export type DocResults = Static<typeof DocResults>

export const Round = Type.Object(
  {
    id: Id,
    ended_at: DateTime,
    ended_by: Type.String(),
    ended_by_display_name: Type.String(),
    people: Type.Integer(),
  },
  { title: 'DocRound' },
)
export type DocRound = Static<typeof Round>
