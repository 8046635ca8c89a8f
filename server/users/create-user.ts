import { audit } from '#server/audit/audit.ts'
import { findSameUsername } from '#server/auth/accounts-store.ts'
import type { Caller } from '#server/caller.ts'
import type { Kontor } from '#server/kontor.ts'
import { aboutUsers } from '#server/live/facts.ts'
import { changed, inTransaction } from '#server/live/news.ts'
import { insertUser } from './store.ts'
import { checkUsername, usernameTaken } from './username.ts'

/** A local user: only a name. Until a password is set nobody can sign in with it. */
export function createUser(kontor: Kontor, by: Caller, typed: string): Promise<number> {
  const username = checkUsername(typed)
  return inTransaction(kontor, async (tx) => {
    const id = await insertUser(tx, username)
    if (id === undefined) throw usernameTaken(username, await findSameUsername(tx, username))
    await audit(tx, by.id, 'user.create', { user_id: id, username })
    changed(tx, aboutUsers)
    return id
  })
}
