// What goes on without a session and without the password: API tokens, and the secret address of the calendar. Whoever had
// the account for ten minutes could have left themselves one: so both end where somebody else, or a link, has set
// another password, and are shown where people change their own or end their sessions.
import { audit } from '#server/audit/audit.ts'
import type { Caller } from '#server/caller.ts'
import type { Tx } from '#server/db/connect.ts'
import type { Kontor } from '#server/kontor.ts'
import { deleteLastingAccess, findFeedSince, listOwnTokens } from './lasting-access-store.ts'

export async function readLastingAccess({ db }: Pick<Kontor, 'db'>, { id }: Pick<Caller, 'id'>) {
  const tokens = await listOwnTokens(db, id)
  const feedSince = await findFeedSince(db, id)
  return {
    tokens: tokens.map(({ expires_at, used_at, ...token }) => ({
      ...token,
      expires_at: expires_at.toISOString(),
      used_at: used_at?.toISOString() ?? null,
    })),
    feed_since: feedSince?.toISOString() ?? null,
  }
}

/** The news of the person are the caller's to tell. */
export async function endLastingAccess(tx: Tx, by: number | null, userId: number) {
  const { tokens, feed } = await deleteLastingAccess(tx, [userId])
  if (tokens > 0 || feed) await audit(tx, by, 'user.lasting_access_end', { user_id: userId, tokens, feed })
}
