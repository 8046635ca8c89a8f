import { sql } from 'kysely'
import type { Caller } from '#server/caller.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { byBeginning, byName, sortedName } from '#server/db/people.ts'
import { matching } from '#server/lists/list-store.ts'

/** The two of a direct chat, in the order in which they are stored. */
type Pair = { user_low: number; user_high: number }

export const listOthersNamed = (db: Database, by: Caller, filter: string, limit: number) =>
  db
    .selectFrom('users')
    .where('users.is_active', '=', true)
    .where('users.id', '<>', by.id)
    .where(matching(filter, sql`users.names_search`))
    .select(['users.id', sortedName('users').as('display_name'), 'users.username'])
    .orderBy(byBeginning(filter))
    .orderBy(byName('users'))
    .orderBy('users.id')
    .limit(limit)
    .execute()

export async function isActiveUser(db: Database, id: number): Promise<boolean> {
  const user = await db
    .selectFrom('users')
    .where('id', '=', id)
    .where('is_active', '=', true)
    .select('id')
    .executeTakeFirst()
  return user !== undefined
}

export async function findDirectChat(
  db: Database,
  { user_low, user_high }: Pair,
): Promise<number | undefined> {
  const chat = await db
    .selectFrom('direct_chats')
    .where('user_low', '=', user_low)
    .where('user_high', '=', user_high)
    .select('id')
    .executeTakeFirst()
  return chat?.id
}

/** Or the one that came first, where both begin at once. */
export async function insertDirectChat(tx: Tx, { user_low, user_high }: Pair): Promise<number> {
  const chat = await tx
    .insertInto('direct_chats')
    .values({ user_low, user_high })
    .onConflict((conflict) => conflict.columns(['user_low', 'user_high']).doUpdateSet({ user_low }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return chat.id
}
