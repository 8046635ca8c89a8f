// Tables with a column `user_id` that hold credentials other than the password, and push subscriptions. The lists
// select tables for rules such as deactivating a user. Anonymising deletes the rows of all these tables
// (server/privacy/sections-store.ts).
import { sql } from 'kysely'
import type { Tx } from '#server/db/connect.ts'

/** Credentials that this server has issued. Revoked ones never become valid again. */
export const ISSUED_CREDENTIALS = [
  'sessions',
  'push_subscriptions',
  'shift_feeds',
  'access_links',
  'api_tokens',
  'passkey_challenges',
] as const
/** Second factors and linked provider accounts. Recovery codes are deleted with the one-time codes. */
const IDENTITY_PROOFS = ['identities', 'passkeys', 'one_time_codes'] as const
/** Credentials that work without a session. */
export const STANDING_CREDENTIALS = ['api_tokens', 'shift_feeds', 'identities'] as const
/** Deleted when a user is blocked or deactivated; unblocking does not bring them back. */
export const NOT_RESTORED_CREDENTIALS = [
  'sessions',
  'push_subscriptions',
  'api_tokens',
  'shift_feeds',
] as const

const ALL_CREDENTIALS = [...ISSUED_CREDENTIALS, ...IDENTITY_PROOFS]
type CredentialTable = (typeof ALL_CREDENTIALS)[number]

/** Returns the number deleted per table. */
export async function deleteCredentials<T extends CredentialTable>(
  tx: Tx,
  userIds: readonly number[],
  tables: readonly T[] = ALL_CREDENTIALS as readonly CredentialTable[] as readonly T[],
): Promise<Record<T, number>> {
  const counts = {} as Record<T, number>
  for (const table of tables) {
    const { rows } = await sql<{ count: number }>`
      with gone as (delete from ${sql.table(table)} where user_id = any(${userIds}::int[]) returning 1)
      select count(*)::int as count from gone`.execute(tx)
    counts[table] = rows[0]?.count ?? 0
  }
  return counts
}
