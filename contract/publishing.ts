// How a process reaches its people, who of them has not filled it in yet, and how they are reminded.
import { type Static, Type } from 'typebox'
import { DocStatus } from './docs.ts'
import { bodyOfIds, del, get, post } from './endpoint.ts'
import { Answer, FieldType, FillCounts, HandIn, handedIn, Signature } from './results.ts'
import {
  Body,
  DateTime,
  Day,
  Done,
  DoneWith,
  Id,
  listQuery,
  Nullable,
  OneDoc,
  OneOf,
  orderedPage,
  Page,
} from './shapes.ts'
import { fillStates } from './words/fill-states.ts'

const Groups = Type.Array(Type.String({ maxLength: 200 }), { maxItems: 1_000 })
const audience = { public: Type.Boolean(), groups: Groups }
/** `people`: all whom it is for; so many of them cannot sign in yet, and of these so many are invited. */
const reached = { people: Type.Integer(), without_access: Type.Integer(), invited: Type.Integer() }

const FillState = OneOf(fillStates, { title: 'FillState' })

const person = {
  user_id: Id,
  username: Type.String(),
  /** 'Nachname, Vorname' or the username. */
  display_name: Type.String(),
  /** False: they cannot sign in yet. */
  has_access: Type.Boolean(),
  /** When somebody without access was invited; null where no invitation is open. */
  invited_at: Nullable(DateTime),
  state: FillState,
  /** Of the fields that they are asked for: where some are required, of these. */
  filled: Type.Integer(),
  fields: Type.Integer(),
  /** When they last entered something; null for who has not begun. */
  changed_at: Nullable(DateTime),
  reminded_at: Nullable(DateTime),
  ...handedIn,
}
const DocPerson = Type.Object(person, { title: 'DocPerson' })
export type DocPerson = Static<typeof DocPerson>

export const DocPeople = Type.Object(
  {
    ...Page(DocPerson).properties,
    fields: Type.Integer(),
    /** Of all whom the search finds, whatever their state. */
    counts: FillCounts,
    /** Part of `people`: who cannot sign in yet, and who of these is invited. */
    without_access: Type.Integer(),
    invited: Type.Integer(),
    can_remind: Type.Boolean(),
    /** How many of them would get a reminder now, and how many who have not finished would not. */
    to_remind: Type.Object({ people: Type.Integer(), today: Type.Integer(), oneself: Type.Integer() }),
    /** Where they hand it in: finished is who has. */
    hand_in: Type.Optional(HandIn),
  },
  { title: 'DocPeople' },
)
export type DocPeople = Static<typeof DocPeople>

/** A document that somebody is to fill in, or has, and how far they are. */
const DocOfPerson = Type.Object(
  {
    id: Id,
    name: Type.String(),
    status: DocStatus,
    due_on: Nullable(Day),
    state: FillState,
    filled: Type.Integer(),
    fields: Type.Integer(),
    changed_at: Nullable(DateTime),
  },
  { title: 'DocOfPerson' },
)
export type DocOfPerson = Static<typeof DocOfPerson>

/** Why somebody is not reminded. */
const leftOut = Type.Object({
  finished: Type.Integer(),
  /** They were reminded today already. */
  today: Type.Integer(),
  /** They do not see it. */
  not_asked: Type.Integer(),
  /** They cannot sign in yet: no reminder reaches them. */
  without_access: Type.Integer(),
  /** Whoever reminds is none of those who are reminded. */
  oneself: Type.Integer(),
})
export type LeftOut = Static<typeof leftOut>

const these = Body({
  /** Without them all who have not finished. */
  user_ids: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: 10_000 })),
})

export const publishing = {
  preview: post('/docs/{doc_id}/publish/preview/', {
    says: 'Für wie viele Personen ein Prozess bestimmt wäre, und wie viele davon noch keinen Zugang haben',
    may: 'admin',
    limit: 'searches',
    params: OneDoc,
    body: Body(audience),
    mostBytes: 1024 * 1024,
    answer: DoneWith({
      ...reached,
      /** To fill in. */
      fields: Type.Integer(),
    }),
  }),
  publish: post('/docs/{doc_id}/publish/', {
    says: 'Einen Prozess veröffentlichen, sofort oder später: für wen, bis wann, und ob es alle erfahren',
    may: 'admin',
    params: OneDoc,
    body: Body({
      ...audience,
      /** By the clock of the company; without it at once. */
      from: Type.Optional(Nullable(Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}$' }))),
      /** Null for none; left out, it stays. */
      due_on: Type.Optional(Nullable(Day)),
      notify: Type.Optional(Type.Boolean()),
      /** Null for no; left out, it stays. */
      hand_in: Type.Optional(Nullable(HandIn)),
    }),
    mostBytes: 1024 * 1024,
    answer: DoneWith({
      ...reached,
      /** Null where it is published by now. */
      publish_at: Nullable(DateTime),
    }),
  }),
  callOff: del('/docs/{doc_id}/publish/', {
    says: 'Eine geplante Veröffentlichung zurücknehmen',
    may: 'admin',
    params: OneDoc,
    answer: Done,
  }),
  people: get('/docs/{doc_id}/people/', {
    givesWay: true,
    says: 'Wer einen Prozess ausfüllen soll, und wie weit alle sind',
    may: 'admin',
    limit: 'searches',
    params: OneDoc,
    query: Type.Object({
      ...listQuery(50),
      /** finished, begun or missing; nothing means all. */
      state: Type.String({ default: '', maxLength: 20 }),
    }),
    answer: DocPeople,
  }),
  person: get('/docs/{doc_id}/people/{user_id}/', {
    says: 'Was eine Person in einen Prozess eingetragen hat',
    may: 'admin',
    params: Type.Object({ doc_id: Id, user_id: Id }),
    answer: Type.Object(
      {
        user_id: Id,
        username: Type.String(),
        /** 'Vorname Nachname' or the username. */
        display_name: Type.String(),
        /** In the order of the fields, also those that are empty. */
        answers: Type.Array(Type.Object({ field: Type.String(), type: FieldType, value: Answer })),
        changed_at: Nullable(DateTime),
        /** What they entered where nothing is asked any more, by the names of then. */
        former: Type.Array(Type.Object({ field: Type.String(), value: Answer })),
        ...handedIn,
        signature: Type.Optional(Nullable(Signature)),
      },
      { title: 'FilledDoc' },
    ),
  }),
  ofPerson: get('/users/{user_id}/docs/', {
    givesWay: true,
    says: 'Welche Prozesse eine Person ausfüllen soll, und wie weit sie ist',
    may: 'admin',
    params: Type.Object({ user_id: Id }),
    query: Type.Object(orderedPage),
    answer: Page(DocOfPerson),
  }),
  remindPreview: post('/docs/{doc_id}/people/remind/preview/', {
    says: 'Wie viele Personen eine Erinnerung an einen Prozess jetzt bekämen, und warum die anderen nicht',
    may: 'admin',
    limit: 'searches',
    params: OneDoc,
    body: these,
    ...bodyOfIds(10_000),
    answer: DoneWith({ people: Type.Integer(), left_out: leftOut }),
  }),
  remind: post('/docs/{doc_id}/people/remind/', {
    says: 'Alle, die fehlen, oder einige an einen Prozess erinnern, jede Person höchstens einmal am Tag',
    may: 'admin',
    limit: 'reminders',
    params: OneDoc,
    body: these,
    ...bodyOfIds(10_000),
    answer: DoneWith({
      reminded: Type.Integer(),
      /** So many of them get a mail, too. */
      mailed: Type.Integer(),
      left_out: leftOut,
    }),
  }),
}
