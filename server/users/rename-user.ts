import { record } from '#server/audit.ts'
import type { Caller } from '#server/auth/sessions.ts'
import { refuse } from '#server/http/errors.ts'
import type { Kontor } from '#server/kontor.ts'
import { aboutUser, aboutUsers } from '#server/live/facts.ts'
import { changed, inTransaction } from '#server/live/news.ts'
import { isUsernameTaken, lockUser, setUsername } from './store.ts'
import { checkUsername } from './username.ts'

/** The name to sign in with changes; whoever is signed in stays so. */
export function renameUser(kontor: Kontor, by: Caller, id: number, typed: string) {
  const username = checkUsername(typed)
  return inTransaction(kontor, async (tx) => {
    const before = await lockUser(tx, id)
    if (await isUsernameTaken(tx, username, id))
      throw refuse('name_taken', `Den Benutzer „${username}“ gibt es schon.`)
    await setUsername(tx, id, username)
    await record(tx, by.id, 'user.rename', { user_id: id, from: before.username, to: username })
    changed(tx, aboutUser(id), aboutUsers)
  })
}
