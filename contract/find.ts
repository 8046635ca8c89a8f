import { type Static, Type } from 'typebox'
import { ChatKind } from './chat.ts'
import { get } from './endpoint.ts'
import { DateTime, Day, Id, Nullable } from './shapes.ts'
import { ofHappeningTexts } from './words/happening-texts.ts'
import { longestFilter } from './words/limits.ts'

/** Of each kind the first few, the likeliest first; `more` says that narrower words would help. */
const some = <Hit extends ReturnType<typeof Type.Object>>(hit: Hit) =>
  Type.Object({ items: Type.Array(hit), more: Type.Boolean() })

const Person = Type.Object(
  { id: Id, display_name: Type.String(), username: Type.String() },
  { title: 'FoundPerson' },
)
const Document = Type.Object(
  {
    id: Id,
    name: Type.String(),
    /** The words around the place; null where the name alone was found. */
    excerpt: Nullable(Type.String()),
  },
  { title: 'FoundDocument' },
)
/** What the caller has filled in. */
const Answer = Type.Object(
  { doc_id: Id, doc_name: Type.String(), field: Type.String(), excerpt: Type.String() },
  { title: 'FoundAnswer' },
)
const Happening = Type.Object(
  {
    id: Id,
    name: Type.String(),
    ...ofHappeningTexts(() => Type.String()),
    /** `YYYY-MM-DD` */
    date: Type.String(),
    /** One of its parts, where that was found. */
    part: Nullable(Type.Object({ id: Id, name: Type.String() })),
  },
  { title: 'FoundHappening' },
)
/** One of the caller's own, by what it belongs to or what they do there. */
const Shift = Type.Object(
  {
    id: Id,
    happening_name: Type.String(),
    /** The part of the happening. */
    name: Type.String(),
    ort: Type.String(),
    date: Day,
    funktion: Nullable(Type.String()),
  },
  { title: 'FoundShift' },
)
const Message = Type.Object(
  {
    id: Type.Integer(),
    kind: ChatKind,
    room_id: Id,
    room_name: Type.String(),
    display_name: Type.String(),
    created_at: DateTime,
    excerpt: Type.String(),
  },
  { title: 'FoundMessage' },
)

export const Found = Type.Object(
  {
    people: some(Person),
    documents: some(Document),
    answers: some(Answer),
    happenings: some(Happening),
    shifts: some(Shift),
    messages: Type.Object({
      items: Type.Array(Message),
      more: Type.Boolean(),
      /** In the first minutes after a restore the older ones cannot be searched yet. */
      only_newest: Type.Boolean(),
    }),
  },
  { title: 'Found' },
)
export type Found = Static<typeof Found>

export const find = {
  all: get('/find/', {
    says: 'Personen, Prozesse, eigene Angaben, Veranstaltungen, eigene Einsätze und Nachrichten, in denen alle Wörter stehen',
    may: 'staff',
    limit: 'searches',
    query: Type.Object({ filter: Type.String({ default: '', maxLength: longestFilter }) }),
    answer: Found,
  }),
}
