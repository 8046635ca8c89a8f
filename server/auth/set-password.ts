import { audit } from '#server/audit/audit.ts'
import type { Caller } from '#server/caller.ts'
import { invalid, refuse } from '#server/http/errors.ts'
import type { Kontor } from '#server/kontor.ts'
import { aboutUser, aboutUsers } from '#server/live/facts.ts'
import { changed, inTransaction } from '#server/live/news.ts'
import { lockUserForUpdate } from './accounts-store.ts'
import { checkOwnPassword, requireConfirmed } from './confirm-password.ts'
import { hashPassword, isPassword } from './hashing.ts'
import { checkNewPassword } from './password-rules.ts'
import { sentences } from './sentences.ts'
import { deleteSessions, lockSessionForUpdate } from './session-store.ts'
import { getPasswordHash, getUsername, setPasswordHash } from './store.ts'

/**
 * People change their own password: with the current one, which must be right, or soon after they gave it.
 * All other sessions end.
 */
export async function changeOwnPassword(
  kontor: Kontor,
  caller: Caller,
  {
    password,
    current_password,
    address,
  }: { password: string; current_password?: string | undefined; address: string },
) {
  checkNewPassword(password, await getUsername(kontor.db, caller.id), kontor.config)
  if (current_password === undefined) requireConfirmed(caller)
  else await checkOwnPassword(kontor, caller, current_password, address)
  if (caller.must_change_password) await requireAnother(kontor, caller, password)
  await setPassword(kontor, {
    userId: caller.id,
    password,
    by: caller.id,
    session: caller.session_id,
    keepSession: caller.session_id,
  })
}

/** What somebody else knows is no password of one's own. */
async function requireAnother({ db }: Kontor, { id }: Caller, password: string) {
  if (await isPassword(password, await getPasswordHash(db, id)))
    throw invalid(['body', 'password'], sentences.passwordIsGiven, 'password')
}

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
  }: {
    userId: number
    password: string
    by: number | null
    session?: number
    keepSession?: number
    /** By somebody else: the person shall choose another one at the next login. */
    isGiven?: boolean
  },
) {
  const hash = await hashPassword(password)
  await inTransaction(kontor, async (tx) => {
    // First the person, then their sessions, as all that changes how somebody signs in: two never wait for each other.
    await lockUserForUpdate(tx, userId)
    // Hashing takes its time: whoever was signed out meanwhile sets nothing any more.
    if (session !== undefined && !(await lockSessionForUpdate(tx, session))) throw refuse('unauthorized')
    await setPasswordHash(tx, userId, hash, { isGiven })
    await deleteSessions(tx, userId, keepSession)
    await audit(tx, by, 'user.password', { user_id: userId })
    // Who has none is found in the list of users.
    changed(tx, aboutUser(userId), aboutUsers)
  })
}
