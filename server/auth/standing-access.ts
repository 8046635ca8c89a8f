// Credentials that work without a session and without the password: API tokens, the secret address of the calendar, and
// accounts at providers that are linked. Whoever had the account for ten minutes could have left themselves one: so all
// end where somebody else, or a link, has set another password, and are shown where people change their own or end
// their sessions.
import { audit } from '#server/audit/audit.ts'
import type { Tx } from '#server/db/connect.ts'
import { deleteWaysIn, STANDING } from './ways-in-store.ts'

/** The news of the person are the caller's to tell. */
export async function endStandingAccess(tx: Tx, by: number | null, userId: number) {
  const { api_tokens, shift_feeds, identities } = await deleteWaysIn(tx, [userId], STANDING)
  if (api_tokens + shift_feeds + identities === 0) return
  await audit(tx, by, 'user.standing_access_end', {
    user_id: userId,
    tokens: api_tokens,
    feed: shift_feeds > 0,
    providers: identities,
  })
}
