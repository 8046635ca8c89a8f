// Credentials that work without session and password: API tokens, the secret calendar address, and linked provider
// accounts. An intruder may have created one. So all of them end when another person sets a new password, or an
// invitation or reset link does, and they are listed where people change their own password or end their sessions.
import { audit } from '#server/audit/audit.ts'
import type { Tx } from '#server/db/connect.ts'
import { deleteCredentials, STANDING_CREDENTIALS } from './credentials-store.ts'

/** Callers must declare the change of the user with `changed`. */
export async function endStandingAccess(tx: Tx, by: number | null, userId: number) {
  const { api_tokens, shift_feeds, identities } = await deleteCredentials(tx, [userId], STANDING_CREDENTIALS)
  if (api_tokens + shift_feeds + identities === 0) return
  await audit(tx, by, 'user.standing_access_end', {
    user_id: userId,
    tokens: api_tokens,
    feed: shift_feeds > 0,
    providers: identities,
  })
}
