// Linked provider accounts of a user. Administrators can remove them; the next sign-in at the provider matches
// by the claim again.
import { audit } from '#server/audit/audit.ts'
import { lockUserForUpdate } from '#server/auth/accounts-store.ts'
import type { Caller } from '#server/caller.ts'
import type { Kontor } from '#server/kontor.ts'
import { aboutUser, aboutUsers } from '#server/live/facts.ts'
import { changed, inTransaction } from '#server/live/news.ts'
import { providerName } from '#server/provider-settings.ts'
import { getUser } from '#server/users/store.ts'
import { deleteIdentities, listIdentities } from './store.ts'

export async function readIdentities({ db, config }: Kontor, userId: number) {
  await getUser(db, userId)
  const identities = await listIdentities(db, userId)
  return {
    items: identities.map(({ issuer, subject, made_at }) => ({
      name: providerName(config, issuer),
      subject,
      made_at,
    })),
  }
}

export function forgetIdentities(kontor: Kontor, by: Caller, userId: number) {
  return inTransaction(kontor, async (tx) => {
    await lockUserForUpdate(tx, userId)
    await deleteIdentities(tx, userId, { except: by.session_id })
    await audit(tx, by.id, 'user.identities_end', { user_id: userId })
    changed(tx, aboutUser(userId), aboutUsers)
  })
}
