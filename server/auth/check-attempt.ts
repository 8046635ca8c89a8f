import type { Kontor } from '#server/kontor.ts'
import { isPassword, waitLikeStranger } from './hashing.ts'
import { type AdmittedAttempt, tooManyLogins } from './login-limit.ts'
import { secondsUntilFree, setAttemptFailed, takeAttemptBack } from './store.ts'

/**
 * Checks the password of an admitted attempt and counts a wrong one. An attempt that the full queue drops is
 * not counted. From networks where the account has logged in before, the password is checked with priority. A
 * wrong password still gets the answer of a stranger, at the same time as a stranger: limits must not reveal
 * which accounts exist.
 */
export async function checkAttempt(
  { db }: Kontor,
  admitted: AdmittedAttempt,
  password: string,
): Promise<boolean> {
  const { attempt, user_id, password_hash, is_known, for_strangers, network } = admitted
  let isRight: boolean | undefined
  const place = { network: is_known ? `${network} ${user_id}` : network, isKnown: is_known }
  const looked = isPassword(password, password_hash, place)
  const strangersTurn =
    is_known && for_strangers === 'admitted'
      ? waitLikeStranger(password, network, () => isRight === false)
      : Promise.resolve()
  // After a right password nobody awaits this promise; without a handler a rejection would end the process.
  strangersTurn.catch(() => {})
  try {
    isRight = await looked
  } catch (error) {
    await takeAttemptBack(db, attempt)
    throw error
  }
  if (isRight) return true
  // Computed before the attempt counts as failed. A stranger would have been refused at this point without
  // counting, and the wait must be the same.
  const seconds = for_strangers === 'admitted' ? undefined : await secondsUntilFree(db, admitted.measured)
  await setAttemptFailed(db, attempt)
  if (seconds !== undefined) throw tooManyLogins(seconds).concerning(user_id)
  await strangersTurn
  return false
}
