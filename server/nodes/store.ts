import { sql } from 'kysely'
import { type Database, transaction } from '#server/db/connect.ts'
import { type Clock, nextClock } from './clock.ts'

export type Node = { id: string; host: string; version: string; build: string }
/** When a trusted proxy last passed something on, and something that had come by https; who else does so. */
export type ProxiesSeen = {
  proxiedAt: Date | undefined
  secureAt: Date | undefined
  stranger: string | undefined
}

/** Forgets those that ended without a word long ago. */
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

/** `lately`: seen within three minutes, by the database's clock. */
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

/** One look at the database's clock. At the very first the newest row of the log says when it was last right. */
export async function tick(db: Database, { now = sql<Date>`clock_timestamp()` } = {}): Promise<Clock> {
  return transaction(db, async (tx) => {
    await sql`insert into clock (believed_at, ticked_at)
      select at, at from (select coalesce(max(at), now()) as at from audit) newest
      on conflict do nothing`.execute(tx)
    const before = await tx
      .selectFrom('clock')
      .select(['believed_at', 'ticked_at', sql<number | null>`waited_ms`.as('waited'), now.as('now')])
      .forUpdate()
      .executeTakeFirstOrThrow()
    const next = nextClock(
      { believedAt: +before.believed_at, tickedAt: +before.ticked_at, waited: before.waited },
      +before.now,
    )
    await tx
      .updateTable('clock')
      .set({
        believed_at: new Date(next.believedAt),
        ticked_at: new Date(next.tickedAt),
        waited_ms: next.waited,
      })
      .execute()
    return next
  })
}
