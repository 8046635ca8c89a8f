// What people have filled in, as administrators see it.
import { type Static, Type } from 'typebox'
import { fieldTypes, type Value } from './document/fields.ts'
import { handIns, pad } from './document/signature.ts'
import type { fillStatuses } from './document/statuses.ts'
import { DateTime, Id, Nullable, OneOf } from './shapes.ts'

/**
 * A number where the field is of type text, else a text; null where nothing is filled in. What a field takes its rule
 * knows, and says by the field's name.
 */
export const Answer = Type.Unsafe<Value>({ title: 'DocAnswer', description: 'Zahl, Text oder null' })

/** Whether people hand a process in, and whether they sign it. */
export const HandIn = OneOf(handIns, { title: 'HandIn' })
export type HandIn = Static<typeof HandIn>

/** What their rule asks beyond that: one of both, and a drawing within its field. */
export const Signature = Type.Object(
  {
    /** Of each stroke x and y, and x and y, and so on. */
    strokes: Type.Optional(
      Type.Array(Type.Array(Type.Integer({ minimum: 0, maximum: pad.width }), { maxItems: pad.numbers }), {
        maxItems: pad.strokes,
      }),
    ),
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 2 * pad.name })),
  },
  { title: 'Signature', additionalProperties: false },
)
/** Of somebody's answers, where the process asks for it; null as long as they are not handed in. */
export const handedIn = { handed_in_at: Type.Optional(Nullable(DateTime)) }

export const resultsQuery = {
  filter: Type.String({ default: '', maxLength: 200 }),
  /** all, filled or empty; nothing, null and 'Alle' mean all. */
  fill_status: Type.String({ default: 'filled', maxLength: 20 }),
}
export type FillStatus = (typeof fillStatuses)[number]

/** So many people are so far. */
export const FillCounts = Type.Object({
  finished: Type.Integer(),
  begun: Type.Integer(),
  missing: Type.Integer(),
})

export const FieldType = OneOf(fieldTypes, { title: 'FieldType' })

const DocResult = Type.Object(
  {
    /** Null for a user who has been deleted. */
    user_id: Nullable(Id),
    username: Type.String(),
    /** 'Nachname, Vorname' or the username. */
    display_name: Type.String(),
    values: Type.Array(Answer),
    ...handedIn,
  },
  { title: 'DocResult' },
)
export type DocResult = Static<typeof DocResult>

export const DocResults = Type.Object(
  {
    fields: Type.Array(Type.String()),
    types: Type.Array(FieldType),
    /** All whom the filter finds, and how many of them have filled in something: whoever is shown. */
    people: Type.Integer(),
    filled: Type.Integer(),
    /** How far they are; a copy of before does not know it. */
    counts: Type.Optional(FillCounts),
    /** One of them has answered what is not asked any more. */
    former: Type.Optional(Type.Boolean()),
    /** Where they are asked to. */
    hand_in: Type.Optional(HandIn),
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
