import { sql } from 'kysely'
import type { Database, Tx } from '#server/db/connect.ts'

const isDue = (db: Database) =>
  db.selectFrom('docs').where('publish_at', '<=', sql<Date>`now()`).where('deleted_at', 'is', null)

export async function listDue(db: Database): Promise<number[]> {
  const rows = await isDue(db).select('id').orderBy('publish_at').orderBy('id').execute()
  return rows.map(({ id }) => id)
}

/** Undefined where it is not due any more. */
export const lockDueForUpdate = (tx: Tx, id: number) =>
  isDue(tx)
    .where('id', '=', id)
    .select(['id', 'name', 'public', 'publish_tells'])
    .forUpdate()
    .executeTakeFirst()
