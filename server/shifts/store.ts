// Shifts of a person. The planner's entries carry a personnel number, which is the planner's id of the user,
// often without its leading letters, or the barcode. If the number equals the id, the entry belongs to the
// person whatever its name. Otherwise the name has to match too.
import { type RawBuilder, sql } from 'kysely'
import type { HappeningStatus } from '#contract/happenings.ts'
import type { ListQuery } from '#contract/shapes.ts'
import type { Caller } from '#server/caller.ts'
import { isMemberCondition, isShownCondition } from '#server/chat/store.ts'
import type { Database } from '#server/db/connect.ts'
import {
  matchesNameCondition,
  ownCompanyCondition,
  personnelNumbersColumn,
} from '#server/db/whose-entries.ts'
import { maySeeSubhappeningCondition } from '#server/happenings/may-see-store.ts'
import { fetchPage, germanOrder, matchingComputed } from '#server/lists/list-store.ts'
import { feedCreatedAt } from './feed-store.ts'

type ShiftRow = {
  id: number
  happening_id: number
  subhappening_id: number
  happening_name: string
  type: string
  name: string
  ort: string
  date: string
  status: string | null
  funktion: string | null
  aufgabe: string | null
  soll_von: string | null
  soll_bis: string | null
  soll_minutes: number | null
  ist_von: string | null
  ist_bis: string | null
  ist_minutes: number | null
  ist_pause: number | null
  note: string | null
  absent: boolean
  submitted: boolean
}
type DayRange = { start: string; end: string }

/** Drafts (`Entwurf`) and hidden happenings (`Inaktiv`) are not shown to the people planned for them. */
const isAnnouncedCondition = sql`happenings.status in ('Aktiv', 'Erledigt', 'Archiv')`

/** `from` and `where` of a query for a person's own time entries. More conditions can follow with `and`. */
const fromOwnEntries = (userId: number) => sql`users me
  join time_entries on time_entries.personalnummer = any(${personnelNumbersColumn('me')})
  join subhappenings on subhappenings.id = time_entries.subhappening_id
  join happenings on happenings.id = subhappenings.happening_id
  where me.id = ${userId} and me.is_active and me.persplan_id is not null and ${isAnnouncedCondition}
    and ${ownCompanyCondition}
    and (time_entries.personalnummer = me.persplan_id
      or ${matchesNameCondition(sql`me.persplan_nachname`, sql`me.persplan_vorname`)})`

const shiftColumns = sql`time_entries.id, happenings.id as happening_id, subhappenings.id as subhappening_id,
  happenings.name as happening_name, happenings.type, subhappenings.name, ort, ${day()} as date,
  time_entries.status, funktion, aufgabe, soll_von, soll_bis, soll_minutes, ist_von, ist_bis, ist_minutes,
  ist_pause, note, absent, submitted`

/** The day on which the shift begins. */
function day(): RawBuilder<string> {
  return sql<string>`coalesce(soll_von::date, ist_von::date, happenings.date)`
}

export type OwnShift = ShiftRow & { may_open: boolean; room_id: number | null }

/** The caller's shifts between two days, both included. */
export async function listShifts(db: Database, by: Caller, { start, end }: DayRange): Promise<OwnShift[]> {
  const { rows } = await sql<OwnShift>`
    select ${shiftColumns}, ${maySeeSubhappeningCondition(by)} as may_open, ${roomIdOf(by.id)} as room_id
    from ${fromOwnEntries(by.id)} and ${day()} between ${start}::date and ${end}::date
    order by coalesce(soll_von, ist_von, happenings.date::timestamp), time_entries.id limit ${MAX_SHIFTS}`.execute(
    db,
  )
  return rows
}

type AdjacentDays = { earlier: string | null; later: string | null; feed_since: Date | null }

/** Days of the nearest shifts before and after the window, and when the calendar address was created. */
export async function getAdjacentDays(
  db: Database,
  userId: number,
  { start, end }: DayRange,
): Promise<AdjacentDays> {
  const { rows } = await sql<AdjacentDays>`
    select max(${day()}) filter (where ${day()} < ${start}::date) as earlier,
      min(${day()}) filter (where ${day()} > ${end}::date) as later,
      ${feedCreatedAt(userId)} as feed_since
    from ${fromOwnEntries(userId)}`.execute(db)
  return rows[0] as AdjacentDays
}

