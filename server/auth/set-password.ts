import { record } from '#server/audit.ts'
import { refuse } from '#server/http/errors.ts'
import type { Kontor } from '#server/kontor.ts'
import { aboutUser } from '#server/live/facts.ts'
import { changed, inTransaction } from '#server/live/news.ts'
import { hashPassword, isPassword } from './hashing.ts'
import { checkNewPassword } from './password-rules.ts'
import type { Caller } from './sessions.ts'
import { deleteSessions, getPassword, setPasswordHash } from './store.ts'

/** People change their own password; a current one that is sent along must be right. All other sessions end. */
export async function changeOwnPassword(
  kontor: Kontor,
  caller: Caller,
  { password, current_password }: { password: string; current_password?: string },
) {
  const { username, password_hash } = await getPassword(kontor.db, caller.id)
  checkNewPassword(password, { username, minLength: kontor.config.passwordMinLength })
  if (current_password !== undefined && !(await isPassword(current_password, password_hash))) {
    throw refuse('wrong_password')
  }
  await setPassword(kontor, { userId: caller.id, password, by: caller.id, keepSession: caller.session_id })
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
