import type { Kontor } from '#server/kontor.ts'
import { isPassword, waitLikeStranger } from './hashing.ts'
import { type AdmittedAttempt, tooManyLogins } from './login-limit.ts'
import { secondsUntilFree, setAttemptFailed, takeAttemptBack } from './store.ts'

/**
 * Checks the password of an admitted attempt and counts a wrong one. An attempt that was dropped because too
 * many wait is no guess. From networks where the account has logged in, the password is checked first, but a
 * wrong one gets the same answer at the same time as a stranger's: the limits must not reveal which accounts
 * exist.
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
  // A right password returns without waiting for it.
  strangersTurn.catch(() => {})
  try {
    isRight = await looked
  } catch (error) {
    await takeAttemptBack(db, attempt)
    throw error
  }
  if (isRight) return true
  // Computed before this attempt counts: a stranger's attempt would have been refused unchecked, and would not
  // count.
  const seconds = for_strangers === 'admitted' ? undefined : await secondsUntilFree(db, admitted.measured)
  await setAttemptFailed(db, attempt)
  if (seconds !== undefined) throw tooManyLogins(seconds).concerning(user_id)
  await strangersTurn
  return false
}
