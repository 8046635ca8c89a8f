import { sql } from 'kysely'
import type { ListQuery } from '#contract/shapes.ts'
import { plannerTextFields } from '#contract/words/planner-texts.ts'
import { exists } from '#server/db/affected.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { spokenNameColumn } from '#server/db/people.ts'
import { fetchPage, germanOrder, matching } from '#server/lists/list-store.ts'
import { maySeeSubhappeningCondition, type Viewer } from '../may-see-store.ts'

/**
 * True for entries whose times are expected: all but cancelled ones without recorded times or a pending withdrawal.
 * The timesheet, the lists, „Heute“ and a sending count the same entries.
 */
export const isAwaitedCondition = sql<boolean>`(lower(trim(time_entries.status)) is distinct from 'abgesagt'
  or ist_von is not null or ist_bis is not null or absent or to_withdraw)`

const sortColumns = {
  /** Numeric order; numbers that begin with letters come last. */
  personalnummer: sql`nullif(time_entries.personalnummer, '') collate german_numbers`,
  nachname: sql`(time_entries.last_name || e'\\t' || coalesce(time_entries.first_name, '')) collate "de-x-icu"`,
  funktion: germanOrder('time_entries.funktion'),
  soll_von_date: sql`time_entries.soll_von`,
  ist_von_date: sql`time_entries.ist_von`,
}
/** Columns for the screen and for the workbook. */
export const entryColumns = [
  'id',
  ...plannerTextFields,
  'soll_von',
  'soll_bis',
  'soll_minutes',
  'ist_von',
  'ist_bis',
  'ist_minutes',
  'soll_pause',
  'ist_pause',
  'note',
  'absent',
  'unplanned',
  'revision',
  'imports',
  'submitted',
  'refused',
  'to_withdraw',
] as const

export function listEntries(db: Database, subhappeningId: number, { filter, ...asked }: ListQuery) {
  const query = db
    .selectFrom('time_entries')
    .where('subhappening_id', '=', subhappeningId)
    .where(matching(filter, sql`time_entries.search`))
    .select(entryColumns)
  return fetchPage(query, asked, { order: sortColumns, id: 'time_entries.id', first: '+nachname' })
}

/** Always in the order of ids, so that two calls cannot deadlock. */
export function lockEntriesForUpdate(tx: Tx, subhappeningId: number, ids: number[]) {
  return tx
    .selectFrom('time_entries')
    .where('subhappening_id', '=', subhappeningId)
    .where('id', '=', sql<number>`any(${ids}::int[])`)
    .select(entryColumns)
    .orderBy('id')
    .forUpdate()
    .execute()
}
export type EntryRow = Awaited<ReturnType<typeof lockEntriesForUpdate>>[number]

/** Finds an entry in any part that the viewer may see. */
export function findVisibleEntry(tx: Tx, by: Viewer, id: number) {
  return tx
    .selectFrom('time_entries')
    .innerJoin('subhappenings', 'subhappenings.id', 'time_entries.subhappening_id')
    .innerJoin('happenings', 'happenings.id', 'subhappenings.happening_id')
    .where('time_entries.id', '=', id)
    .where(maySeeSubhappeningCondition(by))
    .select([
      'time_entries.id',
      'time_entries.last_name',
      'time_entries.first_name',
      'time_entries.subcontractor',
    ])
    .executeTakeFirst()
}

export type RecordedTimes = {
  id: number
  von: string | null
  bis: string | null
  minutes: number | null
  pause: number | null
  note: string | null
  absent: boolean
}

/** Each change increases the revision and is kept in the history; sent entries become unsent. */
export async function setTimes(tx: Tx, by: number, recorded: RecordedTimes[]) {
  await sql`with recorded as (
      update time_entries set
        ist_von = given.von, ist_bis = given.bis, ist_minutes = given.minutes, ist_pause = given.pause, note = given.note, absent = given.absent,
        revision = time_entries.revision + 1, submitted = false, refused = null
      from jsonb_to_recordset(${JSON.stringify(recorded)}::jsonb)
          as given(id integer, von timestamp, bis timestamp, minutes integer, pause integer, note text, absent boolean)
        join time_entries before using (id)
      where time_entries.id = given.id
      returning given.*, before.ist_von, before.ist_bis, before.ist_pause, before.note as old_note, before.absent as old_absent)
    insert into time_history (entry_id, user_id, kind, old_von, old_bis, new_von, new_bis,
      old_pause, new_pause, old_note, new_note, old_absent, new_absent)
    select id, ${by}, 'changed', ist_von, ist_bis, von, bis, ist_pause, pause, old_note, note, old_absent, absent
    from recorded order by id`.execute(tx)
}

type HistoryRow = {
  entry_id: number
  kind: 'changed' | 'sent' | 'withdrawn' | 'refused' | 'planned'
  old_von: string | null
  old_bis: string | null
  new_von: string | null
  new_bis: string | null
  old_pause?: number | null
  new_pause?: number | null
  old_note?: string | null
  new_note?: string | null
  old_absent?: boolean
  new_absent?: boolean
  message: string | null
}

