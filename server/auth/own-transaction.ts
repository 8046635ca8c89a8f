import type { Caller } from '#server/caller.ts'
import type { Tx } from '#server/db/connect.ts'
import { refuse } from '#server/http/errors.ts'
import type { Kontor } from '#server/kontor.ts'
import { inTransaction } from '#server/live/news.ts'
import { lockActiveUserForKeyShare, lockUserForUpdate } from './accounts-store.ts'
import { lockSessionForUpdate } from './session-store.ts'

/**
 * A transaction in which the caller's row in `users` stays locked until the commit, so that a user who is deleted or
 * anonymised at the same time cannot leave new data behind. Refused if the caller is inactive. Rules that delete or
 * anonymise users lock the user first too, so no deadlock occurs.
 */
export const inCallerTransaction = <T>(
  kontor: Pick<Kontor, 'db' | 'news'>,
  by: Caller,
  work: (tx: Tx) => Promise<T>,
): Promise<T> =>
  inTransaction(kontor, async (tx) => {
    await lockCaller(tx, by)
    return work(tx)
  })

export async function lockCaller(tx: Tx, by: Caller) {
  if (!(await lockActiveUserForKeyShare(tx, by.id))) throw refuse('unauthorized')
}

/**
 * Locks the caller and the current session, for changes of passkeys, codes and other ways to sign in. Refused if the
 * session was ended in the meantime, e.g. because the device was stolen. Concurrent changes of the same user run one
 * after the other.
 */
export async function lockCallerAndSession(tx: Tx, by: Caller) {
  await lockUserForUpdate(tx, by.id)
  if (!(await lockSessionForUpdate(tx, by.session_id))) throw refuse('unauthorized')
}
