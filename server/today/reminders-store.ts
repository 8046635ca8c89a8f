import { sql } from 'kysely'
import type { Database, Tx } from '#server/db/connect.ts'
import { progress } from './store.ts'

/** How many teams of a day somebody has not sent, and one of them. */
export type UnsentOf = {
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
 * Everybody who records such a team, in one order: all who notify the same people never wait for each other in a
 * circle.
 */
export async function listUnsentOf(db: Database, day: string): Promise<UnsentOf[]> {
  const { rows } = await sql<UnsentOf>`
    select distinct on (user_id) user_id, count(*) over (partition by user_id) as count,
      subhappenings.id as part_id, subhappenings.name as part,
      happenings.id as happening_id, happenings.name as happening, entries, recorded
    from happenings
    join subhappenings on subhappenings.happening_id = happenings.id
    join subhappening_users on subhappening_users.subhappening_id = subhappenings.id
    join users on users.id = subhappening_users.user_id and users.is_active
    cross join lateral ${progress}
    where happenings.date = ${day}::date and happenings.status = 'Aktiv' and sent < entries
    order by user_id, subhappenings.id`.execute(db)
  return rows
}

/** True for the first who asks on this day, or a later one; the others wait until that is sure. */
export async function noteReminded(tx: Tx, day: string): Promise<boolean> {
  const { rows } = await sql`insert into reminded (day) values (${day}::date)
    on conflict (one) do update set day = excluded.day where reminded.day < excluded.day
    returning 1`.execute(tx)
  return rows.length > 0
}
