import { type Static, Type } from 'typebox'
import { bodyLimitsForIds, del, get, patch, post, put } from './endpoint.ts'
import { reportFields } from './jobs.ts'
import { HappeningStatus, Subhappening, SubhappeningListItem, timeTotals } from './parts.ts'
import {
  BinaryAnswer,
  Body,
  DateTime,
  Day,
  ExpectedCallerId,
  GoneRefusal,
  Id,
  listQuery,
  Nullable,
  Page,
  SuccessAnswer,
  SuccessAnswerWith,
} from './shapes.ts'
import {
  KnownPerson,
  TimeDisputeRefusal,
  TimeEntry,
  TimeEntryChange,
  TimeHint,
  TimeHistoryItem,
} from './times.ts'
import { BulkResult } from './undo.ts'
import { mapHappeningTexts } from './words/happening-texts.ts'
import { happeningLimits } from './words/happenings.ts'
import { maxFilterLength } from './words/limits.ts'

export { HappeningStatus }

const NullableText = Nullable(Type.String())
const NullableDay = Nullable(Type.String({ maxLength: 20 }))
/** First or last day of a window; empty for no bound. */
const OptionalDay = Type.String({ default: '', pattern: '^((?!0000)\\d{4}-\\d{2}-\\d{2}|)$' })

const HappeningPermissions = Type.Object({ administer: Type.Boolean() }, { title: 'HappeningCan' })

/** Totals of times are null for everybody except administrators. */
export const Happening = Type.Object(
  {
    id: Id,
    name: Type.String(),
    ...mapHappeningTexts(() => Type.String()),
    date: Day,
    status: HappeningStatus,
    ...timeTotals,
    can: HappeningPermissions,
  },
  { title: 'Happening' },
)
export type Happening = Static<typeof Happening>

/** One line about a team that the caller may see: its planned times and its progress. */
const HappeningTeam = Type.Object(
  {
    id: Id,
    name: Type.String(),
    istentries: Type.Integer(),
    sollentries: Type.Integer(),
    /** Includes people who did not come. */
    recorded: Type.Integer(),
    /** Number of expected times, planned or not. */
    entries: Type.Integer(),
    /** All expected times have been sent, and there is at least one. */
    is_sent: Type.Boolean(),
    /** First planned start and last planned end of the team, in local time: `2026-11-21T18:00`. */
    soll_von: NullableText,
    soll_bis: NullableText,
  },
  { title: 'HappeningTeam' },
)
export type HappeningTeam = Static<typeof HappeningTeam>

export const HappeningListItem = Type.Object(
  {
    ...Happening.properties,
    /** The first teams, beginning with those that the caller records. Present only if `with_teams` is requested. */
    teams: Type.Optional(Type.Array(HappeningTeam)),
    /** Number of all teams. */
    teams_count: Type.Optional(Type.Integer()),
  },
  { title: 'HappeningListItem' },
)
export type HappeningListItem = Static<typeof HappeningListItem>

const CountAndNames = Type.Object(
  { count: Type.Integer(), names: Type.Array(Type.String()) },
  { title: 'HappeningSyncChanges' },
)
/** Preview of a sync: numbers, and the first few names of each kind. */
export const HappeningSyncPreview = Type.Object(
  {
    new: CountAndNames,
    changed: CountAndNames,
    vanishing: CountAndNames,
    /** Changed in the planner, but not imported because the happening is no longer a draft. */
    skipped: CountAndNames,
    unchanged: Type.Integer(),
    /** The reason why the sync would write nothing, or null. */
    refused: NullableText,
  },
  { title: 'HappeningSyncPreview' },
)
export type HappeningSyncPreview = Static<typeof HappeningSyncPreview>

const HappeningParams = Type.Object({ happening_id: Id })
const SubhappeningParams = Type.Object({ happening_id: Id, subhappening_id: Id })
const TimeEntryParams = Type.Object({ happening_id: Id, subhappening_id: Id, timeentry_id: Id })

