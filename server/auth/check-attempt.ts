import type { Kontor } from '#server/kontor.ts'
import { isRightPassword, waitLikeStranger } from './hashing.ts'
import { type AdmittedAttempt, tooManyLoginsRefusal } from './login-limit.ts'
import { deleteAttempt, secondsUntilNextAttempt, setAttemptFailed } from './store.ts'

/**
 * Checks the password of an admitted attempt and counts a wrong one. An attempt that is dropped from the full queue
 * is not counted. On a network where the account has logged in before, the check has priority. A wrong password
 * still gets the same answer, after the same time, as on an unknown network: otherwise the limits would reveal which
 * accounts exist.
 */
export async function checkAttempt(
  { db }: Kontor,
  admitted: AdmittedAttempt,
  password: string,
): Promise<boolean> {
  const { attempt, user_id, password_hash, is_known, for_strangers, network } = admitted
  let isRight: boolean | undefined
  const place = { network: is_known ? `${network} ${user_id}` : network, isKnown: is_known }
  const passwordCheck = isRightPassword(password, password_hash, place)
  const strangersTurn =
    is_known && for_strangers === 'admitted'
      ? waitLikeStranger(password, network, () => isRight === false)
      : Promise.resolve()
  // After a right password nobody awaits this promise; without a handler a rejection would end the process.
  strangersTurn.catch(() => {})
  try {
    isRight = await passwordCheck
  } catch (error) {
    await deleteAttempt(db, attempt)
    throw error
  }
  if (isRight) return true
  // Computed before this attempt counts as failed. A client on an unknown network would have been refused without
  // being counted, and both refusals must state the same wait.
  const seconds =
    for_strangers === 'admitted' ? undefined : await secondsUntilNextAttempt(db, admitted.measured)
  await setAttemptFailed(db, attempt)
  if (seconds !== undefined) throw tooManyLoginsRefusal(seconds).concerning(user_id)
  await strangersTurn
  return false
}
