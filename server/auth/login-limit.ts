// Limits wrong passwords (docs/decisions/0009-guessing-passwords.md). In total fewer than a hundred per account
// and hour: 40 from networks where it has logged in before, 30 from elsewhere, and then one in two minutes from
// networks that have hardly guessed at it, so that nobody can lock its owner out of a new device.
import { setTimeout as sleep } from 'node:timers/promises'
import { isOwnMachine, networksOf } from '#server/http/address.ts'
import { refuse } from '#server/http/errors.ts'
import type { Kontor } from '#server/kontor.ts'
import { sentences } from './sentences.ts'
import { type Admission, admitAttempt as admit, type MeasuredAttempt, secondsUntilFree } from './store.ts'

const limits = {
  minutes: 5,
  /** Per account and network, and per network over all accounts. */
  failures: 10,
  /** For the wider network around it. */
  wideFailures: 50,
  knownHourly: 40,
  othersHourly: 30,
  freshBelow: 3,
  quietMinutes: 2,
}

/** In ms; how long an attempt waits for others of the same account to finish. */
const TURN_WAIT_MS = 10_000
const AGAIN = 50

export type AdmittedAttempt = Pick<Admission, 'user_id' | 'password_hash' | 'is_known' | 'for_strangers'> & {
  attempt: number
  /** The counter it was measured against. */
  measured: MeasuredAttempt
  /** The narrow network of the client. */
  network: string
}

/** `seconds`: the wait computed for strangers, so that it does not reveal accounts. */
export function tooManyLogins(seconds: number) {
  const minutes = Math.ceil(seconds / 60)
  const wait = minutes === 1 ? 'eine Minute' : `${minutes} Minuten`
  return refuse('too_many_logins', sentences.tooManyAttempts(wait), seconds)
}

/**
 * Counts an attempt before its password is checked, so that concurrent guesses count too. Attempts in progress
 * may still turn out right: while only these exceed the limit, an attempt waits instead of being refused.
 */
export async function admitAttempt(
  { db }: Kontor,
  username: string,
  address: string,
): Promise<AdmittedAttempt> {
  const { near, wide } = networksOf(address)
  const measured = { username, address, near, wide, countsNetwork: !isOwnMachine(address), ...limits }
  for (const begin = performance.now(); performance.now() - begin < TURN_WAIT_MS; ) {
    const { verdict, attempt, ...account } = await admit(db, measured)
    if (verdict === 'refused')
      throw tooManyLogins(await secondsUntilFree(db, measured)).concerning(account.user_id)
    if (attempt !== null) return { ...account, attempt, network: near, measured }
    await sleep(AGAIN)
  }
  throw refuse('busy')
}
