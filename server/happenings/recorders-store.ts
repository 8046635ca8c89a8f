import { sql } from 'kysely'
import type { Tx } from '#server/db/connect.ts'

/** Who records times in these happenings, in how many of them, and one of these; but for one person. */
export function listDuties(tx: Tx, happeningIds: number[], except: number) {
  return (
    tx
      .selectFrom('happenings')
      .innerJoin('subhappenings', 'subhappenings.happening_id', 'happenings.id')
      .innerJoin('subhappening_users', 'subhappening_users.subhappening_id', 'subhappenings.id')
      .where('happenings.id', '=', sql<number>`any(${happeningIds}::int[])`)
      .where('subhappening_users.user_id', '<>', except)
      .groupBy('subhappening_users.user_id')
      .select([
        'subhappening_users.user_id',
        sql<number>`count(distinct happenings.id)::int`.as('count'),
        sql<number>`min(happenings.id)`.as('id'),
        sql<string>`min(happenings.name)`.as('name'),
      ])
      // All who tell the same people put their notifications in one order, and never wait for each other in a circle.
      .orderBy('subhappening_users.user_id')
      .execute()
  )
}
