// Credentials that work without a session and without the password: API tokens, the secret address of the calendar, and
// accounts at providers that are linked. Whoever had the account for ten minutes could have left themselves one: so all
// end where somebody else, or a link, has set another password, and are shown where people change their own or end
// their sessions.
import { audit } from '#server/audit/audit.ts'
import type { Caller } from '#server/caller.ts'
import type { Tx } from '#server/db/connect.ts'
import type { Kontor } from '#server/kontor.ts'
import { readOwnIdentities } from '#server/providers/link-account.ts'
import { findFeedSince } from '#server/shifts/feed-store.ts'
import { listOwnTokens } from './tokens/store.ts'
import { deleteWaysIn, STANDING } from './ways-in.ts'

export async function readStandingAccess(kontor: Kontor, by: Caller) {
  const tokens = await listOwnTokens(kontor.db, by.id)
  const feedSince = await findFeedSince(kontor.db, by.id)
  const { items } = await readOwnIdentities(kontor, by)
  return {
    tokens: tokens.map(({ expires_at, used_at, ...token }) => ({
      ...token,
      expires_at: expires_at.toISOString(),
      used_at: used_at?.toISOString() ?? null,
    })),
    feed_since: feedSince?.toISOString() ?? null,
    providers: items.flatMap(({ made_at, ...provider }) =>
      made_at === null ? [] : { ...provider, made_at },
    ),
  }
}

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
