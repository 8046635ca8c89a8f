import type { Caller } from '#server/caller.ts'
import type { Tx } from '#server/db/connect.ts'
import { refuse } from '#server/http/errors.ts'
import { lockUserForUpdate } from './accounts-store.ts'
import { lockSessionForUpdate } from './session-store.ts'

/**
 * Whoever changes how they sign in still has the session that they began with, and keeps it meanwhile: one that was
 * ended in the same moment, as of a stolen device, changes nothing. Two of one person come one after the other.
 */
export async function holdSession(tx: Tx, by: Caller) {
  await lockUserForUpdate(tx, by.id)
  if (!(await lockSessionForUpdate(tx, by.session_id))) throw refuse('unauthorized')
}
