import type { Caller } from '#server/caller.ts'
import type { Tx } from '#server/db/connect.ts'
import { refuse } from '#server/http/errors.ts'
import type { Kontor } from '#server/kontor.ts'
import { inTransaction } from '#server/live/news.ts'
import { lockActiveForShare, lockUserForUpdate } from './accounts-store.ts'
import { lockSessionForUpdate } from './session-store.ts'

/**
 * A transaction on behalf of an active user, who stays until its commit or is refused: somebody who is deleted
 * or anonymised in the meantime leaves nothing behind. The user is locked first, as by the rules that remove
 * people, so that no deadlock occurs.
 */
export const inOwnTransaction = <T>(
  kontor: Pick<Kontor, 'db' | 'news'>,
  by: Caller,
  work: (tx: Tx) => Promise<T>,
): Promise<T> =>
  inTransaction(kontor, async (tx) => {
    await holdCaller(tx, by)
    return work(tx)
  })

export async function holdCaller(tx: Tx, by: Caller) {
  if (!(await lockActiveForShare(tx, by.id))) throw refuse('unauthorized')
}

/**
 * Locks the current session while its owner changes how they sign in: if it was ended in the meantime, as on a
 * stolen device, nothing changes. Also serialises two changes of one person.
 */
export async function holdSession(tx: Tx, by: Caller) {
  await lockUserForUpdate(tx, by.id)
  if (!(await lockSessionForUpdate(tx, by.session_id))) throw refuse('unauthorized')
}
