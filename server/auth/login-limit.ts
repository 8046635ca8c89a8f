// Limits on wrong passwords (docs/decisions/0009-guessing-passwords.md). Fewer than a hundred per account and
// hour: 40 from networks where the account has logged in before, and 30 from other networks. Beyond these,
// networks with few wrong passwords may still try once in two minutes, so that nobody can keep the owner from
// signing in on a new device.
import { setTimeout as sleep } from 'node:timers/promises'
import { isLoopbackAddress, networkKeysOf } from '#server/http/address.ts'
import { refuse } from '#server/http/errors.ts'
import type { Kontor } from '#server/kontor.ts'
import { authSentences } from './sentences.ts'
import {
  type Admission,
  storeAttempt as admit,
  type MeasuredAttempt,
  secondsUntilNextAttempt,
} from './store.ts'

const limits = {
  minutes: 5,
  /** Wrong passwords per account and network, and per network over all accounts. */
  failures: 10,
  /** Wrong passwords in the wider network around the client, over all accounts. */
  wideFailures: 50,
  knownHourly: 40,
  othersHourly: 30,
  freshBelow: 3,
  quietMinutes: 2,
}

/** Maximum wait in ms for other attempts at the same account that are in progress. */
const TURN_WAIT_MS = 10_000
const RETRY_MS = 50

export type AdmittedAttempt = Pick<Admission, 'user_id' | 'password_hash' | 'is_known' | 'for_strangers'> & {
  attempt: number
  /** Limits and networks that the attempt was admitted by. */
  measured: MeasuredAttempt
  /** The narrow network of the client. */
  network: string
}

/** `seconds`: the wait computed for strangers, which does not depend on whether the account exists. */
export function tooManyLoginsRefusal(seconds: number) {
  const minutes = Math.ceil(seconds / 60)
  const wait = minutes === 1 ? 'eine Minute' : `${minutes} Minuten`
  return refuse('too_many_logins', authSentences.tooManyAttempts(wait), seconds)
}

/**
 * Counts an attempt before its password is checked, so that concurrent attempts count too. Attempts in progress may
 * still turn out right: if the limit is exceeded only together with them, the new attempt waits instead of being
 * refused.
 */
export async function admitAttempt(
  { db }: Kontor,
  username: string,
  address: string,
): Promise<AdmittedAttempt> {
  const { near, wide } = networkKeysOf(address)
  const measured = { username, address, near, wide, countsNetwork: !isLoopbackAddress(address), ...limits }
  for (const begin = performance.now(); performance.now() - begin < TURN_WAIT_MS; ) {
    const { verdict, attempt, ...account } = await admit(db, measured)
    if (verdict === 'refused')
      throw tooManyLoginsRefusal(await secondsUntilNextAttempt(db, measured)).concerning(account.user_id)
    if (attempt !== null) return { ...account, attempt, network: near, measured }
    await sleep(RETRY_MS)
  }
  throw refuse('busy')
}
