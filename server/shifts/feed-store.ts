import { sql } from 'kysely'
import { hasDeleted } from '#server/db/affected.ts'
import type { Database, Tx } from '#server/db/connect.ts'

/** Replaces an existing address. */
export async function setFeed(tx: Tx, user_id: number, token_hash: Buffer) {
  await tx
    .insertInto('shift_feeds')
    .values({ user_id, token_hash })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ token_hash, created_at: sql`now()` }))
    .execute()
}

export async function deleteFeed(tx: Tx, userId: number): Promise<boolean> {
  return hasDeleted(tx.deleteFrom('shift_feeds').where('user_id', '=', userId))
}

export const feedCreatedAt = (userId: number) =>
  sql<Date | null>`(select created_at from shift_feeds where user_id = ${userId})`

export async function findFeedCreatedAt(db: Database, userId: number): Promise<Date | null> {
  const { since } = await db.selectNoFrom(feedCreatedAt(userId).as('since')).executeTakeFirstOrThrow()
  return since
}

/** Undefined if the owner is inactive or no longer known to the planner. */
export async function findOwner(db: Database, tokenHash: Buffer): Promise<number | undefined> {
  const found = await db
    .selectFrom('shift_feeds')
    .innerJoin('users', 'users.id', 'shift_feeds.user_id')
    .where('shift_feeds.token_hash', '=', tokenHash)
    .where('users.is_active', '=', true)
    .where('users.persplan_id', 'is not', null)
    .select('shift_feeds.user_id')
    .executeTakeFirst()
  return found?.user_id
}
