import { type RawBuilder, sql } from 'kysely'
import type { RetentionKind } from '#contract/privacy.ts'
import type { Database, Tx } from '#server/db/connect.ts'

/** A moment as the database says it: everything before it is old. */
export type Cutoff = RawBuilder<Date>

export async function listMonths(db: Database) {
  const rows = await db
    .selectFrom('retention')
    .select(['kind', 'months', sql<string | null>`ran_on::text`.as('ran_on'), 'removed'])
    .execute()
  return new Map(rows.map((row) => [row.kind as RetentionKind, row]))
}

export async function setMonths(tx: Tx, kind: RetentionKind, months: number) {
  await tx
    .insertInto('retention')
    .values({ kind, months })
    .onConflict((conflict) => conflict.column('kind').doUpdateSet({ months }))
    .execute()
}

export const cutoffOf = (months: number): Cutoff =>
  sql<Date>`(now() - make_interval(months => ${sql.lit(months)}))`

/** True if this node is to do it today: the first one that asks on a day does. */
export async function claimDay(db: Database, kind: RetentionKind, timeZone: string): Promise<boolean> {
  const { rows } = await sql`insert into retention (kind, ran_on, removed)
    values (${kind}, (now() at time zone ${timeZone})::date, 0)
    on conflict (kind) do update set ran_on = excluded.ran_on, removed = 0
      where retention.ran_on is null or retention.ran_on < excluded.ran_on
    returning kind`.execute(db)
  return rows.length > 0
}

export async function setRemoved(tx: Tx, kind: RetentionKind, removed: number) {
  await tx.updateTable('retention').set({ removed }).where('kind', '=', kind).execute()
}
