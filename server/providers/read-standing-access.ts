import { listOwnTokens } from '#server/auth/tokens/store.ts'
import type { Caller } from '#server/caller.ts'
import type { Kontor } from '#server/kontor.ts'
import { findFeedCreatedAt } from '#server/shifts/feed-store.ts'
import { readOwnIdentities } from './link-account.ts'

/** The caller's own credentials that work without a session: tokens, calendar address, linked providers. */
export async function readStandingAccess(kontor: Kontor, by: Caller) {
  const { items } = await readOwnIdentities(kontor, by)
  return {
    tokens: await listOwnTokens(kontor.db, by.id),
    feed_since: await findFeedCreatedAt(kontor.db, by.id),
    providers: items.flatMap(({ made_at, ...provider }) =>
      made_at === null ? [] : { ...provider, made_at },
    ),
  }
}
