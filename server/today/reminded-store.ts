import { sql } from 'kysely'
import type { Tx } from '#server/db/connect.ts'

/** True for the first who asks on this day, or a later one; the others wait until that is sure. */
export async function noteReminded(tx: Tx, day: string): Promise<boolean> {
  const { rows } = await sql`insert into reminded (day) values (${day}::date)
    on conflict (one) do update set day = excluded.day where reminded.day < excluded.day
    returning 1`.execute(tx)
  return rows.length > 0
}
