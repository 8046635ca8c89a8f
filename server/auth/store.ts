import { type RawBuilder, sql } from 'kysely'
import type { Database, Tx } from '#server/db/connect.ts'

export function findAccount(db: Database, username: string) {
  return db
    .selectFrom('users')
    .where('id', '=', sql<number>`user_named(${username})`)
    .select(['id', 'username', 'password_hash', 'is_active'])
    .executeTakeFirst()
}

/** An attempt and the limits it is checked against (login-limit.ts). */
export type MeasuredAttempt = {
  username: string
  address: string
  near: string
  wide: string
  countsNetwork: boolean
  failures: number
  wideFailures: number
  minutes: number
  knownHourly: number
  othersHourly: number
  freshBelow: number
  quietMinutes: number
}

type Verdict = 'admitted' | 'wait' | 'refused'
export type Admission = {
  verdict: Verdict
  /** Verdict for a network in which the account is unknown. */
  for_strangers: Verdict
  attempt: number | null
  is_known: boolean
  user_id: number | null
  password_hash: string | null
}

/**
 * Counts and stores an attempt and reads the account, in one round trip. The commit does not wait for the
 * disk: the later write of the attempt's result flushes both.
 */
export async function storeAttempt(db: Database, attempt: MeasuredAttempt): Promise<Admission> {
  const { rows } = await sql<Admission>`
    select admitted.* from set_config('synchronous_commit', 'off', true),
      admit_attempt(${attempt.username}, ${attempt.address}, ${attempt.near}, ${attempt.wide},
        ${attempt.countsNetwork}, ${attempt.failures}, ${attempt.wideFailures}, make_interval(mins => ${attempt.minutes}),
        ${attempt.knownHourly}, ${attempt.othersHourly}, ${attempt.freshBelow},
        make_interval(mins => ${attempt.quietMinutes})) as admitted`.execute(db)
  return rows[0] as Admission
}

/**
 * Seconds until one more attempt would be admitted if no other one fails. Computed by the limits for strangers,
 * so that it does not reveal whether the account exists.
 */
export async function secondsUntilNextAttempt(db: Database, attempt: MeasuredAttempt): Promise<number> {
  const lately = sql`make_interval(mins => ${attempt.minutes})`
  const hour = sql`interval '1 hour'`
  const ofAccount = sql`account = fold_case(${attempt.username})`
  const ofOthers = sql`${ofAccount} and (not was_known or address = ${attempt.near})`
  /** Time at which the `most`-th latest of these failures expires. */
  const until = (where: RawBuilder<unknown>, most: number, within: RawBuilder<unknown>) => sql`(
    select at + ${within} from login_attempts where ${where} and failed and at > now() - ${within}
    order by at desc offset ${most - 1} limit 1)`
  const ofNetwork = (column: RawBuilder<unknown>) => sql`${attempt.countsNetwork} and ${column}`
  const { rows } = await sql<{ seconds: number | null }>`
    with quiet as (
      select max(at) + make_interval(mins => ${attempt.quietMinutes}) as at,
        count(*) filter (where address = ${attempt.near}) < ${attempt.freshBelow}
          and count(*) filter (where wide = ${attempt.wide} and ${attempt.countsNetwork}) < ${attempt.freshBelow} as is_fresh
      from login_attempts where ${ofOthers} and at > now() - ${hour})
    select ceil(extract(epoch from greatest(
      ${until(sql`${ofAccount} and address = ${attempt.near}`, attempt.failures, lately)},
      ${until(ofNetwork(sql`address = ${attempt.near}`), attempt.failures, lately)},
      ${until(ofNetwork(sql`wide = ${attempt.wide}`), attempt.wideFailures, lately)},
      (select case when is_fresh then least(quiet.at, full_until.at) else full_until.at end
        from quiet, (select ${until(ofOthers, attempt.othersHourly, hour)} as at) as full_until)
    ) - now()))::int as seconds`.execute(db)
  return Math.max(1, rows[0]?.seconds ?? 60)
}

export async function setAttemptFailed(db: Database, id: number) {
  await db.updateTable('login_attempts').set({ failed: true }).where('id', '=', id).execute()
}

/** Deletes an attempt that is no wrong guess: its password was right, or could not be checked. */
export async function deleteAttempt(db: Database, id: number) {
  await db.deleteFrom('login_attempts').where('id', '=', id).execute()
}

/** Remembers a network from which the person has signed in. */
export async function putKnownAddress(tx: Tx, user_id: number, address: string) {
  await tx
    .insertInto('known_addresses')
    .values({ user_id, address })
    .onConflict((conflict) => conflict.columns(['user_id', 'address']).doUpdateSet({ at: sql`now()` }))
    .execute()
}

export async function renewPasswordHash(db: Database, userId: number, before: string, hash: string) {
  await db
    .updateTable('users')
    .set({ password_hash: hash })
    .where('id', '=', userId)
    .where('password_hash', '=', before)
    .execute()
}

export async function getUsername(db: Database, userId: number): Promise<string> {
  const user = await db
    .selectFrom('users')
    .where('id', '=', userId)
    .select('username')
    .executeTakeFirstOrThrow()
  return user.username
}

/**
 * Time until which the password is no proof of identity, because it was set without one. Undefined if it is a proof.
 */
export async function findPasswordUnprovenUntil(
  db: Database,
  userId: number,
  hours: number,
): Promise<Date | undefined> {
  const until = sql<Date>`password_unproven_at + make_interval(hours => ${hours})`
  const user = await db
    .selectFrom('users')
    .where('id', '=', userId)
    .where(until, '>', sql<Date>`now()`)
    .select(until.as('until'))
    .executeTakeFirst()
  return user?.until
}

export async function getPasswordHash(db: Database, userId: number): Promise<string | null> {
  const user = await db
    .selectFrom('users')
    .where('id', '=', userId)
    .select('password_hash')
    .executeTakeFirstOrThrow()
  return user.password_hash
}

/**
 * Also deletes the account's stored login attempts, and the links that could set a password. `isGiven`: set by
 * somebody else. `isUnproven`: set without proof of identity.
 */
export async function setPasswordHash(
  tx: Tx,
  userId: number,
  hash: string,
  { isGiven = false, isUnproven = false } = {},
) {
  await tx
    .updateTable('users')
    .set({
      password_hash: hash,
      password_is_given: isGiven,
      password_unproven_at: isUnproven ? sql<Date>`now()` : null,
    })
    .where('id', '=', userId)
    .execute()
  await tx.deleteFrom('access_links').where('user_id', '=', userId).execute()
  await tx
    .deleteFrom('login_attempts')
    .where('account', '=', (query) =>
      query.selectFrom('users').where('id', '=', userId).select('username_folded'),
    )
    .execute()
}

export const loginDataKeptDays = { attempts: 1, addresses: 90 }

export async function deleteExpiredLoginData(db: Database, sessionMaxDays: number) {
  await db
    .deleteFrom('sessions')
    .where(sql<boolean>`least(expires_at, created_at + make_interval(days => ${sessionMaxDays})) < now()`)
    .execute()
  await db
    .deleteFrom('login_attempts')
    .where('at', '<', sql<Date>`now() - make_interval(days => ${loginDataKeptDays.attempts})`)
    .execute()
  await db
    .deleteFrom('known_addresses')
    .where('at', '<', sql<Date>`now() - make_interval(days => ${loginDataKeptDays.addresses})`)
    .execute()
}
