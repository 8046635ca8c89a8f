// A person's times, their history, and times they recorded for others.
import { sql } from 'kysely'
import type { Tx } from '#server/db/connect.ts'
import { formerPersonName } from '#server/db/people.ts'
import type { Section } from './section-store.ts'
import type { DataSubject } from './subject-store.ts'

const plannedTimeColumns = sql`to_char(soll_von, 'YYYY-MM-DD HH24:MI') as soll_von, to_char(soll_bis, 'YYYY-MM-DD HH24:MI') as soll_bis`
const actualTimeColumns = sql`to_char(ist_von, 'YYYY-MM-DD HH24:MI') as ist_von, to_char(ist_bis, 'YYYY-MM-DD HH24:MI') as ist_bis`
const minuteColumn = (column: string) => sql`to_char(${sql.ref(column)}, 'YYYY-MM-DD HH24:MI')`
const happeningColumns = sql`happenings.name as happening, happenings.date::text as date, subhappenings.name as part`
const happeningJoins = sql`join subhappenings on subhappenings.id = subhappening_id join happenings on happenings.id = happening_id`
const historyColumns = sql`time_history.id, time_history.at, time_history.kind, ${minuteColumn('old_von')} as old_von, ${minuteColumn('old_bis')} as old_bis,
  ${minuteColumn('new_von')} as new_von, ${minuteColumn('new_bis')} as new_bis,
  old_pause, new_pause, old_note, new_note, old_absent, new_absent`

export const timesSections = [
  {
    name: 'times',
    title: 'Zeiten, geplant und erfasst',
    table: 'time_entries',
    columns: {
      happening: 'Veranstaltung',
      part: 'Teil',
      soll_von: 'Soll von',
      soll_bis: 'Soll bis',
      ist_von: 'Ist von',
      ist_bis: 'Ist bis',
      absent: 'nicht gekommen',
      note: 'Notiz',
      submitted: 'übermittelt',
    },
    rows: ({ isOwn }) => sql`
      select time_entries.id, ${happeningColumns}, personalnummer, first_name, last_name, aufgabe, funktion,
      time_entries.status, ${plannedTimeColumns}, ${actualTimeColumns}, soll_minutes, ist_minutes, soll_pause, ist_pause,
      absent, note, unplanned, submitted, refused
      from time_entries ${happeningJoins} where ${isOwn}`,
    order: ['date', 'id'],
    forget: forgetInTimes,
    counts: {
      times: 'rows',
      unclear_times: ({ times }) => sql`select unnest(${times.unclear}::text[])`,
      times_of_other_name: ({ isUnderOtherName }) => sql`select from time_entries where ${isUnderOtherName}`,
    },
  },
  {
    name: 'time_history',
    title: 'Verlauf dieser Zeiten',
    table: 'time_history',
    columns: {
      at: 'Wann',
      kind: 'Was',
      happening: 'Veranstaltung',
      new_von: 'Ist von',
      new_bis: 'Ist bis',
    },
    rows: ({
      id,
      isOwn,
    }) => sql`select ${historyColumns}, ${happeningColumns}, message, time_history.user_id = ${id} as by_self
      from time_history join time_entries on time_entries.id = entry_id ${happeningJoins} where ${isOwn}`,
    order: ['at', 'id'],
    forget: forgetInHistory,
    counts: { history: 'rows' },
  },
  {
    name: 'times_recorded',
    title: 'Zeiten, die diese Person für andere erfasst oder gesendet hat',
    table: 'time_history',
    columns: { at: 'Wann', kind: 'Was', happening: 'Veranstaltung', part: 'Teil' },
    rows: ({
      id,
      isOwn,
    }) => sql`select time_history.id, time_history.at, time_history.kind, ${happeningColumns}
      from time_history join time_entries on time_entries.id = entry_id ${happeningJoins}
      where time_history.user_id = ${id} and not coalesce(${isOwn}, false)`,
    order: ['id'],
    forget: 'keep',
    counts: { history: 'rows' },
  },
  {
    name: 'recorder',
    title: 'Aufgaben als Zeiterfasser',
    table: 'subhappening_users',
    columns: { happening: 'Veranstaltung', date: 'Datum', part: 'Teil' },
    rows: ({ id }) =>
      sql`select subhappening_id, ${happeningColumns} from subhappening_users ${happeningJoins} where user_id = ${id}`,
    order: ['subhappening_id'],
    forget: 'delete',
    counts: { recorder: 'rows' },
  },
] as const satisfies readonly Section[]

/** Hours and assignment stay; notes about the person are deleted. */
async function forgetInTimes(tx: Tx, { id, isOwn, persplan_nachname: last }: DataSubject) {
  const called = formerPersonName(id)
  await sql`update time_entries set last_name = ${called}, first_name = null, personalnummer = null, note = null,
      refused = case when strpos(lower(refused), lower(${last ?? called})) > 0 then null else refused end,
      former_user_id = ${id}
    where ${isOwn}`.execute(tx)
}

/** Deletes all notes, and the planner's messages that contain the last name. */
async function forgetInHistory(tx: Tx, { isOwn, persplan_nachname: last }: DataSubject) {
  if (last) {
    await sql`update time_history set message = null from time_entries
      where time_entries.id = entry_id and ${isOwn} and message is not null
        and strpos(lower(message), lower(${last})) > 0`.execute(tx)
  }
  await sql`update time_history set old_note = null, new_note = null from time_entries
    where time_entries.id = entry_id and ${isOwn} and (old_note is not null or new_note is not null)`.execute(
    tx,
  )
}
