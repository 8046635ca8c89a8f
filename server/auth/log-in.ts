import { refuse } from '#server/http/errors.ts'
import type { Kontor } from '#server/kontor.ts'
import { checkAttempt } from './check-attempt.ts'
import { hashPassword, isOutdated } from './hashing.ts'
import { admitAttempt } from './login-limit.ts'
import { hashOf, LIFETIME_SECONDS, newToken } from './sessions.ts'
import { beginSession, renewPasswordHash, setAttemptFailed } from './store.ts'

/**
 * Checks a name and a password and begins a session; the answer is its token.
 * A name that nobody has, an account without a password and a wrong password cost the same and answer the same.
 */
export async function logIn(
  kontor: Kontor,
  { username, password, address }: { username: string; password: string; address: string },
): Promise<string> {
  const admitted = await admitAttempt(kontor, username.trim(), address)
  const right = await checkAttempt(kontor, admitted, password)
  const { attempt, user_id, password_hash, is_active } = admitted
  if (!right || user_id === null || password_hash === null || !is_active) {
    await setAttemptFailed(kontor.db, attempt)
    throw refuse('login_failed').concerning(user_id)
  }

  const token = newToken()
  const session = { tokenHash: hashOf(token), seconds: LIFETIME_SECONDS }
  // A password that was changed meanwhile ended all sessions: none may begin with the old one.
  const begun = await beginSession(kontor.db, {
    userId: user_id,
    checked: password_hash,
    attempt,
    address,
    ...session,
  })
  if (!begun) {
    await setAttemptFailed(kontor.db, attempt)
    throw refuse('login_failed').concerning(user_id)
  }
  if (isOutdated(password_hash)) {
    await renewPasswordHash(kontor.db, user_id, password_hash, await hashPassword(password))
  }
  return token
}
