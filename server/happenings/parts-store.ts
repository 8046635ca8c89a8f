// The parts of happenings, who records them, and the numbers of their times.
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Recorder } from '#contract/parts.ts'
import type { Database } from '#server/db/connect.ts'
import { byName, sortedName } from '#server/db/people.ts'
import { german } from '#server/lists/list-store.ts'
import { isAwaited } from './awaited-store.ts'
import type { OwnSight } from './may-see-store.ts'

export type Part = { id: number; name: string; recorders: readonly Recorder[] }

/** The parts of happenings in German order, each with who records its times. */
export async function listPartsOf(
  db: Database,
  happeningIds: readonly number[],
): Promise<Map<number, Part[]>> {
  const { rows } = await sql<Part & { happening_id: number }>`
    select subhappenings.happening_id, subhappenings.id, subhappenings.name, coalesce(recorders, '[]') as recorders
    from subhappenings left join lateral (
      select json_agg(json_build_object('id', users.id, 'username', users.username,
          'display_name', ${sortedName('users')}, 'persplan_vorname', users.persplan_vorname,
          'persplan_nachname', users.persplan_nachname) order by ${byName('users')}, users.id) as recorders
      from subhappening_users join users on users.id = subhappening_users.user_id
      where subhappening_users.subhappening_id = subhappenings.id) named on true
    where subhappenings.happening_id = any(${happeningIds}::int[])
    order by ${german('subhappenings.name')}, subhappenings.id`.execute(db)
  return Map.groupBy(rows, ({ happening_id }) => happening_id)
}

/**
 * Sums of minutes, and counts of entries whose start and end are both known, or of which it is known that nobody
 * came.
 */
export type Numbers = {
  istzeit: number
  sollzeit: number
  istentries: number
  sollentries: number
  /** Whose times are awaited, planned or not. */
  entries: number
  submitted: number
  sendable: number
  withdrawals: number
  /** Every time that is awaited has been sent, and there is one. */
  is_sent: boolean
  /** From the first planned begin to the last planned end of who is awaited. */
  soll_von: string | null
  soll_bis: string | null
}
export const noNumbers: Numbers = {
  istzeit: 0,
  sollzeit: 0,
  istentries: 0,
  sollentries: 0,
  entries: 0,
  submitted: 0,
  sendable: 0,
  withdrawals: 0,
  is_sent: false,
  soll_von: null,
  soll_bis: null,
}

export async function listNumbersOf(db: Database, partIds: readonly number[]): Promise<Map<number, Numbers>> {
  const { rows } = await sql<Numbers & { id: number }>`
    select subhappening_id as id,
      coalesce(sum(ist_minutes), 0) as istzeit, coalesce(sum(soll_minutes), 0) as sollzeit,
      count(*) filter (where ist_minutes is not null or absent) as istentries, count(soll_minutes) as sollentries,
      count(*) filter (where ${isAwaited}) as entries,
      count(*) filter (where submitted) as submitted,
      count(*) filter (where not submitted and (ist_minutes is not null or absent or to_withdraw)) as sendable,
      count(*) filter (where to_withdraw and not absent) as withdrawals,
      coalesce(bool_and(submitted) filter (where ${isAwaited}), false) as is_sent,
      to_char(min(soll_von) filter (where ${isAwaited}), 'YYYY-MM-DD"T"HH24:MI') as soll_von,
      to_char(max(soll_bis) filter (where ${isAwaited}), 'YYYY-MM-DD"T"HH24:MI') as soll_bis
    from time_entries where subhappening_id = any(${partIds}::int[]) group by 1`.execute(db)
  return new Map(rows.map(({ id, ...numbers }) => [id, numbers]))
}

/** What people record: the parts, and the happenings of these. */
export type RecordedBy = {
  sight: OwnSight
  parts: ReadonlySet<number>
  happenings: ReadonlySet<number>
}

export async function findRecordedBy(db: Database, userId: number): Promise<RecordedBy> {
  const own = await db
    .selectFrom('subhappening_users')
    .innerJoin('subhappenings', 'subhappenings.id', 'subhappening_users.subhappening_id')
    .where('subhappening_users.user_id', '=', userId)
    .select(['subhappenings.id', 'subhappenings.happening_id'])
    .orderBy('subhappenings.id')
    .execute()
  const parts = new Set(own.map(({ id }) => id))
  const happenings = new Set(own.map(({ happening_id }) => happening_id))
  const sight = { parts: [...parts], happenings: [...happenings] }
  const name = createHash('sha256').update(JSON.stringify(sight)).digest('base64url')
  return { sight: { name, ...sight }, parts, happenings }
}
