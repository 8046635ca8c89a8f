// Tells whether a statement has found or affected any row.
import { type DeleteResult, type InsertResult, type SelectQueryBuilder, sql, type UpdateResult } from 'kysely'

type Statement<R> = { executeTakeFirst: () => Promise<R> }

/** True if the query finds a row. The query must have no selection of its own; it may lock rows. */
export async function exists<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
): Promise<boolean> {
  return (await query.select(sql`1`.as('one')).limit(1).execute()).length > 0
}

/** False if the insert's `on conflict` clause skipped the row. */
export const hasInserted = async (statement: Statement<InsertResult>): Promise<boolean> =>
  ((await statement.executeTakeFirst()).numInsertedOrUpdatedRows ?? 0n) > 0n

export const hasUpdated = async (statement: Statement<UpdateResult>): Promise<boolean> =>
  (await statement.executeTakeFirst()).numUpdatedRows > 0n

export const hasDeleted = async (statement: Statement<DeleteResult>): Promise<boolean> =>
  (await statement.executeTakeFirst()).numDeletedRows > 0n
