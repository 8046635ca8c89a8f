import { type Static, Type } from 'typebox'
import { ChatKind } from './chat.ts'
import { get } from './endpoint.ts'
import { DateTime, Day, Id, Nullable, OneOf } from './shapes.ts'
import { mapHappeningTexts } from './words/happening-texts.ts'
import { kindsOfHits } from './words/hits.ts'
import { maxFilterLength } from './words/limits.ts'

/** The best few hits of a kind. `more`: there are further hits, so the search should be narrowed. */
const hitList = <Hit extends ReturnType<typeof Type.Object>>(hit: Hit) =>
  Type.Object({ items: Type.Array(hit), more: Type.Boolean() })

const PersonHit = Type.Object(
  { id: Id, display_name: Type.String(), username: Type.String() },
  { title: 'FoundPerson' },
)
const DocumentHit = Type.Object(
  {
    id: Id,
    name: Type.String(),
    /** Text around the match; null if only the name matched. */
    excerpt: Nullable(Type.String()),
  },
  { title: 'FoundDocument' },
)
/** An answer of the caller. */
const AnswerHit = Type.Object(
  { doc_id: Id, doc_name: Type.String(), field: Type.String(), excerpt: Type.String() },
  { title: 'FoundAnswer' },
)
const HappeningHit = Type.Object(
  {
    id: Id,
    name: Type.String(),
    ...mapHappeningTexts(() => Type.String()),
    /** `YYYY-MM-DD` */
    date: Type.String(),
    /** The matching sub-happening, if any. */
    part: Nullable(Type.Object({ id: Id, name: Type.String() })),
  },
  { title: 'FoundHappening' },
)
/** A shift of the caller, found by its happening or their function. */
const ShiftHit = Type.Object(
  {
    id: Id,
    happening_name: Type.String(),
    /** Name of the sub-happening. */
    name: Type.String(),
    ort: Type.String(),
    date: Day,
    funktion: Nullable(Type.String()),
  },
  { title: 'FoundShift' },
)
const MessageHit = Type.Object(
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

export const SearchHits = Type.Object(
  {
    people: hitList(PersonHit),
    documents: hitList(DocumentHit),
    answers: hitList(AnswerHit),
    happenings: hitList(HappeningHit),
    shifts: hitList(ShiftHit),
    messages: Type.Object({
      items: Type.Array(MessageHit),
      more: Type.Boolean(),
      /**
       * True if only the newest messages were searched, because a restored database is still building its
       * indexes.
       */
      only_newest: Type.Boolean(),
    }),
    /**
     * Search words that would find something, spelt as in texts that the caller may see. Null if there are
     * hits or no similar words.
     */
    proposal: Nullable(Type.String()),
  },
  { title: 'Found' },
)
export type SearchHits = Static<typeof SearchHits>

export const find = {
  all: get('/find/', {
    says: 'Personen, Prozesse, eigene Angaben, Veranstaltungen, eigene Einsätze und Nachrichten, in denen alle Wörter stehen',
    may: 'staff',
    limit: 'searches',
    query: Type.Object({
      filter: Type.String({ default: '', maxLength: maxFilterLength }),
      /** Restricts the search to one kind, with more hits of it. */
      kind: Type.Optional(OneOf(kindsOfHits)),
      /** Restricts the search to messages of one room (`groups/7`), with the most hits. */
      room: Type.Optional(Type.String({ pattern: '^(groups|direct)/\\d{1,9}$' })),
    }),
    answer: SearchHits,
  }),
}
