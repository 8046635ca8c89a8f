import { sql } from 'kysely'
import type { Database } from '#server/db/connect.ts'

export type Node = { id: string; host: string; version: string; build: string }
/**
 * Time of the last request from a trusted proxy and of the last one forwarded as https, and the address of an
 * unknown proxy.
 */
export type ProxiesSeen = {
  proxiedAt: Date | undefined
  secureAt: Date | undefined
  stranger: string | undefined
}

/** Also deletes nodes that vanished long ago. */
export async function putNode(
  db: Database,
  node: Node,
  { proxiedAt = null, secureAt = null, stranger = null }: { [K in keyof ProxiesSeen]: ProxiesSeen[K] | null },
) {
  const seen = { proxied_at: proxiedAt, secure_at: secureAt, stranger }
  await db
    .insertInto('nodes')
    .values({ ...node, ...seen })
    .onConflict((one) => one.column('id').doUpdateSet({ ...seen, seen_at: sql<Date>`now()` }))
    .execute()
  await db.deleteFrom('nodes').where('seen_at', '<', sql<Date>`now() - interval '7 days'`).execute()
}

export async function deleteNode(db: Database, id: string) {
  await db.deleteFrom('nodes').where('id', '=', id).execute()
}

/** `lately`: seen within three minutes by the database's clock. */
export async function listNodes(db: Database) {
  return db
    .selectFrom('nodes')
    .select([
      'host',
      'version',
      'build',
      'started_at',
      'proxied_at',
      'secure_at',
      'stranger',
      sql<boolean>`seen_at > now() - interval '3 minutes'`.as('lately'),
    ])
    .orderBy('started_at')
    .execute()
}
