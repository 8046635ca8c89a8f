import { sql } from 'kysely'
import { record } from '#server/audit.ts'
import type { Caller } from '#server/auth/sessions.ts'
import { invalid } from '#server/http/errors.ts'
import type { Kontor } from '#server/kontor.ts'
import { matching } from '#server/lists/list.ts'
import { aboutUser } from '#server/live/facts.ts'
import { changed, inTransaction } from '#server/live/news.ts'
import { byName, sortedName } from '#server/users/display-name.ts'

/** Chats of two. */
const HITS = 10

/** Names alone: what else is known of people is not for everybody. */
export async function findPeople({ db }: Kontor, by: Caller, filter: string) {
  const found = await db
    .selectFrom('users')
    .where('users.is_active', '=', true)
    .where('users.id', '<>', by.id)
    .where(matching(filter, sql`users.names_search`))
    .select(['users.id', sortedName('users').as('display_name'), 'users.username'])
    .orderBy(byName('users'))
    .orderBy('users.id')
    .limit(HITS + 1)
    .execute()
  return { more: found.length > HITS, users: found.slice(0, HITS) }
}

export function startDirect(kontor: Kontor, by: Caller, userId: number): Promise<number> {
  if (userId === by.id) throw invalid(['body', 'user_id'], 'Ein Chat mit sich selbst ist nicht möglich.')
  const [user_low, user_high] = [Math.min(by.id, userId), Math.max(by.id, userId)]
  return inTransaction(kontor, async (tx) => {
    const other = await tx
      .selectFrom('users')
      .where('id', '=', userId)
      .where('is_active', '=', true)
      .select('id')
      .executeTakeFirst()
    if (!other) throw invalid(['body', 'user_id'], 'Diese Person gibt es nicht, oder sie ist deaktiviert.')
    const known = await tx
      .selectFrom('direct_chats')
      .where('user_low', '=', user_low)
      .where('user_high', '=', user_high)
      .select('id')
      .executeTakeFirst()
    if (known) return known.id
    kontor.budgets.spend('direct_chats', by.id)
    const chat = await tx
      .insertInto('direct_chats')
      .values({ user_low, user_high })
      .onConflict((conflict) => conflict.columns(['user_low', 'user_high']).doUpdateSet({ user_low }))
      .returning('id')
      .executeTakeFirstOrThrow()
    await record(tx, by.id, 'chat.direct', { direct_chat_id: chat.id, user_id: userId })
    changed(tx, aboutUser(by.id), aboutUser(userId))
    return chat.id
  })
}
