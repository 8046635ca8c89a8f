import { type Static, Type } from 'typebox'
import { get, patch, post, put } from './endpoint.ts'
import { report } from './jobs.ts'
import {
  Body,
  DateTime,
  Done,
  DoneWith,
  File,
  Id,
  listQuery,
  Nullable,
  OneOf,
  Page,
  RefusalWith,
} from './shapes.ts'
import { ofEntryTexts } from './words/entry-texts.ts'

export const happeningStatuses = ['Entwurf', 'Inaktiv', 'Aktiv', 'Erledigt', 'Archiv'] as const
export const HappeningStatus = OneOf(happeningStatuses, { title: 'HappeningStatus' })
export type HappeningStatus = Static<typeof HappeningStatus>

const Text = Nullable(Type.String())
/** `YYYY-MM-DD` and `HH:MM:SS`, as the clock on the wall of the company shows them. */
const Day = Type.String({ format: 'date' })
const clock = '^([01]\\d|2[0-3]):[0-5]\\d(:00)?$'
const MaybeDay = Nullable(Type.String({ maxLength: 20 }))
/** A bound of a window in a query; empty means none. */
const Bound = Type.String({ default: '', pattern: '^((?!0000)\\d{4}-\\d{2}-\\d{2}|)$' })

/** Whole minutes, and entries whose start and end are known. */
const Number = Nullable(Type.Integer())
const numbers = { istzeit: Number, sollzeit: Number, istentries: Number, sollentries: Number }

const HappeningCan = Type.Object({ administer: Type.Boolean() }, { title: 'HappeningCan' })

/** The numbers are administrators'; for everybody else they are null. */
export const Happening = Type.Object(
  {
    id: Id,
    name: Type.String(),
    type: Type.String(),
    date: Day,
    status: HappeningStatus,
    ...numbers,
    can: HappeningCan,
  },
  { title: 'Happening' },
)
export type Happening = Static<typeof Happening>

const Recorder = Type.Object(
  {
    id: Id,
    username: Type.String(),
    /** 'Nachname, Vorname' or the username. */
    display_name: Type.String(),
    persplan_vorname: Text,
    persplan_nachname: Text,
  },
  { title: 'Recorder' },
)
export type Recorder = Static<typeof Recorder>

/** What the caller may do with the times of a sub-happening right now. */
const SubhappeningCan = Type.Object(
  { record: Type.Boolean(), send: Type.Boolean(), administer: Type.Boolean() },
  { title: 'SubhappeningCan' },
)

const sub = {
  id: Id,
  happening_id: Id,
  name: Type.String(),
  users: Type.Array(Recorder),
  ...numbers,
  /** Administrators' only. */
  entries_submitted: Nullable(Type.Integer()),
  can: SubhappeningCan,
}
export const SubhappeningListItem = Type.Object(sub, { title: 'SubhappeningListItem' })
export type SubhappeningListItem = Static<typeof SubhappeningListItem>

export const Subhappening = Type.Object(
  {
    ...sub,
    happening_name: Type.String(),
    /** The day of the happening: where nothing is planned, times are expected there. */
    date: Day,
    /** Entries of which something can be sent: complete and not sent yet, or to be withdrawn. */
    sendable: Type.Integer(),
    /** Of these, the ones to be withdrawn. */
    withdrawals: Type.Integer(),
    /** While times are on their way to the planner. */
    sending: Text,
    /** Whose clocks the times are read by: a browser elsewhere counts like the server. */
    time_zone: Type.String(),
  },
  { title: 'Subhappening' },
)
export type Subhappening = Static<typeof Subhappening>

export const TimeEntry = Type.Object(
  {
    id: Id,
    ...ofEntryTexts(() => Text),
    is_editable: Type.Boolean(),
    submitted: Type.Boolean(),
    soll_von_date: Nullable(Day),
    soll_von_time: Text,
    soll_bis_date: Nullable(Day),
    soll_bis_time: Text,
    soll_duration: Type.Integer(),
    ist_von_date: Nullable(Day),
    ist_von_time: Text,
    ist_bis_date: Nullable(Day),
    ist_bis_time: Text,
    ist_duration: Type.Integer(),
    /** Which state of the actual times this is: each change counts it up. */
    revision: Type.Integer(),
    /** Why the planner did not take the times when they were last sent. */
    refused: Text,
    /** Times that the planner has and that are cleared here: 'due' until it lets go of them, then 'done'. */
    withdrawal: Nullable(OneOf(['due', 'done'])),
  },
  { title: 'TimeEntry' },
)
export type TimeEntry = Static<typeof TimeEntry>

