// Everything beside the password that opens an account or tells of it, in tables with a column `user_id`. Whoever keeps
// somebody out or brings an old state back names which of it ends, here and nowhere else. All of it goes when somebody
// is made anonymous, as server/privacy/sections-store.ts says of each table.
import { sql } from 'kysely'
import type { Tx } from '#server/db/connect.ts'

/** Made by us and handed out: once revoked it never opens anything again. */
export const ISSUED = [
  'sessions',
  'push_subscriptions',
  'shift_feeds',
  'access_links',
  'api_tokens',
  'passkey_challenges',
] as const
/** Proofs of who somebody is; recovery codes go with the one-time codes. */
const PROOFS = ['identities', 'passkeys', 'one_time_codes'] as const
/** Works without a session. */
export const STANDING = ['api_tokens', 'shift_feeds', 'identities'] as const
/** Not given back when somebody who was kept out is let in again. */
export const LET_IN_ANEW = ['sessions', 'push_subscriptions', 'api_tokens', 'shift_feeds'] as const

const ALL = [...ISSUED, ...PROOFS]
type WayIn = (typeof ALL)[number]

/** Answers how many of each there were. */
export async function deleteWaysIn<T extends WayIn>(
  tx: Tx,
  userIds: readonly number[],
  tables: readonly T[] = ALL as readonly WayIn[] as readonly T[],
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
