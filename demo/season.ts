// Two weeks of happenings in the middle of work: finished, running, in planning.
import { sql } from 'kysely'
import type { Tx } from '#server/db/connect.ts'
import { SYNC_HAPPENINGS_JOB_KIND } from '#server/happenings/sync/sync-happenings.ts'
import type { Report } from '#server/jobs/results-store.ts'
import { cast, type Person } from './cast.ts'
import { today } from './happenings.ts'

const DAYS_AROUND_TODAY = 6

/** Recorders of each team. */
const recorders: Record<string, Person[]> = {
  Bühne: [cast.anna, cast.bruno],
  Technik: [cast.hannah, cast.anna],
  Empfang: [cast.elif],
  Garderobe: [cast.elif, cast.frieda],
  Gastronomie: [cast.frieda],
  Sicherheit: [cast.bruno],
  Aufbau: [cast.anna, cast.ibrahim],
  Abbau: [cast.anna],
}

const dayFromToday = (days: number) => Temporal.PlainDate.from(today()).add({ days }).toString()

export const seasonWindow = () => ({
  start_date: dayFromToday(-DAYS_AROUND_TODAY),
  end_date: dayFromToday(DAYS_AROUND_TODAY),
})

/**
 * Adds what the planner does not know: statuses, recorders, recorded and sent times. `report` is the result
 * of the planner's sync.
 */
export async function seedSeason(tx: Tx, report: Report) {
  await insertSyncReport(tx, report)
  await sql`update happenings set status = case
      when date < ${dayFromToday(-5)}::date then 'Archiv'
      when date < ${dayFromToday(-1)}::date then 'Erledigt'
      when date < ${dayFromToday(3)}::date then 'Aktiv'
      else status end`.execute(tx)
  // A happening that was cancelled but not deleted: only administrators see it.
  await sql`update happenings set status = 'Inaktiv'
    where id = (select max(id) from happenings where date = ${dayFromToday(3)}::date)`.execute(tx)
  for (const [team, people] of Object.entries(recorders))
    for (const person of people) await assignRecorder(tx, team, person)
  await recordPastTimes(tx, dayFromToday(0))
  await markPastTimesSent(tx)
}

/** Stored as if somebody had started the sync: „Heute“ and „Betrieb“ show its time. */
const insertSyncReport = (tx: Tx, report: Report) =>
  tx
    .insertInto('background_results')
    .values({
      id: 'demo',
      kind: SYNC_HAPPENINGS_JOB_KIND,
      started_by: null,
      ...report,
      finished_at: sql`now()`,
    })
    .execute()

async function assignRecorder(tx: Tx, team: string, { username }: Person) {
  await sql`insert into subhappening_users (subhappening_id, user_id)
    select subhappenings.id, users.id from subhappenings cross join users
    where subhappenings.name = ${team} and users.username = ${username}
    on conflict do nothing`.execute(tx)
}

/**
 * Records times of finished happenings, mostly as planned, some longer or shorter by quarters of an hour. Of
 * running happenings every second part is recorded, with gaps.
 */
async function recordPastTimes(tx: Tx, before: string) {
  await sql`with recorded as (
      select time_entries.id, soll_von as von, soll_bis + ((time_entries.id % 5) - 1) * interval '15 minutes' as bis,
        soll_minutes + ((time_entries.id % 5) - 1) * 15 as minutes
      from time_entries join subhappenings on subhappenings.id = subhappening_id
        join happenings on happenings.id = happening_id
      where soll_bis is not null and ist_von is null and time_entries.status = 'zugesagt' and date < ${before}::date
        and (happenings.status in ('Erledigt', 'Archiv')
          or happenings.status = 'Aktiv' and subhappenings.id % 2 = 0 and time_entries.id % 4 > 0)),
    written as (
      update time_entries set ist_von = von, ist_bis = bis, ist_minutes = minutes, revision = 1
      from recorded where recorded.id = time_entries.id
      returning time_entries.id, subhappening_id, von, bis, soll_bis)
    insert into time_history (entry_id, user_id, at, kind, new_von, new_bis)
      select written.id, (select min(user_id) from subhappening_users where subhappening_id = written.subhappening_id),
        least(soll_bis + interval '1 hour', now() - interval '2 hours'), 'changed', von, bis
      from written`.execute(tx)
}

/** Marks the recorded times of finished happenings as sent; the planner has refused one in 97. */
async function markPastTimesSent(tx: Tx) {
  await sql`with complete as (
      select time_entries.id, ist_von, ist_bis, ist_bis + interval '3 hours' as at,
        case when row_number() over (order by time_entries.id) % 97 = 5 then 'Der Einsatz ist abgesagt.' end as refused,
        (select min(user_id) from subhappening_users where subhappening_id = subhappenings.id) as by
      from time_entries join subhappenings on subhappenings.id = subhappening_id
        join happenings on happenings.id = happening_id
      where ist_minutes is not null and happenings.status in ('Erledigt', 'Archiv')),
    marked as (
      update time_entries set submitted = complete.refused is null, booked = complete.refused is null,
        refused = complete.refused
      from complete where complete.id = time_entries.id)
    insert into time_history (entry_id, user_id, at, kind, new_von, new_bis, message)
      select id, by, least(at, now() - interval '1 hour'), case when refused is null then 'sent' else 'refused' end,
        ist_von, ist_bis, refused
      from complete`.execute(tx)
}
