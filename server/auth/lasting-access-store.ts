import { sql } from 'kysely'
import type { Database, Tx } from '#server/db/connect.ts'

export function listOwnTokens(db: Database, userId: number) {
  return db
    .selectFrom('api_tokens')
    .where('user_id', '=', userId)
    .where('expires_at', '>', sql<Date>`now()`)
    .select(['id', 'name', 'expires_at', 'used_at'])
    .orderBy('made_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

export async function findFeedSince(db: Database, userId: number): Promise<Date | null> {
  const found = await db
    .selectFrom('shift_feeds')
    .where('user_id', '=', userId)
    .select('created_at')
    .executeTakeFirst()
  return found?.created_at ?? null
}

/** Answers how many tokens there were, and whether there was an address for the calendar. */
export async function deleteLastingAccess(
  tx: Tx,
  userIds: readonly number[],
): Promise<{ tokens: number; feed: boolean }> {
  const isTheirs = sql<boolean>`user_id = any(${userIds}::int[])`
  const { numDeletedRows: tokens } = await tx.deleteFrom('api_tokens').where(isTheirs).executeTakeFirst()
  const { numDeletedRows: feeds } = await tx.deleteFrom('shift_feeds').where(isTheirs).executeTakeFirst()
  return { tokens: Number(tokens), feed: feeds > 0n }
}
