import { sql } from 'kysely'
import type { Database, Tx } from '#server/db/connect.ts'

/** Of the addresses that the demo gives its people (demo/cast.ts, planner-simulator); nobody else can have one. */
const OF_DEMO = '%@nordlicht.example'

/** The demo's people who have not been taken out. */
export const listDemoPeople = (db: Database) =>
  db
    .selectFrom('users')
    .where('persplan_email', 'like', OF_DEMO)
    .where('is_active', '=', true)
    .select(['id', 'username', 'is_admin', 'password_hash'])
    .orderBy('username')
    .execute()

/** Somebody else who may change everything, and has a way in. */
export async function hasOtherAdmin(db: Database, but: readonly number[]): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from users where is_admin and is_active and id <> all(${but}::int[])
      and (password_hash is not null or exists (select from identities where user_id = users.id))) as found`.execute(
    db,
  )
  return rows[0]?.found ?? false
}

/**
 * Out of the planner's reach: a real one may have the same numbers, and would bring the account back as that person.
 * Secrets that open the account go; what was entered with it stays.
 */
export async function closeAccounts(tx: Tx, ids: number[]) {
  const those = sql<number>`any(${ids})`
  await tx
    .updateTable('users')
    .set({ is_active: false, is_admin: false, password_hash: null, persplan_id: null })
    .where('id', '=', those)
    .execute()
  await tx.deleteFrom('memberships').where('user_id', '=', those).execute()
  for (const table of [
    'sessions',
    'api_tokens',
    'access_links',
    'push_subscriptions',
    'shift_feeds',
  ] as const)
    await tx.deleteFrom(table).where('user_id', '=', those).execute()
}
