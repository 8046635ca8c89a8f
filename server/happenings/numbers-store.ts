import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#server/db/connect.ts'

/** Sums of minutes, and counts of entries whose start and end are both known: for each happening, or each part of one. */
export type Numbers = {
  istzeit: number
  sollzeit: number
  istentries: number
  sollentries: number
  submitted: number
  sendable: number
  withdrawals: number
}
const none: Numbers = {
  istzeit: 0,
  sollzeit: 0,
  istentries: 0,
  sollentries: 0,
  submitted: 0,
  sendable: 0,
  withdrawals: 0,
}

export const numbersOfHappenings = (db: Database, ids: number[]) =>
  numbersBy(
    db,
    sql`subhappenings.happening_id`,
    sql`time_entries join subhappenings on subhappenings.id = time_entries.subhappening_id`,
    ids,
  )

export const numbersOfSubhappenings = (db: Database, ids: number[]) =>
  numbersBy(db, sql`time_entries.subhappening_id`, sql`time_entries`, ids)

async function numbersBy(
  db: Database,
  key: RawBuilder<unknown>,
  from: RawBuilder<unknown>,
  ids: number[],
): Promise<(id: number) => Numbers> {
  if (ids.length === 0) return () => none
  const { rows } = await sql<Numbers & { id: number }>`
    select ${key} as id,
      coalesce(sum(ist_minutes), 0) as istzeit, coalesce(sum(soll_minutes), 0) as sollzeit,
      count(ist_minutes) as istentries, count(soll_minutes) as sollentries,
      count(*) filter (where submitted) as submitted,
      count(*) filter (where not submitted and (ist_minutes is not null or to_withdraw)) as sendable,
      count(*) filter (where to_withdraw) as withdrawals
    from ${from} where ${key} = any(${ids}::int[]) group by 1`.execute(db)
  const byId = new Map(rows.map(({ id, ...numbers }) => [id, numbers]))
  return (id) => byId.get(id) ?? none
}
