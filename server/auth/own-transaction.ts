import type { Caller } from '#server/caller.ts'
import type { Tx } from '#server/db/connect.ts'
import { refuse } from '#server/http/errors.ts'
import type { Kontor } from '#server/kontor.ts'
import { inTransaction } from '#server/live/news.ts'
import { lockActiveForShare, lockUserForUpdate } from './accounts-store.ts'
import { lockSessionForUpdate } from './session-store.ts'

/**
 * A transaction of somebody who may be here. They stay until its commit, or are refused: whoever is
 * deleted or anonymised meanwhile leaves nothing behind. The person is locked before all else, as by those who remove
 * them, so that neither waits for the other.
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
 * Keeps the session at hand alive while its owner changes how they sign in: one that was ended in the same moment, as of
 * a stolen device, changes nothing. Two changes of one person come one after the other.
 */
export async function holdSession(tx: Tx, by: Caller) {
  await lockUserForUpdate(tx, by.id)
  if (!(await lockSessionForUpdate(tx, by.session_id))) throw refuse('unauthorized')
}
