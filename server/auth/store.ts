import { type RawBuilder, sql } from 'kysely'
import type { Database, Tx } from '#server/db/connect.ts'
import { spokenName } from '#server/db/people.ts'
import { maySeeHappenings } from './rights-store.ts'

/** No session is used beyond `maxDays` after its login, whatever its end says. */
export function findSession(
  db: Database,
  tokenHash: Buffer,
  { happeningsGroup, maxDays }: { happeningsGroup: string | undefined; maxDays: number },
) {
  const last = sql`sessions.created_at + make_interval(days => ${maxDays})`
  return db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .where('sessions.token_hash', '=', tokenHash)
    .where(sql<boolean>`least(sessions.expires_at, ${last}) > now()`)
    .where('users.is_active', '=', true)
    .select([
      'sessions.id as session_id',
      'users.id',
      'users.username',
      spokenName('users').as('display_name'),
      'users.is_admin',
      maySeeHappenings(happeningsGroup).as('may_see_happenings'),
      'sessions.host_only',
      secondsBetween(sql`now()`, sql`least(sessions.expires_at, ${last})`).as('seconds_left'),
      secondsBetween(sql`now()`, last).as('seconds_at_most'),
      secondsBetween(sql`sessions.seen_at`, sql`now()`).as('seconds_unseen'),
      secondsBetween(sql`sessions.confirmed_at`, sql`now()`).as('seconds_unconfirmed'),
    ])
    .executeTakeFirst()
}

const secondsBetween = (from: RawBuilder<unknown>, to: RawBuilder<unknown>) =>
  sql<number>`extract(epoch from ${to} - ${from})::float8`

export async function insertSession(tx: Tx, tokenHash: Buffer, userId: number, seconds: number) {
  await tx
    .insertInto('sessions')
    .values({
      token_hash: tokenHash,
      user_id: userId,
      expires_at: sql`now() + make_interval(secs => ${seconds})`,
    })
    .execute()
}

/** It is in use, and ends so many seconds from now. */
export async function touchSession(
  db: Database,
  id: number,
  { seconds, address }: { seconds: number; address: string },
) {
  await db
    .updateTable('sessions')
    .set({ seen_at: sql`now()`, expires_at: sql`now() + make_interval(secs => ${seconds})`, address })
    .where('id', '=', id)
    .execute()
}

export async function deleteSession(tx: Tx, id: number) {
  await tx.deleteFrom('sessions').where('id', '=', id).execute()
}

/** All of a user's sessions, but for the one that may stay. */
export async function deleteSessions(tx: Tx, userId: number, except?: number) {
  await tx
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .$if(except !== undefined, (query) => query.where('id', '<>', except as number))
    .execute()
}

export function findAccount(db: Database, username: string) {
  return db
    .selectFrom('users')
    .where('id', '=', sql<number>`user_named(${username})`)
    .select(['id', 'username', 'password_hash', 'is_active'])
    .executeTakeFirst()
}

/** An attempt, and what it is measured by (login-limit.ts). */
export type Measured = {
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
  /** The verdict for somebody whose account is not known in this network. */
  for_strangers: Verdict
  attempt: number | null
  is_known: boolean
  user_id: number | null
  password_hash: string | null
}

/** Counts and writes down an attempt, and reads the account, in one round trip (0020_login_networks.sql). */
export async function admitAttempt(db: Database, asked: Measured): Promise<Admission> {
  const { rows } = await sql<Admission>`
    select * from admit_attempt(${asked.username}, ${asked.address}, ${asked.near}, ${asked.wide},
      ${asked.countsNetwork}, ${asked.failures}, ${asked.wideFailures}, make_interval(mins => ${asked.minutes}),
      ${asked.knownHourly}, ${asked.othersHourly}, ${asked.freshBelow},
      make_interval(mins => ${asked.quietMinutes}))`.execute(db)
  return rows[0] as Admission
}

/**
 * After so many seconds one more attempt would be looked at, if nobody fails meanwhile. By what holds for strangers alone, so
 * that it says the same whether the account exists or not.
 */
