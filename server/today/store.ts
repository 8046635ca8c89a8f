// Queries of „Heute“ except those of documents, shifts and chats. Also the queries of the reminders to recorders.
import { sql } from 'kysely'
import type { JobOutcome } from '#contract/jobs.ts'
import type { TodayTeam } from '#contract/today.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { isInvitedCondition, withoutAccessCondition } from '#server/db/without-access.ts'
import { isAwaitedCondition } from '#server/happenings/times/store.ts'
import { cutUnlessOneMore } from './cut-unless-one-more.ts'

/** Upper bound of rows on a card, which shows the total, too. */
const MAX_ROWS = 5
const MAX_TEAMS = 12

type RowsWithTotal<Row> = { count: number; items: Row[] }
/** `rows` were queried with the limit `most + 1`. */
const withTotal = <Row>(rows: (Row & { all: number })[], most: number): RowsWithTotal<Row> => {
  const count = rows[0]?.all ?? 0
  return { count, items: cutUnlessOneMore(rows, most, count) }
}

const teamColumns = {
  happening_id: sql`happenings.id`,
  subhappening_id: sql`subhappenings.id`,
  happening_name: sql`happenings.name`,
  name: sql`subhappenings.name`,
  date: sql`happenings.date`,
  begins: sql`to_char(begins, 'YYYY-MM-DD"T"HH24:MI')`,
  entries: sql`entries`,
  recorded: sql`recorded`,
  ready: sql`ready`,
  sent: sql`sent`,
}
const teamSelection = sql.join(
  Object.entries(teamColumns).map(([name, column]) => sql`${column} as ${sql.ref(name)}`),
)
const progressSubquery = sql`(select count(*) filter (where ${isAwaitedCondition}) as entries,
    min(soll_von) filter (where ${isAwaitedCondition}) as begins,
    count(*) filter (where ist_minutes is not null or absent) as recorded,
    count(*) filter (where not submitted and (ist_minutes is not null or absent or to_withdraw)) as ready,
    count(*) filter (where submitted and ${isAwaitedCondition}) as sent
  from time_entries where time_entries.subhappening_id = subhappenings.id) progress`

/** A team as stored. Whether it has begun depends on the clock. */
export type StoredTeam = Omit<TodayTeam, 'is_ahead'>
/** `to`: last day of the teams that are counted. `ahead`: last day of the teams that are listed, up to MAX_TEAMS. */
type TeamDays = { from: string; to: string; ahead: string }

/** Teams of happenings with status Aktiv whose times this user records. */
export async function listOwnTeams(db: Database, userId: number, { from, to, ahead }: TeamDays) {
  const { rows } = await sql<StoredTeam & { all: number }>`
    select ${teamSelection}, count(*) filter (where happenings.date <= ${to}::date) over () as "all"
    from happenings
    -- One happening after the other: two weeks have few of all that there are.
    cross join lateral (select id, name from subhappenings where happening_id = happenings.id offset 0) subhappenings
    join subhappening_users on subhappening_users.subhappening_id = subhappenings.id
    cross join lateral ${progressSubquery}
    where subhappening_users.user_id = ${userId} and happenings.status = 'Aktiv'
      and happenings.date between ${from}::date and ${ahead}::date
    order by happenings.date, begins, happenings.name collate "de-x-icu", subhappenings.name collate "de-x-icu", subhappenings.id
    limit ${MAX_TEAMS + 1}`.execute(db)
  return withTotal(rows, MAX_TEAMS)
}

/** Teams with unsent times. `before`: excluded, since teams of this day may still be at work. */
export async function listUnsentTeams(db: Database, { from, before }: { from: string; before: string }) {
  const { rows } = await sql<StoredTeam & { all: number }>`
    select ${teamSelection}, count(*) over () as "all"
    from happenings
    -- One happening after the other: a month has few of all that there are.
    cross join lateral (select id, name from subhappenings where happening_id = happenings.id offset 0) subhappenings
    cross join lateral ${progressSubquery}
    where happenings.date >= ${from}::date and happenings.date < ${before}::date
      and happenings.status = 'Aktiv' and sent < entries
    order by happenings.date desc, happenings.name collate "de-x-icu", subhappenings.name collate "de-x-icu", subhappenings.id
    limit ${MAX_ROWS + 1}`.execute(db)
  return withTotal(rows, MAX_ROWS)
}

/** The last run of each sync that has ended. */
export async function listLastSyncs(db: Database, kinds: readonly string[]) {
  const { rows } = await sql<{ kind: string; outcome: JobOutcome | null; finished_at: Date }>`
    select distinct on (kind) kind, outcome, finished_at
    from background_results where kind = any(${kinds}::text[]) and result is not null
    order by kind, finished_at desc`.execute(db)
  return rows
}

export async function countWithoutAccess(db: Database) {
  const { rows } = await sql<{ without_password: number; not_invited: number }>`
    select count(*) as without_password, count(*) filter (where not ${isInvitedCondition}) as not_invited
    from users where is_active and ${withoutAccessCondition}`.execute(db)
  return rows[0] as { without_password: number; not_invited: number }
}

/** Number of teams of a day that somebody has not sent, and one of these. */
export type RecorderWithUnsent = {
  user_id: number
  count: number
  part_id: number
  part: string
  happening_id: number
  happening: string
  entries: number
  recorded: number
}

/**
 * Recorders of teams with unsent times on this day, in the order of their ids, so that transactions that
 * notify the same people cannot deadlock.
 */
export async function listRecordersWithUnsent(db: Database, day: string): Promise<RecorderWithUnsent[]> {
  const { rows } = await sql<RecorderWithUnsent>`
    select distinct on (user_id) user_id, count(*) over (partition by user_id) as count,
      subhappenings.id as part_id, subhappenings.name as part,
      happenings.id as happening_id, happenings.name as happening, entries, recorded
    from happenings
    join subhappenings on subhappenings.happening_id = happenings.id
    join subhappening_users on subhappening_users.subhappening_id = subhappenings.id
    join users on users.id = subhappening_users.user_id and users.is_active
    cross join lateral ${progressSubquery}
    where happenings.date = ${day}::date and happenings.status = 'Aktiv' and sent < entries
    order by user_id, subhappenings.id`.execute(db)
  return rows
}

/**
 * True for the first call on a day; later calls on this day return false after waiting for the first one's
 * commit.
 */
export async function noteReminded(tx: Tx, day: string): Promise<boolean> {
  const { rows } = await sql`insert into reminded (day) values (${day}::date)
    on conflict (one) do update set day = excluded.day where reminded.day < excluded.day
    returning 1`.execute(tx)
  return rows.length > 0
}
