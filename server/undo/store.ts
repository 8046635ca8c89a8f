import { sql } from 'kysely'
import type { Database, Tx } from '#server/db/connect.ts'

const UNDO_LIFETIME = sql`interval '1 hour'`

export async function insertUndo(tx: Tx, undo: { user_id: number; kind: string; before: object }) {
  const { id } = await tx
    .insertInto('undos')
    .values({ ...undo, before: JSON.stringify(undo.before) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Deletes and returns the stored undo, so that it works once: of two concurrent calls one fails. */
export const takeUndo = (tx: Tx, user_id: number, id: number) =>
  tx
    .deleteFrom('undos')
    .where('id', '=', id)
    .where('user_id', '=', user_id)
    .where('made_at', '>', sql<Date>`now() - ${UNDO_LIFETIME}`)
    .returning(['kind', 'before'])
    .executeTakeFirst()

export async function deleteOldUndos(db: Database) {
  await db.deleteFrom('undos').where('made_at', '<=', sql<Date>`now() - ${UNDO_LIFETIME}`).execute()
}
