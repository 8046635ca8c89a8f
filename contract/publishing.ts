// Publishing of a process: its audience, who has not filled it in yet, and reminders.
import { type Static, Type } from 'typebox'
import { DocStatus } from './docs.ts'
import { bodyLimitsForIds, del, get, post } from './endpoint.ts'
import {
  DocAnswer,
  FieldType,
  FillCounts,
  FillState,
  HandInKind,
  handInFields,
  Signature,
} from './results.ts'
import {
  Body,
  DateTime,
  Day,
  DocParams,
  Id,
  listQuery,
  Nullable,
  orderAndPageFields,
  Page,
  SuccessAnswer,
  SuccessAnswerWith,
} from './shapes.ts'

const GroupNames = Type.Array(Type.String({ maxLength: 200 }), { maxItems: 1_000 })
const audience = { public: Type.Boolean(), groups: GroupNames }
/**
 * `people`: size of the audience. `without_access`: number of these who cannot sign in yet. `invited`: number
 * of people without access who have an open invitation.
 */
const audienceCounts = { people: Type.Integer(), without_access: Type.Integer(), invited: Type.Integer() }

const personFields = {
  user_id: Id,
  username: Type.String(),
  /** 'Nachname, Vorname' or the username. */
  display_name: Type.String(),
  /** False if they cannot sign in yet. */
  has_access: Type.Boolean(),
  /** Time of an open invitation; null without one. */
  invited_at: Nullable(DateTime),
  state: FillState,
  /**
   * `fields`: number of fields the person is asked for, only the required ones if there are any. `filled`:
   * number of these that are filled in.
   */
  filled: Type.Integer(),
  fields: Type.Integer(),
  /** Time of their last answer; null if they have not begun. */
  changed_at: Nullable(DateTime),
  reminded_at: Nullable(DateTime),
  ...handInFields,
}
const DocPerson = Type.Object(personFields, { title: 'DocPerson' })
export type DocPerson = Static<typeof DocPerson>

export const DocPeople = Type.Object(
  {
    ...Page(DocPerson).properties,
    fields: Type.Integer(),
    /** Counts by state, over all matches of the search whatever the filter by state. */
    counts: FillCounts,
    /**
     * Numbers within `people`: those who cannot sign in yet, and those of them who have an open invitation.
     */
    without_access: Type.Integer(),
    invited: Type.Integer(),
    can_remind: Type.Boolean(),
    /**
     * Unfinished people. `people`: would get a reminder now. `today`: were reminded today. `oneself`: the
     * caller.
     */
    to_remind: Type.Object({ people: Type.Integer(), today: Type.Integer(), oneself: Type.Integer() }),
    /** Absent if the process has no hand-in. With hand-in, finished means handed in. */
    hand_in: Type.Optional(HandInKind),
  },
  { title: 'DocPeople' },
)
export type DocPeople = Static<typeof DocPeople>

/** A document that the person belongs to the audience of, or has begun to fill in. */
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

/** People who get no reminder, by reason. */
const SkippedReminderCounts = Type.Object({
  finished: Type.Integer(),
  /** Already reminded today. */
  today: Type.Integer(),
  /** The document is not visible to them. */
  not_asked: Type.Integer(),
  /** Cannot sign in yet, so no reminder reaches them. */
  without_access: Type.Integer(),
  /** The sender of the reminder. */
  oneself: Type.Integer(),
})
export type SkippedReminders = Static<typeof SkippedReminderCounts>

const reminderBody = Body({
  /** If absent, everybody who has not finished. */
  user_ids: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: 10_000 })),
})

export const publishing = {
  preview: post('/docs/{doc_id}/publish/preview/', {
    says: 'Für wie viele Personen ein Prozess bestimmt wäre, und wie viele davon noch keinen Zugang haben',
    may: 'admin',
    limit: 'searches',
    params: DocParams,
    body: Body(audience),
    mostBytes: 1024 * 1024,
    answer: SuccessAnswerWith({
      ...audienceCounts,
      /** Number of fields to fill in. */
      fields: Type.Integer(),
    }),
  }),
  publish: post('/docs/{doc_id}/publish/', {
    says: 'Einen Prozess veröffentlichen, sofort oder später: für wen, bis wann, und ob es alle erfahren',
    may: 'admin',
    params: DocParams,
    body: Body({
      ...audience,
      /** In the company's time zone; at once if absent. */
      from: Type.Optional(Nullable(Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}$' }))),
      /** Null clears it; absent leaves it unchanged. */
      due_on: Type.Optional(Nullable(Day)),
      notify: Type.Optional(Type.Boolean()),
      /** Null turns handing in off; absent leaves it unchanged. */
      hand_in: Type.Optional(Nullable(HandInKind)),
    }),
    mostBytes: 1024 * 1024,
    answer: SuccessAnswerWith({
      ...audienceCounts,
      /** Null if already published. */
      publish_at: Nullable(DateTime),
    }),
  }),
  callOff: del('/docs/{doc_id}/publish/', {
    says: 'Eine geplante Veröffentlichung zurücknehmen',
    may: 'admin',
    params: DocParams,
    answer: SuccessAnswer,
  }),
  people: get('/docs/{doc_id}/people/', {
    shedFirst: true,
    says: 'Wer einen Prozess ausfüllen soll, und wie weit alle sind',
    may: 'admin',
    limit: 'searches',
    params: DocParams,
    query: Type.Object({
      ...listQuery(50),
      /** finished, begun or missing, or several with commas between them; empty for all. */
      state: Type.String({ default: '', maxLength: 40 }),
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
        /** In the order of the fields, with empty ones. */
        answers: Type.Array(Type.Object({ field: Type.String(), type: FieldType, value: DocAnswer })),
        changed_at: Nullable(DateTime),
        /** Answers to fields that no longer exist, under their former names. */
        former: Type.Array(Type.Object({ field: Type.String(), value: DocAnswer })),
        ...handInFields,
        signature: Type.Optional(Nullable(Signature)),
      },
      { title: 'FilledDoc' },
    ),
  }),
  ofPerson: get('/users/{user_id}/docs/', {
    shedFirst: true,
    says: 'Welche Prozesse eine Person ausfüllen soll, und wie weit sie ist',
    may: 'admin',
    params: Type.Object({ user_id: Id }),
    query: Type.Object(orderAndPageFields),
    answer: Page(DocOfPerson),
  }),
  remindPreview: post('/docs/{doc_id}/people/remind/preview/', {
    says: 'Wie viele Personen eine Erinnerung an einen Prozess jetzt bekämen, und warum die anderen nicht',
    may: 'admin',
    limit: 'searches',
    params: DocParams,
    body: reminderBody,
    ...bodyLimitsForIds(10_000),
    answer: SuccessAnswerWith({ people: Type.Integer(), left_out: SkippedReminderCounts }),
  }),
  remind: post('/docs/{doc_id}/people/remind/', {
    says: 'Alle, die fehlen, oder einige an einen Prozess erinnern, jede Person höchstens einmal am Tag',
    may: 'admin',
    limit: 'reminders',
    params: DocParams,
    body: reminderBody,
    ...bodyLimitsForIds(10_000),
    answer: SuccessAnswerWith({
      reminded: Type.Integer(),
      /** Number of reminded people who also get a mail. */
      mailed: Type.Integer(),
      left_out: SkippedReminderCounts,
    }),
  }),
}