export const happenings = {
  list: get('/happenings/', {
    shedFirst: true,
    says: 'Veranstaltungen suchen, sortieren und blättern',
    may: 'happenings',
    offline: true,
    polled: true,
    limit: 'searches',
    query: Type.Object({
      ...listQuery(happeningLimits.happeningsOfPage),
      status: Type.String({ default: '', maxLength: 40 }),
      date_start: OptionalDay,
      date_end: OptionalDay,
      type: Type.String({ default: '', maxLength: happeningLimits.type }),
      with_teams: Type.Boolean({ default: false }),
    }),
    answer: Page(HappeningListItem),
  }),
  massEdit: post('/happenings/mass_edit/', {
    says: 'Den Status vieler Veranstaltungen setzen',
    may: 'admin',
    limit: 'mass_changes',
    body: Body({
      happening_ids: Type.Array(Id, { minItems: 1, maxItems: 10_000 }),
      status: HappeningStatus,
    }),
    ...bodyLimitsForIds(10_000),
    answer: BulkResult,
    missing: GoneRefusal,
  }),
  types: get('/happenings/types/', {
    says: 'Die Arten von Veranstaltungen',
    may: 'happenings',
    offline: true,
    answer: Type.Object({ items: Type.Array(Type.String()) }),
  }),
  sync: post('/happenings/sync/', {
    says: 'Veranstaltungen mit der Personalplanung abgleichen',
    may: 'admin',
    limit: 'syncs',
    body: Body({ start_date: NullableDay, end_date: NullableDay }),
    answer: SuccessAnswerWith({ background_result_id: Type.String() }),
  }),
  previewSync: get('/happenings/sync/preview/', {
    says: 'Was der Abgleich ändern würde',
    may: 'admin',
    limit: 'syncs',
    query: Type.Object({ start_date: OptionalDay, end_date: OptionalDay }),
    answer: HappeningSyncPreview,
  }),
  lastSync: get('/happenings/sync/last/', {
    says: 'Bericht des letzten Abgleichs',
    may: 'admin',
    answer: Type.Object(
      {
        finished_at: Nullable(DateTime),
        ...reportFields,
        /** True if a planner is configured. */
        has_planner: Type.Boolean(),
        /** Id of the running sync, if any. */
        running: NullableText,
      },
      { title: 'HappeningSyncReport' },
    ),
  }),
  read: get('/happenings/{happening_id}/', {
    says: 'Eine Veranstaltung',
    may: 'happenings',
    offline: true,
    polled: true,
    params: HappeningParams,
    answer: Happening,
  }),
  setStatus: patch('/happenings/{happening_id}/', {
    says: 'Den Status einer Veranstaltung setzen',
    may: 'admin',
    params: HappeningParams,
    body: Body({ status: Type.Optional(HappeningStatus) }),
    answer: SuccessAnswer,
  }),
  excel: get('/happenings/{happening_id}.xlsx', {
    says: 'Alle Zeiten einer Veranstaltung als Excel',
    may: 'admin',
    limit: 'exports',
    params: HappeningParams,
    query: Type.Object({
      subhappening_id: Type.Optional(Id),
      happening_filter: Type.String({ default: '', maxLength: 200 }),
      subhappening_filter: Type.String({ default: '', maxLength: 200 }),
    }),
    answer: BinaryAnswer('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'),
  }),
  send: post('/happenings/{subhappening_id}/send_times/', {
    says: 'Vollständige Zeiten an die Personalplanung senden',
    may: 'happenings',
    limit: 'sendings',
    params: Type.Object({ subhappening_id: Id }),
    answer: SuccessAnswerWith({ background_result_id: Type.String() }),
  }),
  subhappenings: get('/happenings/{happening_id}/subhappenings/', {
    shedFirst: true,
    says: 'Die Teilveranstaltungen einer Veranstaltung',
    may: 'happenings',
    offline: true,
    polled: true,
    limit: 'searches',
    params: HappeningParams,
    query: Type.Object(listQuery(happeningLimits.happeningsOfPage)),
    answer: Page(SubhappeningListItem),
  }),
  subhappening: get('/happenings/{happening_id}/subhappenings/{subhappening_id}/', {
    says: 'Eine Teilveranstaltung',
    may: 'happenings',
    offline: true,
    params: SubhappeningParams,
    answer: Subhappening,
  }),
  setRecorders: put('/happenings/{happening_id}/subhappenings/{subhappening_id}/users/', {
    says: 'Die Zeiterfasser festlegen',
    may: 'admin',
    params: SubhappeningParams,
    body: Body({ user_ids: Type.Array(Id, { maxItems: 500 }) }),
    answer: SuccessAnswer,
  }),
  times: get('/happenings/{happening_id}/subhappenings/{subhappening_id}/time/', {
    shedFirst: true,
    says: 'Geplante und tatsächliche Zeiten',
    may: 'happenings',
    offline: true,
    polled: true,
    limit: 'searches',
    params: SubhappeningParams,
    query: Type.Object(listQuery(happeningLimits.entriesOfPage)),
    answer: Page(TimeEntry),
  }),
  record: patch('/happenings/{happening_id}/subhappenings/{subhappening_id}/time/', {
    says: 'Tatsächliche Zeiten eintragen: alle genannten oder keine',
    may: 'happenings',
    params: SubhappeningParams,
    body: Body({ items: Type.Array(TimeEntryChange, { maxItems: 2_000 }), user_id: ExpectedCallerId }),
    mostBytes: 1024 * 1024,
    mostValues: 25_000,
    answer: SuccessAnswer,
    conflict: TimeDisputeRefusal,
  }),
  people: get('/happenings/{happening_id}/subhappenings/{subhappening_id}/time/people/', {
    shedFirst: true,
    says: 'Wer sich einem Team hinzufügen lässt',
    may: 'happenings',
    limit: 'searches',
    params: SubhappeningParams,
    query: Type.Object({ filter: Type.String({ default: '', maxLength: maxFilterLength }) }),
    answer: Type.Object({ more: Type.Boolean(), people: Type.Array(KnownPerson) }),
  }),
  addPerson: post('/happenings/{happening_id}/subhappenings/{subhappening_id}/time/', {
    says: 'Jemanden hinzufügen, der nicht geplant ist',
    may: 'happenings',
    params: SubhappeningParams,
    body: Body({
      /** Chosen by the client: repeating the call with the same key adds nobody twice. */
      key: Type.String({ minLength: 32, maxLength: 32, pattern: '^[0-9a-f]{32}$' }),
      last_name: Type.String({ maxLength: 300 }),
      first_name: Type.Optional(Nullable(Type.String({ maxLength: 300 }))),
      personalnummer: Type.Optional(Nullable(Type.String({ maxLength: 300 }))),
      subcontractor: Type.Optional(Nullable(Type.String({ maxLength: 300 }))),
      user_id: ExpectedCallerId,
    }),
    answer: SuccessAnswerWith({ timeentry_id: Id }),
  }),
  removePerson: del('/happenings/{happening_id}/subhappenings/{subhappening_id}/time/{timeentry_id}/', {
    says: 'Jemanden entfernen, der nicht geplant ist',
    may: 'happenings',
    params: TimeEntryParams,
    answer: SuccessAnswer,
  }),
  hints: get('/happenings/{happening_id}/subhappenings/{subhappening_id}/time/hints/', {
    shedFirst: true,
    says: 'Was an den Zeiten auffällt, ehe sie gesendet werden',
    may: 'happenings',
    offline: true,
    polled: true,
    params: SubhappeningParams,
    answer: Type.Object({ items: Type.Array(TimeHint) }),
  }),
  history: get('/happenings/{happening_id}/subhappenings/{subhappening_id}/time/{timeentry_id}/history/', {
    says: 'Wer die Zeiten eines Eintrags wann geändert hat',
    may: 'happenings',
    params: TimeEntryParams,
    answer: Type.Object({ items: Type.Array(TimeHistoryItem) }),
  }),
}
