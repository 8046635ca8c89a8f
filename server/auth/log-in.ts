import { record } from '#server/audit.ts'
import { refuse } from '#server/http/errors.ts'
import type { Kontor } from '#server/kontor.ts'
import { inTransaction } from '#server/live/news.ts'
import { hashPassword, isOutdated, isPassword } from './hashing.ts'
import { admitAttempt } from './login-limit.ts'
import { hashOf, LIFETIME_SECONDS, newToken } from './sessions.ts'
import {
  deleteAttempt,
  findAccount,
  insertSession,
  lockAccount,
  rememberAddress,
  setPasswordHash,
} from './store.ts'

/**
 * Checks a name and a password and begins a session; the answer is its token.
 * A name that nobody has, an account without a password and a wrong password cost the same and answer the same.
 */
export async function logIn(
  kontor: Kontor,
  { username, password, address }: { username: string; password: string; address: string },
): Promise<string> {
  const attempt = await admitAttempt(kontor, username, address)
  const account = await findAccount(kontor.db, username)
  const right = await isPassword(password, account?.password_hash)
  if (!right || !account?.is_active) throw refuse('login_failed')

  const stored = account.password_hash as string
  const renewed = isOutdated(stored) ? await hashPassword(password) : undefined
  const token = newToken()
  await inTransaction(kontor, async (tx) => {
    // A password that was changed meanwhile ended all sessions: none may begin with the old one.
    if (!(await lockAccount(tx, account.id, stored))) throw refuse('login_failed')
    await deleteAttempt(tx, attempt)
    await rememberAddress(tx, account.id, address)
    if (renewed) await setPasswordHash(tx, account.id, renewed)
    await insertSession(tx, hashOf(token), account.id, LIFETIME_SECONDS)
    await record(tx, account.id, 'auth.login')
  })
  return token
}
