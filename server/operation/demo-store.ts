import { sql } from 'kysely'
import { deleteWaysIn } from '#server/auth/ways-in-store.ts'
import type { Database, Tx } from '#server/db/connect.ts'

/** Of the addresses that the demo gives its people (demo/cast.ts, planner-simulator); nobody else can have one. */
const OF_DEMO = '%@nordlicht.example'

/** The demo's people who have not been taken out; whoever lets a deactivated one in opens it with its password. */
export const listDemoPeople = (db: Database) =>
  db
    .selectFrom('users')
    .where('persplan_email', 'like', OF_DEMO)
    .where((where) => where.or([where('is_active', '=', true), where('password_hash', 'is not', null)]))
    .select(['id', 'username', 'is_active', 'password_hash'])
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
 * All that opens the account goes; what was entered with it stays.
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
  await deleteWaysIn(tx, ids)
}
