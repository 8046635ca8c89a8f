import { sql } from 'kysely'
import type { Database, Tx } from '#server/db/connect.ts'

export const hasUsers = async (db: Database): Promise<boolean> =>
  (await db.selectFrom('users').select('id').limit(1).execute()).length > 0

/** When several servers start at once, one makes the account and the others find it. */
export async function insertFirstAdmin(
  tx: Tx,
  { username, password_hash }: { username: string; password_hash: string },
): Promise<number | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended('first administrator', 0))`.execute(tx)
  if (await hasUsers(tx)) return undefined
  const { id } = await tx
    .insertInto('users')
    .values({ username, is_admin: true, password_hash })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The account that nobody has signed in with; its id, if there was one. */
export async function deleteUnusedUser(tx: Tx, username: string): Promise<number | undefined> {
  const gone = await tx
    .deleteFrom('users')
    .where('username', '=', username)
    .where('id', 'not in', (query) => query.selectFrom('sessions').select('user_id'))
    .returning('id')
    .executeTakeFirst()
  return gone?.id
}
