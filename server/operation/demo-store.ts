import { sql } from 'kysely'
import { deleteCredentials } from '#server/auth/credentials-store.ts'
import type { Database, Tx } from '#server/db/connect.ts'

/** Addresses of the demo's people (demo/cast.ts, planner-simulator); a reserved domain. */
const DEMO_EMAIL_PATTERN = '%@nordlicht.example'

/** The demo's people who are active or have a password: reactivating a deactivated account would open it. */
export const listDemoPeople = (db: Database) =>
  db
    .selectFrom('users')
    .where('persplan_email', 'like', DEMO_EMAIL_PATTERN)
    .where((where) => where.or([where('is_active', '=', true), where('password_hash', 'is not', null)]))
    .select(['id', 'username', 'is_active', 'password_hash'])
    .orderBy('username')
    .execute()

/** True if an administrator who is not in `but` can sign in. */
export async function hasOtherAdmin(db: Database, but: readonly number[]): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (select from users where is_admin and is_active and id <> all(${but}::int[])
      and (password_hash is not null or exists (select from identities where user_id = users.id))) as found`.execute(
    db,
  )
  return rows[0]?.found ?? false
}

/**
 * Detaches the accounts from the planner, since a real one may use the same numbers and would reactivate them.
 * All credentials are deleted; entered data stays.
 */
export async function closeAccounts(tx: Tx, ids: number[]) {
  const those = sql<number>`any(${ids})`
  await tx
    .updateTable('users')
    .set({
      is_active: false,
      is_admin: false,
      password_hash: null,
      password_unproven_at: null,
      persplan_id: null,
    })
    .where('id', '=', those)
    .execute()
  await tx.deleteFrom('memberships').where('user_id', '=', those).execute()
  await deleteCredentials(tx, ids)
}
