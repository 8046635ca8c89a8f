import { setTimeout as sleep } from 'node:timers/promises'
import { type Code, Refused, refuse } from '#server/http/errors.ts'
import type { Kontor } from '#server/kontor.ts'
import { inTransaction } from '#server/live/news.ts'
import { checkAttempt } from './check-attempt.ts'
import { hashPassword, isOutdated } from './hashing.ts'
import { admitAttempt } from './login-limit.ts'
import { openSession } from './open-session.ts'
import { adminsNeedFactor, checkCode } from './second-factor/check-code.ts'
import type { Arrival } from './session-store.ts'
import { renewPasswordHash, setAttemptFailed, takeAttemptBack } from './store.ts'

type Login = Arrival & {
  username: string
  password: string
  /** From an app or from paper, where the account asks for one. */
  code?: string | undefined
}

/** Refusals that may come at once: whoever hears one has the right password, or learns nothing by when it came. */
const isToldAtOnce = new Set<Code>(['login_failed', 'code_required', 'wrong_code', 'passkey_required'])

/** Every refusal for too much is answered so long after it came, in ms: when it was decided tells nobody anything. */
const REFUSED_AFTER = 500

/**
 * Checks a name and a password and begins a session; the answer is its token. The session that the browser had until
 * now ends. A name that nobody has, an account without a password and a wrong password cost the same and answer the
 * same.
 */
export async function logIn(kontor: Kontor, login: Login): Promise<string> {
  const came = performance.now()
  try {
    return await admitAndBegin(kontor, login)
  } catch (error) {
    if (error instanceof Refused && !isToldAtOnce.has(error.code))
      await sleep(Math.max(0, came + REFUSED_AFTER - performance.now()))
    throw error
  }
}

async function admitAndBegin(kontor: Kontor, login: Login): Promise<string> {
  const admitted = await admitAttempt(kontor, login.username.trim(), login.address)
  const { attempt, user_id: userId, password_hash } = admitted
  const right = await checkAttempt(kontor, admitted, login.password)
  if (!right || userId === null || password_hash === null) throw refuse('login_failed').concerning(userId)

  const known = { userId, checked: password_hash, attempt }
  const token =
    (await open(kontor, login, known, 'password')) ??
    (await open(kontor, login, known, await proofOf(kontor, userId, login.code, attempt)))
  // A password that was changed meanwhile ended all sessions: none may begin with the old one.
  if (token === undefined) {
    await setAttemptFailed(kontor.db, attempt)
    throw refuse('login_failed').concerning(userId)
  }
  if (isOutdated(password_hash)) await renewHash(kontor, userId, password_hash, login.password)
  return token
}

/** A wrong code is a wrong guess like any other; who has not been asked for one yet has guessed nothing. */
async function proofOf(kontor: Kontor, userId: number, code: string | undefined, attempt: number) {
  try {
    return await checkCode(kontor, userId, code)
  } catch (error) {
    if (error instanceof Refused && error.code === 'wrong_code') await setAttemptFailed(kontor.db, attempt)
    else await takeAttemptBack(kontor.db, attempt)
    throw error
  }
}

/** If too many passwords wait to be hashed, the next login rehashes instead: this one has succeeded already. */
async function renewHash({ db }: Kontor, userId: number, before: string, password: string) {
  const hash = await hashPassword(password).catch((error: unknown) => {
    if (error instanceof Refused) return undefined
    throw error
  })
  if (hash !== undefined) await renewPasswordHash(db, userId, before, hash)
}

type Known = { userId: number; checked: string; attempt: number }

/**
 * By the password alone only where that is enough at this moment: else nothing begins, and what is missing is asked
 * for.
 */
function open(kontor: Kontor, login: Login, known: Known, by: Awaited<ReturnType<typeof checkCode>>) {
  const { address, device, before, seconds } = login
  const proof =
    by === 'password'
      ? { by, adminsNeedFactor: adminsNeedFactor(kontor), confirmAfterHours: kontor.config.confirmAfterHours }
      : { by }
  return inTransaction(kontor, (tx) =>
    openSession(tx, { ...known, ...proof, address, device, before, seconds }),
  )
}
