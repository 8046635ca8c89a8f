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

/** Writes an attempt down before the password is looked at, so that guesses side by side count too. */
export async function admitAttempt(
  { db }: Kontor,
  username: string,
  address: string,
): Promise<Account & { attempt: number }> {
  const { attempt, ...account } = await admitLogin(db, {
    username,
    address,
    most: FAILURES,
    minutes: MINUTES,
    countsAddress: !isOwnMachine(address),
  })
  if (attempt === null) throw refuse('too_many_logins')
  return { ...account, attempt }
}

/** Loopback, in IPv4 and IPv6. */
export const isOwnMachine = (address: string) => address === '::1' || /^(::ffff:)?127\./.test(address)
