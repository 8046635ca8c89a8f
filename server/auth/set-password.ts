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

/** The new password holds from here on: sessions that were opened with an older one end, but for the one kept. */
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
    /** By somebody else: the person shall choose another one at the next login. */
    isGiven?: boolean
    /** Nobody has proved who they are: for a while the password proves it neither. */
    isUnproven?: boolean
    /** Devices are still notified of something: with their sessions that ends. */
    beforeSessionsEnd?: (tx: Tx) => Promise<void>
  },
) {
  const hash = await hashPassword(password)
  await inTransaction(kontor, async (tx) => {
    // First the person, then their sessions, as all that changes how somebody signs in: two never wait for each other.
    await lockUserForUpdate(tx, userId)
    // Hashing takes its time: whoever was signed out meanwhile sets nothing any more.
    if (session !== undefined && !(await lockSessionForUpdate(tx, session))) throw refuse('unauthorized')
    await setPasswordHash(tx, userId, hash, { isGiven, isUnproven })
    await beforeSessionsEnd?.(tx)
    await deleteSessions(tx, userId, keepSession)
    if (by !== userId) await endStandingAccess(tx, by, userId)
    await audit(tx, by, 'user.password', { user_id: userId })
    // Who has none is found in the list of users.
    changed(tx, aboutUser(userId), aboutUsers)
  })
}
