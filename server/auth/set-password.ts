import { audit } from '#server/audit/audit.ts'
import type { Tx } from '#server/db/connect.ts'
import { refuse } from '#server/http/errors.ts'
import type { Kontor } from '#server/kontor.ts'
import { aboutUser, aboutUsers } from '#server/live/facts.ts'
import { changed, inTransaction } from '#server/live/news.ts'
import { lockUserForUpdate } from './accounts-store.ts'
import { hashPassword } from './hashing.ts'
import { deleteSessions, lockSessionForUpdate } from './session-store.ts'
import { endStandingAccess } from './standing-access.ts'
import { setPasswordHash } from './store.ts'

/** Sets a password and ends all sessions of the user, except `keepSession`. */
export async function setPassword(
  kontor: Pick<Kontor, 'db' | 'news'>,
  {
    userId,
    password,
    by,
    session,
    keepSession,
    isGiven = false,
    isUnproven = false,
    beforeSessionsEnd,
  }: {
    userId: number
    password: string
    by: number | null
    session?: number
    keepSession?: number
    /** Set by somebody else: the person has to choose another one at the next login. */
    isGiven?: boolean
    /** Set without proof of identity: for CONFIRM_AFTER_HOURS the new password is no proof either. */
    isUnproven?: boolean
    /** Runs before the sessions end, because ending them deletes the subscriptions of their devices. */
    beforeSessionsEnd?: (tx: Tx) => Promise<void>
  },
) {
  const hash = await hashPassword(password)
  await inTransaction(kontor, async (tx) => {
    // Locks the user first and the sessions second, like every rule about sign-in, so that no deadlock occurs.
    await lockUserForUpdate(tx, userId)
    // Hashing takes a while: the session may have ended in the meantime.
    if (session !== undefined && !(await lockSessionForUpdate(tx, session))) throw refuse('unauthorized')
    await setPasswordHash(tx, userId, hash, { isGiven, isUnproven })
    await beforeSessionsEnd?.(tx)
    await deleteSessions(tx, userId, keepSession)
    if (by !== userId) await endStandingAccess(tx, by, userId)
    await audit(tx, by, 'user.password', { user_id: userId })
    // The list of users shows who has no password, so it changes as well.
    changed(tx, aboutUser(userId), aboutUsers)
  })
}
