import { setTimeout as sleep } from 'node:timers/promises'
import { type RefusalCode, Refused, refuse } from '#server/http/errors.ts'
import type { Kontor } from '#server/kontor.ts'
import { inTransaction } from '#server/live/news.ts'
import { checkAttempt } from './check-attempt.ts'
import { hashPassword, isOutdatedHash } from './hashing.ts'
import { admitAttempt } from './login-limit.ts'
import { openSession } from './open-session.ts'
import { adminsNeedFactor, checkCode } from './second-factor/check-code.ts'
import type { LoginOrigin } from './session-store.ts'
import { deleteAttempt, renewPasswordHash, setAttemptFailed } from './store.ts'

type Login = LoginOrigin & {
  username: string
  password: string
  /** From the authenticator app, or a recovery code. */
  code?: string | undefined
}

/**
 * Refusals that are answered without extra delay: their timing reveals nothing, or only to somebody who knows
 * the password.
 */
const undelayedRefusals = new Set<RefusalCode>([
  'login_failed',
  'code_required',
  'wrong_code',
  'passkey_required',
])

/**
 * Minimum time of all other refusals in ms, from the arrival of the request, so that the timing does not
 * reveal which limit was hit.
 */
const MIN_REFUSAL_MS = 500

/**
 * Checks name and password, starts a session in place of the browser's previous one, and returns the
 * session's token. An unknown name, an account without a password and a wrong password take the same time and
 * get the same answer.
 */
export async function logIn(kontor: Kontor, login: Login): Promise<string> {
  const came = performance.now()
  try {
    return await checkAndOpenSession(kontor, login)
  } catch (error) {
    if (error instanceof Refused && !undelayedRefusals.has(error.code))
      await sleep(Math.max(0, came + MIN_REFUSAL_MS - performance.now()))
    throw error
  }
}

async function checkAndOpenSession(kontor: Kontor, login: Login): Promise<string> {
  const admitted = await admitAttempt(kontor, login.username.trim(), login.address)
  const { attempt, user_id: userId, password_hash } = admitted
  const right = await checkAttempt(kontor, admitted, login.password)
  if (!right || userId === null || password_hash === null) throw refuse('login_failed').concerning(userId)

  const account = { userId, checked: password_hash, attempt }
  const token =
    (await openSessionIfSufficient(kontor, login, account, 'password')) ??
    (await openSessionIfSufficient(
      kontor,
      login,
      account,
      await checkCodeOfAttempt(kontor, userId, login.code, attempt),
    ))
  // E.g. the password was changed or the account was deactivated during the login. No session may start then.
  if (token === undefined) {
    await setAttemptFailed(kontor.db, attempt)
    throw refuse('login_failed').concerning(userId)
  }
  if (isOutdatedHash(password_hash)) await rehashPassword(kontor, userId, password_hash, login.password)
  return token
}

/** A wrong code counts as a wrong guess; a missing one does not. */
async function checkCodeOfAttempt(kontor: Kontor, userId: number, code: string | undefined, attempt: number) {
  try {
    return await checkCode(kontor, userId, code)
  } catch (error) {
    if (error instanceof Refused && error.code === 'wrong_code') await setAttemptFailed(kontor.db, attempt)
    else await deleteAttempt(kontor.db, attempt)
    throw error
  }
}

/**
 * Rehashes with today's parameters. The login has already succeeded, so a full hash queue is no failure: the
 * next login tries again.
 */
async function rehashPassword({ db }: Kontor, userId: number, before: string, password: string) {
  const hash = await hashPassword(password).catch((error: unknown) => {
    if (error instanceof Refused) return undefined
    throw error
  })
  if (hash !== undefined) await renewPasswordHash(db, userId, before, hash)
}

type CheckedAccount = { userId: number; checked: string; attempt: number }

/**
 * Returns the session's token. Undefined if a password alone is no longer enough, e.g. because a second factor was
 * set up in the meantime, if the password was changed after it was checked, or if the account was deactivated.
 */
function openSessionIfSufficient(
  kontor: Kontor,
  login: Login,
  account: CheckedAccount,
  by: Awaited<ReturnType<typeof checkCode>>,
) {
  const { address, device, before, seconds } = login
  const proof =
    by === 'password'
      ? { by, adminsNeedFactor: adminsNeedFactor(kontor), confirmAfterHours: kontor.config.confirmAfterHours }
      : { by }
  return inTransaction(kontor, (tx) =>
    openSession(tx, { ...account, ...proof, address, device, before, seconds }),
  )
}
