import { sql } from 'kysely'
import type { Database, Tx } from '#server/db/connect.ts'
import { maySeeHappenings } from '#server/happenings/may-see-happenings.ts'

export type SessionUser = {
  session_id: number
  id: number
  username: string
  is_admin: boolean
  may_see_happenings: boolean
}

export function findSession(db: Database, tokenHash: Buffer, happeningsGroup: string | undefined) {
  return db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .where('sessions.token_hash', '=', tokenHash)
    .where('sessions.expires_at', '>', sql<Date>`now()`)
    .where('users.is_active', '=', true)
    .select([
      'sessions.id as session_id',
      'users.id',
      'users.username',
      'users.is_admin',
      maySeeHappenings(happeningsGroup).as('may_see_happenings'),
      sql<number>`extract(epoch from sessions.expires_at - now())::float8`.as('seconds_left'),
      sql<number>`extract(epoch from now() - sessions.seen_at)::float8`.as('seconds_unseen'),
    ])
    .executeTakeFirst()
}

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

export async function touchSession(db: Database, id: number, seconds: number) {
  await db
    .updateTable('sessions')
    .set({ seen_at: sql`now()`, expires_at: sql`now() + make_interval(secs => ${seconds})` })
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
    .where('username_key', '=', sql<string>`name_key(${username})`)
    .select(['id', 'username', 'password_hash', 'is_active'])
    .executeTakeFirst()
}

export type Account = { user_id: number | null; password_hash: string | null; is_active: boolean | null }

type Admission = { verdict: 'admitted' | 'wait' | 'refused'; attempt: number | null }

/** Counts and writes down an attempt, and reads the account, in one round trip (0003_admit_login.sql). */
export async function admitLogin(
  db: Database,
  asked: { username: string; address: string; most: number; minutes: number; countsAddress: boolean },
): Promise<Account & Admission> {
  const { rows } = await sql<Account & Admission>`
    select * from admit_login(${asked.username}, ${asked.address}, ${asked.most},
      make_interval(mins => ${asked.minutes}), ${asked.countsAddress})`.execute(db)
  return rows[0] as (typeof rows)[0]
}

/**
 * Begins a session for an account whose password is still the one that was checked, takes the attempt back and
 * remembers the address: one statement, so all of it or nothing. Answers whether it did.
 */
export async function beginSession(
  db: Database,
  login: {
    userId: number
    checked: string
    attempt: number
    address: string
    tokenHash: Buffer
    seconds: number
  },
): Promise<boolean> {
  const { rows } = await sql`
    with account as (
      select id from users
      where id = ${login.userId} and password_hash = ${login.checked} and is_active
      for share),
    attempt as (
      delete from login_attempts using account where login_attempts.id = ${login.attempt}),
    address as (
      insert into known_addresses (user_id, address) select id, ${login.address} from account
      on conflict (user_id, address) do update set at = now()),
    session as (
      insert into sessions (token_hash, user_id, expires_at)
      select ${login.tokenHash}, id, now() + make_interval(secs => ${login.seconds}) from account)
    insert into audit (user_id, action, address) select id, 'auth.login', ${login.address} from account returning id`.execute(
    db,
  )
  return rows.length === 1
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

export async function setPasswordHash(tx: Tx, userId: number, hash: string) {
  await tx.updateTable('users').set({ password_hash: hash }).where('id', '=', userId).execute()
}

/** What time has made useless. */
export async function deleteExpired(db: Database) {
  await db.deleteFrom('sessions').where('expires_at', '<', sql<Date>`now()`).execute()
  await db.deleteFrom('login_attempts').where('at', '<', sql<Date>`now() - interval '1 day'`).execute()
  await db.deleteFrom('known_addresses').where('at', '<', sql<Date>`now() - interval '90 days'`).execute()
}
