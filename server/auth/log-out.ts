import { audit } from '#server/audit/audit.ts'
import type { Caller } from '#server/caller.ts'
import type { Kontor } from '#server/kontor.ts'
import { aboutUser } from '#server/live/facts.ts'
import { changed, inTransaction } from '#server/live/news.ts'
import { deleteSession } from './store.ts'

/** Ends a session on the server: its cookie opens nothing any more, on any node. */
export async function logOut(kontor: Kontor, caller: Caller) {
  await inTransaction(kontor, async (tx) => {
    await deleteSession(tx, caller.session_id)
    await audit(tx, caller.id, 'auth.logout')
    changed(tx, aboutUser(caller.id))
  })
}