const NOT_GIVEN = 'not_given'
const change = (format: { format?: string; pattern?: string }) =>
  Type.Optional(
    Type.Unsafe<string | null>({
      anyOf: [{ type: 'string', ...format }, { type: 'string', const: NOT_GIVEN }, { type: 'null' }],
      default: NOT_GIVEN,
    }),
  )

/**
 * A value, null to clear, or 'not_given' to leave it as it is. With the `revision` that the caller has seen, a change is
 * stored only where nobody has changed the same fields since; without it, whatever stands there is replaced.
 */
export const TimeEntryChange = Type.Object(
  {
    timeentry_id: Id,
    ist_von_date: change({ format: 'date' }),
    ist_von_time: change({ pattern: clock }),
    ist_bis_date: change({ format: 'date' }),
    ist_bis_time: change({ pattern: clock }),
    revision: Type.Optional(Type.Integer({ minimum: 0, maximum: 2_147_483_647 })),
  },
  { title: 'TimeEntryChange', additionalProperties: false },
)
export type TimeEntryChange = Static<typeof TimeEntryChange>

const TimeDispute = Type.Object(
  {
    timeentry_id: Id,
    /**
     * `changed`: others have changed the same fields. `locked`: it cannot be changed any more, because it has been sent,
     * for instance. `gone`: it is not in this sub-happening any more.
     */
    reason: OneOf(['changed', 'locked', 'gone']),
    /** As it is now; left out where it is gone. */
    entry: Type.Optional(TimeEntry),
    /** Who changed the same fields last, and when; null where that is not known, as of the planner. */
    by: Text,
    by_display_name: Text,
    at: Nullable(DateTime),
  },
  { title: 'TimeDispute' },
)
export type TimeDispute = Static<typeof TimeDispute>
export const TimesDisputed = RefusalWith('TimesDisputed', {
  disputes: Type.Optional(Type.Array(TimeDispute)),
})
export type TimesDisputed = Static<typeof TimesDisputed>

/** `distant` (days from the plan) and `future` are asked about before times are saved or sent. */
const hintKinds = ['overlap', 'long', 'break', 'rest', 'far', 'distant', 'future', 'incomplete'] as const
export const TimeHint = Type.Object(
  { timeentry_id: Id, kind: OneOf(hintKinds), sentence: Type.String() },
  { title: 'TimeHint' },
)
export type TimeHint = Static<typeof TimeHint>

const historyKinds = ['changed', 'sent', 'withdrawn', 'refused', 'planned'] as const
export const TimeHistoryItem = Type.Object(
  {
    at: DateTime,
    /** The username, and what the person is called; null where it was the planner. */
    by: Text,
    by_display_name: Text,
    kind: OneOf(historyKinds),
    /** Actual start and end before and after, as `YYYY-MM-DDTHH:MM`. */
    old_von: Text,
    old_bis: Text,
    new_von: Text,
    new_bis: Text,
    message: Text,
  },
  { title: 'TimeHistoryItem' },
)
export type TimeHistoryItem = Static<typeof TimeHistoryItem>

const Some = Type.Object(
  { count: Type.Integer(), names: Type.Array(Type.String()) },
  { title: 'HappeningSyncChanges' },
)
/** What a sync would do: numbers, and the first names of each kind. */
export const HappeningSyncPreview = Type.Object(
  {
    new: Some,
    changed: Some,
    vanishing: Some,
    /** Changed in the planner, but no draft any more: left alone. */
    skipped: Some,
    unchanged: Type.Integer(),
    /** Why nothing would be written, or null. */
    refused: Text,
  },
  { title: 'HappeningSyncPreview' },
)
export type HappeningSyncPreview = Static<typeof HappeningSyncPreview>

const OneHappening = Type.Object({ happening_id: Id })
const OneSub = Type.Object({ happening_id: Id, subhappening_id: Id })
const OneEntry = Type.Object({ happening_id: Id, subhappening_id: Id, timeentry_id: Id })

