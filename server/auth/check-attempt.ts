import type { Kontor } from '#server/kontor.ts'
import { isPassword, waitLikeStranger } from './hashing.ts'
import { type Admitted, tooManyLogins } from './login-limit.ts'
import { secondsUntilFree, setAttemptFailed, takeAttemptBack } from './store.ts'

/**
 * Whether an admitted attempt has the right password; a wrong one is counted. One that could not be looked at, as too
 * many wait, was no guess. From where an account is known the right password is looked at first, but a wrong one is
 * answered what a stranger is answered, and when: nobody shall learn from the limits who exists.
 */
export async function checkAttempt({ db }: Kontor, admitted: Admitted, password: string): Promise<boolean> {
  const { attempt, user_id, password_hash, is_known, for_strangers, network } = admitted
  let isRight: boolean | undefined
  const place = { network: is_known ? `${network} ${user_id}` : network, isKnown: is_known }
  const looked = isPassword(password, password_hash, place)
  const strangersTurn =
    is_known && for_strangers === 'admitted'
      ? waitLikeStranger(password, network, () => isRight === false)
      : Promise.resolve()
  // A right password does not wait for it.
  strangersTurn.catch(() => {})
  try {
    isRight = await looked
  } catch (error) {
    await takeAttemptBack(db, attempt)
    throw error
  }
  if (isRight) return true
  // Asked before this attempt counts: that of a stranger would not have been looked at, and would count for nothing.
  const seconds = for_strangers === 'admitted' ? undefined : await secondsUntilFree(db, admitted.measured)
  await setAttemptFailed(db, attempt)
  if (seconds !== undefined) throw tooManyLogins(seconds).concerning(user_id)
  await strangersTurn
  return false
}