export async function secondsUntilFree(db: Database, asked: Measured): Promise<number> {
  const lately = sql`make_interval(mins => ${asked.minutes})`
  const hour = sql`interval '1 hour'`
  const ofAccount = sql`account = fold_case(${asked.username})`
  const ofOthers = sql`${ofAccount} and (not was_known or address = ${asked.near})`
  /** When the oldest of so many failures no longer counts. */
  const until = (where: RawBuilder<unknown>, most: number, within: RawBuilder<unknown>) => sql`(
    select at + ${within} from login_attempts where ${where} and failed and at > now() - ${within}
    order by at desc offset ${most - 1} limit 1)`
  const ofNetwork = (column: RawBuilder<unknown>) => sql`${asked.countsNetwork} and ${column}`
  const { rows } = await sql<{ seconds: number | null }>`
    with quiet as (
      select max(at) + make_interval(mins => ${asked.quietMinutes}) as at,
        count(*) filter (where address = ${asked.near}) < ${asked.freshBelow}
          and count(*) filter (where wide = ${asked.wide} and ${asked.countsNetwork}) < ${asked.freshBelow} as is_fresh
      from login_attempts where ${ofOthers} and at > now() - ${hour})
    select ceil(extract(epoch from greatest(
      ${until(sql`${ofAccount} and address = ${asked.near}`, asked.failures, lately)},
      ${until(ofNetwork(sql`address = ${asked.near}`), asked.failures, lately)},
      ${until(ofNetwork(sql`wide = ${asked.wide}`), asked.wideFailures, lately)},
      (select case when is_fresh then least(quiet.at, full_until.at) else full_until.at end
        from quiet, (select ${until(ofOthers, asked.othersHourly, hour)} as at) as full_until)
    ) - now()))::int as seconds`.execute(db)
  return Math.max(1, rows[0]?.seconds ?? 60)
}

/**
 * Begins a session for an account whose password is still the one that was checked, takes the attempt back and
 * remembers the network: one statement, so all of it or nothing. Answers with how many sessions the account has now.
 */
export async function beginSession(
  db: Database,
  login: {
    userId: number
    checked: string
    attempt: number
    network: string
    address: string
    device: string
    tokenHash: Buffer
    seconds: number
    isHostOnly: boolean
  },
): Promise<{ id: number; sessions: number } | undefined> {
  const { rows } = await sql<{ id: number; sessions: number }>`
    with account as (
      select id from users
      where id = ${login.userId} and password_hash = ${login.checked} and is_active
      for share),
    attempt as (
      delete from login_attempts using account where login_attempts.id = ${login.attempt}),
    network as (
      insert into known_addresses (user_id, address) select id, ${login.network} from account
      on conflict (user_id, address) do update set at = now()),
    audited as (
      insert into audit (user_id, action, address) select id, 'auth.login', ${login.address} from account),
    session as (
      insert into sessions (token_hash, user_id, expires_at, device, address, host_only)
      select ${login.tokenHash}, id, now() + make_interval(secs => ${login.seconds}),
        ${login.device}, ${login.address}, ${login.isHostOnly}
      from account returning id)
    select id, 1 + (select count(*) from sessions where user_id = ${login.userId}) as sessions
    from session`.execute(db)
  return rows[0]
}

export async function setAttemptFailed(db: Database, id: number) {
  await db.updateTable('login_attempts').set({ failed: true }).where('id', '=', id).execute()
}

/** It was right, and began nothing. */
export async function takeAttemptBack(db: Database, id: number) {
  await db.deleteFrom('login_attempts').where('id', '=', id).execute()
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

/** Wrong guesses at the old password are forgotten: they say nothing about the new one. */
export async function setPasswordHash(tx: Tx, userId: number, hash: string) {
  await tx.updateTable('users').set({ password_hash: hash }).where('id', '=', userId).execute()
  await tx
    .deleteFrom('login_attempts')
    .where('account', '=', (query) =>
      query.selectFrom('users').where('id', '=', userId).select('username_folded'),
    )
    .execute()
}

export const keptDays = { attempts: 1, addresses: 90 }

/** Deletes rows that have become useless with time. */
export async function deleteExpired(db: Database, sessionMaxDays: number) {
  await db
    .deleteFrom('sessions')
    .where(sql<boolean>`least(expires_at, created_at + make_interval(days => ${sessionMaxDays})) < now()`)
    .execute()
  await db
    .deleteFrom('login_attempts')
    .where('at', '<', sql<Date>`now() - make_interval(days => ${keptDays.attempts})`)
    .execute()
  await db
    .deleteFrom('known_addresses')
    .where('at', '<', sql<Date>`now() - make_interval(days => ${keptDays.addresses})`)
    .execute()
}
