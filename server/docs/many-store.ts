import { sql } from 'kysely'
import type { Tx } from '#server/db/connect.ts'
import { head } from './store.ts'

/** The existing ones, ordered by id. */
export const lockDocsForUpdate = (tx: Tx, ids: number[]) =>
  tx
    .selectFrom('docs')
    .where('docs.id', '=', sql<number>`any(${ids}::int[])`)
    .where('docs.deleted_at', 'is', null)
    .select([...head, 'docs.publish_at'])
    .orderBy('docs.id')
    .forUpdate()
    .execute()
