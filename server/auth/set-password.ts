import { record } from '#server/audit.ts'
import { refuse } from '#server/http/errors.ts'
import type { Kontor } from '#server/kontor.ts'
import { aboutUser } from '#server/live/facts.ts'
import { changed, inTransaction } from '#server/live/news.ts'
import { checkAttempt } from './check-attempt.ts'
import { hashPassword } from './hashing.ts'
import { admitAttempt } from './login-limit.ts'
import { checkNewPassword } from './password-rules.ts'
import type { Caller } from './sessions.ts'
import { deleteSessions, getUsername, setAttemptFailed, setPasswordHash, takeAttemptBack } from './store.ts'

/** People change their own password; a current one that is sent along must be right. All other sessions end. */
export async function changeOwnPassword(
  kontor: Kontor,
  caller: Caller,
  {
    password,
    current_password,
    address,
  }: { password: string; current_password?: string | undefined; address: string },
) {
  const username = await getUsername(kontor.db, caller.id)
  checkNewPassword(password, { username, minLength: kontor.config.passwordMinLength })
  if (current_password !== undefined) await checkCurrent(kontor, username, current_password, address)
  await setPassword(kontor, { userId: caller.id, password, by: caller.id, keepSession: caller.session_id })
}

/** A guess here is counted like one at the login: who finds an open session shall not find out its password. */
async function checkCurrent(kontor: Kontor, username: string, password: string, address: string) {
  const admitted = await admitAttempt(kontor, username, address)
  if (await checkAttempt(kontor, admitted, password)) return takeAttemptBack(kontor.db, admitted.attempt)
  await setAttemptFailed(kontor.db, admitted.attempt)
  throw refuse('wrong_password')
}

/** The new password holds from here on: sessions that were opened with an older one end, but for the one kept. */
export async function setPassword(
  kontor: Pick<Kontor, 'db' | 'news'>,
  {
    userId,
    password,
    by,
    keepSession,
  }: { userId: number; password: string; by: number | null; keepSession?: number },
) {
  const hash = await hashPassword(password)
  await inTransaction(kontor, async (tx) => {
    await setPasswordHash(tx, userId, hash)
    await deleteSessions(tx, userId, keepSession)
    await record(tx, by, 'user.password', { user_id: userId })
    changed(tx, aboutUser(userId))
  })
}