export async function insertHistory(tx: Tx, by: number | null, history: HistoryRow[]) {
  if (history.length === 0) return
  await sql`insert into time_history (entry_id, user_id, kind, old_von, old_bis, new_von, new_bis,
      old_pause, new_pause, old_note, new_note, old_absent, new_absent, message)
    select entry_id, ${by}, kind, old_von, old_bis, new_von, new_bis,
      old_pause, new_pause, old_note, new_note, old_absent, new_absent, message
    from jsonb_to_recordset(${JSON.stringify(history)}::jsonb) as new(
      entry_id integer, kind text, old_von timestamp, old_bis timestamp, new_von timestamp, new_bis timestamp,
      old_pause integer, new_pause integer, old_note text, new_note text, old_absent boolean, new_absent boolean, message text)`.execute(
    tx,
  )
}

export const hasEntry = (db: Database, subhappeningId: number, id: number) =>
  exists(db.selectFrom('time_entries').where('subhappening_id', '=', subhappeningId).where('id', '=', id))

/** Old and new values of a change. */
export const changeColumns = [
  'time_history.kind',
  'time_history.old_von',
  'time_history.old_bis',
  'time_history.new_von',
  'time_history.new_bis',
  'time_history.old_pause',
  'time_history.new_pause',
  'time_history.old_note',
  'time_history.new_note',
  'time_history.old_absent',
  'time_history.new_absent',
  'time_history.message',
] as const

export function listHistory(db: Database, subhappeningId: number, entryId: number) {
  return db
    .selectFrom('time_history')
    .innerJoin('time_entries', 'time_entries.id', 'time_history.entry_id')
    .leftJoin('users', 'users.id', 'time_history.user_id')
    .where('time_entries.subhappening_id', '=', subhappeningId)
    .where('time_entries.id', '=', entryId)
    .select([
      'time_history.at',
      'users.username as by',
      sql<string | null>`case when users.id is not null then ${spokenNameColumn('users')} end`.as(
        'by_display_name',
      ),
      ...changeColumns,
    ])
    .orderBy('time_history.id', 'desc')
    .limit(500)
    .execute()
}

/** The latest `count` changes by people of each entry, newest first. */
export async function listLastChanges(tx: Tx, asked: readonly { id: number; count: number }[]) {
  const { rows } = await sql<TimeChange>`
    select entry_id, at, username as by, case when users.id is not null then ${spokenNameColumn('users')} end as by_display_name,
      old_von, old_bis, new_von, new_bis, old_pause, new_pause, old_note, new_note,
      coalesce(old_absent, false) as old_absent, coalesce(new_absent, false) as new_absent
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as asked(id integer, count integer)
      cross join lateral (
        select * from time_history where entry_id = asked.id and kind = 'changed'
        order by id desc limit asked.count) history
      left join users on users.id = history.user_id
    order by history.id desc`.execute(tx)
  return rows
}
export type TimeChange = {
  entry_id: number
  at: Date
  by: string | null
  by_display_name: string | null
  old_von: string | null
  old_bis: string | null
  new_von: string | null
  new_bis: string | null
  old_pause: number | null
  new_pause: number | null
  old_note: string | null
  new_note: string | null
  old_absent: boolean
  new_absent: boolean
}

/**
 * Entries of a sub-happening that have an actual start or end. Adds entries of the same people elsewhere whose
 * actual start is at most 36 hours before or 60 hours after one of these.
 */
export function listForHints(db: Database, by: Viewer, subhappeningId: number) {
  return db
    .with('own', (with_) =>
      with_
        .selectFrom('time_entries')
        .where('subhappening_id', '=', subhappeningId)
        .where((eb) => eb.or([eb('ist_von', 'is not', null), eb('ist_bis', 'is not', null)]))
        .selectAll(),
    )
    .selectFrom('time_entries')
    .innerJoin('subhappenings', 'subhappenings.id', 'time_entries.subhappening_id')
    .innerJoin('happenings', 'happenings.id', 'subhappenings.happening_id')
    .where((eb) =>
      eb.or([
        eb('time_entries.id', 'in', eb.selectFrom('own').select('own.id')),
        sql<boolean>`exists (
          select from own
          where own.personalnummer = time_entries.personalnummer
            and time_entries.ist_von between own.ist_von - interval '36 hours' and own.ist_von + interval '60 hours')`,
      ]),
    )
    .select([
      'time_entries.id',
      'time_entries.subhappening_id',
      'subhappenings.name as subhappening_name',
      maySeeSubhappeningCondition(by).as('isVisible'),
      'happenings.date as day',
      'time_entries.personalnummer',
      'time_entries.soll_von',
      'time_entries.soll_bis',
      'time_entries.ist_von',
      'time_entries.ist_bis',
      'time_entries.soll_pause',
      'time_entries.ist_pause',
    ])
    .orderBy('time_entries.ist_von')
    .orderBy('time_entries.id')
    .execute()
}
