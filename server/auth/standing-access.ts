// Credentials that work without session and password: API tokens, the secret calendar address, and linked provider
// accounts. An intruder may have created one. So all of them are deleted when another person sets the user's
// password, or when a password is set through an invitation or reset link. The screens for changing one's own
// password and for ending sessions list them.
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
