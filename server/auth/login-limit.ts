import { setTimeout as sleep } from 'node:timers/promises'
import { refuse } from '#server/http/errors.ts'
import type { Kontor } from '#server/kontor.ts'
import { type Account, admitLogin } from './store.ts'

/**
 * Ten failures in five minutes, for an account and for an address, then a pause.
 * Who has logged in to the account from this address before is counted by the pair alone:
 * neither a stranger elsewhere nor a colleague behind the same address can lock them out.
 * The machine's own address is not counted: behind it stands whoever runs the server, or a proxy.
 */
const FAILURES = 10
const MINUTES = 5

/** How long an attempt waits for others of the same account to end, in ms. */
const PATIENCE = 10_000
const AGAIN = 50

/**
 * Writes an attempt down before the password is looked at, so that guesses side by side count too. Those under way may
 * still be right: while only they stand in between, an attempt waits instead of being refused.
 */
export async function admitAttempt(
  { db }: Kontor,
  username: string,
  address: string,
): Promise<Account & { attempt: number }> {
  const asked = { username, address, most: FAILURES, minutes: MINUTES, countsAddress: !isOwnMachine(address) }
  for (const begin = performance.now(); performance.now() - begin < PATIENCE; ) {
    const { verdict, attempt, ...account } = await admitLogin(db, asked)
    if (verdict === 'refused') throw refuse('too_many_logins').concerning(account.user_id)
    if (attempt !== null) return { ...account, attempt }
    await sleep(AGAIN)
  }
  throw refuse('busy')
}

/** Loopback, in IPv4 and IPv6. */
export const isOwnMachine = (address: string) => address === '::1' || /^(::ffff:)?127\./.test(address)