export const happenings = {
  list: get('/happenings/', {
    says: 'Veranstaltungen suchen, sortieren und blättern',
    may: 'happenings',
    limit: 'searches',
    query: Type.Object({
      ...listQuery(25),
      status: Type.String({ default: '', maxLength: 40 }),
      date_start: Bound,
      date_end: Bound,
      type: Type.String({ default: '', maxLength: 300 }),
    }),
    answer: Page(Happening),
  }),
  massEdit: post('/happenings/mass_edit/', {
    says: 'Den Status vieler Veranstaltungen setzen',
    may: 'admin',
    limit: 'mass_changes',
    body: Body({
      happening_ids: Type.Array(Id, { minItems: 1, maxItems: 10_000 }),
      status: HappeningStatus,
    }),
    answer: Done,
  }),
  types: get('/happenings/types/', {
    says: 'Die Arten von Veranstaltungen',
    may: 'happenings',
    answer: Type.Object({ items: Type.Array(Type.String()) }),
  }),
  sync: post('/happenings/sync/', {
    says: 'Veranstaltungen mit der Personalplanung abgleichen',
    may: 'admin',
    limit: 'syncs',
    body: Body({ start_date: MaybeDay, end_date: MaybeDay }),
    answer: DoneWith({ background_result_id: Type.String() }),
  }),
  previewSync: get('/happenings/sync/preview/', {
    says: 'Was der Abgleich ändern würde',
    may: 'admin',
    limit: 'syncs',
    query: Type.Object({ start_date: Bound, end_date: Bound }),
    answer: HappeningSyncPreview,
  }),
  lastSync: get('/happenings/sync/last/', {
    says: 'Bericht des letzten Abgleichs',
    may: 'admin',
    answer: Type.Object(
      {
        finished_at: Nullable(DateTime),
        ...report,
        /** The id of a sync that is under way. */
        running: Text,
      },
      { title: 'HappeningSyncReport' },
    ),
  }),
  read: get('/happenings/{happening_id}/', {
    says: 'Eine Veranstaltung',
    may: 'happenings',
    params: OneHappening,
    answer: Happening,
  }),
  setStatus: patch('/happenings/{happening_id}/', {
    says: 'Den Status einer Veranstaltung setzen',
    may: 'admin',
    params: OneHappening,
    body: Body({ status: Type.Optional(HappeningStatus) }),
    answer: Done,
  }),
  excel: get('/happenings/{happening_id}.xlsx', {
    says: 'Alle Zeiten einer Veranstaltung als Excel',
    may: 'admin',
    limit: 'exports',
    params: OneHappening,
    query: Type.Object({
      subhappening_id: Type.Optional(Id),
      happening_filter: Type.String({ default: '', maxLength: 200 }),
      subhappening_filter: Type.String({ default: '', maxLength: 200 }),
    }),
    answer: File('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'),
  }),
  send: post('/happenings/{subhappening_id}/send_times/', {
    says: 'Vollständige Zeiten an die Personalplanung senden',
    may: 'happenings',
    limit: 'sendings',
    params: Type.Object({ subhappening_id: Id }),
    answer: DoneWith({ background_result_id: Type.String() }),
  }),
  subhappenings: get('/happenings/{happening_id}/subhappenings/', {
    says: 'Die Teilveranstaltungen einer Veranstaltung',
    may: 'happenings',
    limit: 'searches',
    params: OneHappening,
    query: Type.Object(listQuery(25)),
    answer: Page(SubhappeningListItem),
  }),
  subhappening: get('/happenings/{happening_id}/subhappenings/{subhappening_id}/', {
    says: 'Eine Teilveranstaltung',
    may: 'happenings',
    params: OneSub,
    answer: Subhappening,
  }),
  setRecorders: put('/happenings/{happening_id}/subhappenings/{subhappening_id}/users/', {
    says: 'Die Zeiterfasser festlegen',
    may: 'admin',
    params: OneSub,
    body: Body({ user_ids: Type.Array(Id, { maxItems: 500 }) }),
    answer: Done,
  }),
  times: get('/happenings/{happening_id}/subhappenings/{subhappening_id}/time/', {
    says: 'Geplante und tatsächliche Zeiten',
    may: 'happenings',
    limit: 'searches',
    params: OneSub,
    query: Type.Object(listQuery(50)),
    answer: Page(TimeEntry),
  }),
  record: patch('/happenings/{happening_id}/subhappenings/{subhappening_id}/time/', {
    says: 'Tatsächliche Zeiten eintragen: alle genannten oder keine',
    may: 'happenings',
    params: OneSub,
    body: Body({ items: Type.Array(TimeEntryChange, { maxItems: 2_000 }) }),
    answer: Done,
    conflict: TimesDisputed,
  }),
  hints: get('/happenings/{happening_id}/subhappenings/{subhappening_id}/time/hints/', {
    says: 'Was an den Zeiten auffällt, ehe sie gesendet werden',
    may: 'happenings',
    params: OneSub,
    answer: Type.Object({ items: Type.Array(TimeHint) }),
  }),
  history: get('/happenings/{happening_id}/subhappenings/{subhappening_id}/time/{timeentry_id}/history/', {
    says: 'Wer die Zeiten eines Eintrags wann geändert hat',
    may: 'happenings',
    params: OneEntry,
    answer: Type.Object({ items: Type.Array(TimeHistoryItem) }),
  }),
}