/** More shifts than anybody works in four weeks. */
const MAX_SHIFTS = 400

type TeamRow = {
  subhappening_id: number
  happening_id: number
  happening_name: string
  name: string
  date: string
  status: HappeningStatus
  records: boolean
  is_planned: boolean
}

/** Teams in which the person records or is planned, the newest first. */
export function listTeamsOf(
  db: Database,
  userId: number,
  asked: Pick<ListQuery, 'order_by' | 'page' | 'per_page'>,
) {
  const teams = sql<TeamRow>`(
    select subhappenings.id as subhappening_id, happenings.id as happening_id, happenings.name as happening_name,
      subhappenings.name, happenings.date, happenings.status, bool_or(found.records) as records,
      bool_or(not found.records) as is_planned
    from (
      select subhappening_id, true as records from subhappening_users where user_id = ${userId}
      union all select subhappenings.id, false from ${fromOwnEntries(userId)}) found
    join subhappenings on subhappenings.id = found.subhappening_id
    join happenings on happenings.id = subhappenings.happening_id
    group by subhappenings.id, happenings.id)`.as('teams')
  const query = db
    .selectFrom(teams)
    .select([
      'subhappening_id',
      'happening_id',
      'happening_name',
      'name',
      'date',
      'status',
      'records',
      'is_planned',
    ])
  const order = { date: sql`teams.date`, name: germanOrder('teams.happening_name') }
  return fetchPage(query, asked, { order, id: 'teams.subhappening_id', first: '-date' })
}

/**
 * Shifts that have not ended yet, the next one first; cancelled ones only on the day itself. `now`: local time
 * of the company.
 */
export async function listNextShifts(db: Database, by: Caller, now: string, limit: number) {
  const { rows } = await sql<OwnShift>`
    select ${shiftColumns}, ${maySeeSubhappeningCondition(by)} as may_open, ${roomIdOf(by.id)} as room_id
    from ${fromOwnEntries(by.id)} and soll_von is not null and coalesce(soll_bis, soll_von) > ${now}::timestamp
      and soll_von < ${now}::timestamp + interval '60 days'
      and (lower(trim(time_entries.status)) is distinct from 'abgesagt' or soll_von::date = ${now}::timestamp::date)
    order by soll_von, time_entries.id limit ${limit}`.execute(db)
  return rows
}

/** Matches the names of happening and part, and the function; the nearest to today first. */
export async function searchShifts(db: Database, userId: number, filter: string, limit: number) {
  const called = sql<string>`happenings.search || ' ' || subhappenings.search || ' ' || search_text(coalesce(funktion, ''))`
  const { rows } = await sql<ShiftMatch>`
    select time_entries.id, happenings.name as happening_name, subhappenings.name, ort, ${day()}::text as date, funktion
    from ${fromOwnEntries(userId)} and ${matchingComputed(filter, called)}
    order by abs(${day()} - current_date), ${day()} desc, time_entries.id
    limit ${limit}`.execute(db)
  return rows
}
type ShiftMatch = Pick<ShiftRow, 'id' | 'happening_name' | 'name' | 'ort' | 'date' | 'funktion'>

/** `plan_revision`: number of changes of the planned shift. `planned_at`: time of the latest one. */
export type PlannedShift = ShiftRow & { plan_revision: number; planned_at: Date }

/** Shifts with a start and an end. */
export async function listShiftsForCalendar(db: Database, userId: number, { start, end }: DayRange) {
  const { rows } = await sql<PlannedShift>`
    select ${shiftColumns}, plan_revision, planned_at from ${fromOwnEntries(userId)} and ${day()} between ${start}::date and ${end}::date
      and (soll_bis is not null or ist_bis is not null)
    order by time_entries.id limit ${MAX_CALENDAR_SHIFTS}`.execute(db)
  return rows
}
const MAX_CALENDAR_SHIFTS = 2_000

const roomIdOf = (userId: number) => sql<number | null>`(select groups.id
  from groups left join chat_rooms on chat_rooms.kind = 'groups' and chat_rooms.id = groups.id
  where groups.id = group_named(subhappenings.name) and ${isShownCondition} and ${isMemberCondition(sql`${userId}`)})`
