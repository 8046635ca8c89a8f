import { sql } from 'kysely'
import type { Caller } from '#server/caller.ts'
import { exists } from '#server/db/affected.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { matchRank, nameOrder, sortedNameColumn } from '#server/db/people.ts'
import { matching } from '#server/lists/list-store.ts'

/**
 * Active users other than the caller whose name matches. Ordered by the rank of the match; within a rank, users who
 * share a group with the caller are first.
 */
export const listOthersNamed = (db: Database, by: Caller, filter: string, limit: number) =>
  db
    .selectFrom('users')
    .where('users.is_active', '=', true)
    .where('users.id', '<>', by.id)
    .where(matching(filter, sql`users.names_search`))
    .select(['users.id', sortedNameColumn('users').as('display_name'), 'users.username'])
    .orderBy(matchRank(filter))
    .orderBy(
      sql`users.id in (
        select others.user_id from memberships others join memberships mine using (group_id)
        where mine.user_id = ${by.id} and mine.is_effective and others.is_effective)`,
      'desc',
    )
    .orderBy(nameOrder('users'))
    .orderBy('users.id')
    .limit(limit)
    .execute()

export const isActiveUser = (db: Database, id: number) =>
  exists(db.selectFrom('users').where('id', '=', id).where('is_active', '=', true))

export async function findDirectChat(db: Database, one: number, other: number): Promise<number | undefined> {
  const chat = await db
    .selectFrom('direct_chats')
    .where('user_low', '=', Math.min(one, other))
    .where('user_high', '=', Math.max(one, other))
    .select('id')
    .executeTakeFirst()
  return chat?.id
}

/**
 * Returns the ids of the direct chats of a person with each of the others; missing ones are created. Inserts
 * in a fixed order, so that concurrent calls cannot deadlock.
 */
export async function ensureDirectChats(
  tx: Tx,
  userId: number,
  others: readonly number[],
): Promise<number[]> {
  await sql`
    insert into direct_chats (user_low, user_high)
    select least(other, ${userId}::int), greatest(other, ${userId}::int) from unnest(${others}::int[]) as other
    order by 1, 2
    on conflict (user_low, user_high) do nothing`.execute(tx)
  const { rows } = await sql<{ id: number }>`
    select id from direct_chats
    where (user_low = ${userId} and user_high = any(${others}::int[]))
      or (user_high = ${userId} and user_low = any(${others}::int[]))
    order by id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Ids of both users of each chat, without deleted users. */
export async function listDirectChatUserIds(tx: Tx, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    select user_low as user_id from direct_chats where id = any(${ids}::int[]) and user_low is not null
    union
    select user_high from direct_chats where id = any(${ids}::int[]) and user_high is not null`.execute(tx)
  return rows.map(({ user_id }) => user_id)
}
