import { audit } from '#server/audit/audit.ts'
import { findSameUsername, lockKnownUserForUpdate } from '#server/auth/accounts-store.ts'
import type { Caller } from '#server/caller.ts'
import type { Kontor } from '#server/kontor.ts'
import { aboutUser, aboutUsers } from '#server/live/facts.ts'
import { changed, inTransaction } from '#server/live/news.ts'
import { setUsername } from './store.ts'
import { checkUsername, usernameTaken } from './username.ts'

/** The name to sign in with changes; whoever is signed in stays so. */
export function renameUser(kontor: Kontor, by: Caller, id: number, typed: string) {
  const username = checkUsername(typed)
  return inTransaction(kontor, async (tx) => {
    const before = await lockKnownUserForUpdate(tx, id)
    const same = await findSameUsername(tx, username, id)
    if (same !== undefined) throw usernameTaken(username, same)
    await setUsername(tx, id, username)
    if (before.username !== username)
      await audit(tx, by.id, 'user.rename', { user_id: id, from: before.username, to: username })
    changed(tx, aboutUser(id), aboutUsers)
  })
}
