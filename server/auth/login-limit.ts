// Limits how many wrong passwords are looked at (docs/decisions/0009-guessing-passwords.md). All in all fewer than a
// hundred an hour for an account: 40 from where it has logged in before, 30 from elsewhere, and then one in two minutes
// from networks that have hardly guessed at it, so that nobody elsewhere keeps its owner from a new device.
import { setTimeout as sleep } from 'node:timers/promises'
import { isOwnMachine, networksOf } from '#server/http/address.ts'
import { refuse } from '#server/http/errors.ts'
import type { Kontor } from '#server/kontor.ts'
import { sentences } from './sentences.ts'
import { type Admission, admitAttempt as admit, type Measured, secondsUntilFree } from './store.ts'

const limits = {
  minutes: 5,
  /** For an account from one network, and for a network with all accounts. */
  failures: 10,
  /** For the network around it. */
  wideFailures: 50,
  knownHourly: 40,
  othersHourly: 30,
  freshBelow: 3,
  quietMinutes: 2,
}

/** An attempt waits so long for others of the same account to end, in ms. */
const PATIENCE = 10_000
const AGAIN = 50

export type Admitted = Pick<Admission, 'user_id' | 'password_hash' | 'is_known' | 'for_strangers'> & {
  attempt: number
  /** The counter that it was held against. */
  measured: Measured
  /** The near network that it comes from. */
  network: string
}

/** The rest of the wait, as a stranger would be told it. */
export function tooManyLogins(seconds: number) {
  const minutes = Math.ceil(seconds / 60)
  const wait = minutes === 1 ? 'eine Minute' : `${minutes} Minuten`
  return refuse('too_many_logins', sentences.tooManyAttempts(wait), seconds)
}

/**
 * Writes an attempt down before the password is looked at, so that guesses side by side count too. Those under way may
 * still be right: while only they stand in between, an attempt waits instead of being refused.
 */
export async function admitAttempt({ db }: Kontor, username: string, address: string): Promise<Admitted> {
  const { near, wide } = networksOf(address)
  const measured = { username, address, near, wide, countsNetwork: !isOwnMachine(address), ...limits }
  for (const begin = performance.now(); performance.now() - begin < PATIENCE; ) {
    const { verdict, attempt, ...account } = await admit(db, measured)
    if (verdict === 'refused')
      throw tooManyLogins(await secondsUntilFree(db, measured)).concerning(account.user_id)
    if (attempt !== null) return { ...account, attempt, network: near, measured }
    await sleep(AGAIN)
  }
  throw refuse('busy')
}
