import { sql } from 'kysely'
import { refuse } from '#server/http/errors.ts'
import type { Kontor } from '#server/kontor.ts'
import { inTransaction } from '#server/live/news.ts'

/**
 * Ten failures in five minutes, for an account and for an address, then a pause.
 * Who has logged in to the account from this address before is counted by the pair alone:
 * neither a stranger elsewhere nor a colleague behind the same address can lock them out.
 * The machine's own address is not counted: behind it stands whoever runs the server, or a proxy.
 */
const FAILURES = 10
const WINDOW = sql`interval '5 minutes'`

/** Writes an attempt down before the password is looked at, so that guesses side by side count too. */
export function admitAttempt(kontor: Kontor, account: string, address: string): Promise<number> {
  return inTransaction(kontor, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('login ' || name_key(${account}), 0))`.execute(tx)
    const { rows } = await sql<{ known: boolean; pair: number; account: number; address: number }>`
      select
        exists (select from known_addresses join users on users.id = known_addresses.user_id
          where users.username_key = name_key(${account}) and known_addresses.address = ${address}) as known,
        (select count(*) from login_attempts
          where account = name_key(${account}) and at > now() - ${WINDOW}) as account,
        (select count(*) from login_attempts
          where account = name_key(${account}) and address = ${address} and at > now() - ${WINDOW}) as pair,
        (select count(*) from login_attempts
          where address = ${address} and at > now() - ${WINDOW}) as address`.execute(tx)
    const counts = rows[0] as (typeof rows)[0]
    const tooMany = counts.known
      ? counts.pair >= FAILURES
      : counts.account >= FAILURES || (counts.address >= FAILURES && !isOwnMachine(address))
    if (tooMany) throw refuse('too_many_logins')
    const attempt = await tx
      .insertInto('login_attempts')
      .values({ account: sql`name_key(${account})`, address })
      .returning('id')
      .executeTakeFirstOrThrow()
    return attempt.id
  })
}

/** Loopback, in IPv4 and IPv6. */
export const isOwnMachine = (address: string) => address === '::1' || /^(::ffff:)?127\./.test(address)
