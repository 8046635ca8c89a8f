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

/** Whether an account is active and its password still the one that was checked; holds it so until the commit. */
export async function lockAccount(tx: Tx, id: number, passwordHash: string) {
  const account = await tx
    .selectFrom('users')
    .where('id', '=', id)
    .where('password_hash', '=', passwordHash)
    .where('is_active', '=', true)
    .select('id')
    .forShare()
    .executeTakeFirst()
  return account !== undefined
}

export function getPassword(db: Database, userId: number) {
  return db
    .selectFrom('users')
    .where('id', '=', userId)
    .select(['username', 'password_hash'])
    .executeTakeFirstOrThrow()
}

export async function setPasswordHash(tx: Tx, userId: number, hash: string) {
  await tx.updateTable('users').set({ password_hash: hash }).where('id', '=', userId).execute()
}

export async function deleteAttempt(tx: Tx, id: number) {
  await tx.deleteFrom('login_attempts').where('id', '=', id).execute()
}

export async function rememberAddress(tx: Tx, userId: number, address: string) {
  await tx
    .insertInto('known_addresses')
    .values({ user_id: userId, address })
    .onConflict((conflict) => conflict.columns(['user_id', 'address']).doUpdateSet({ at: sql`now()` }))
    .execute()
}

/** What time has made useless. */
export async function deleteExpired(db: Database) {
  await db.deleteFrom('sessions').where('expires_at', '<', sql<Date>`now()`).execute()
  await db.deleteFrom('login_attempts').where('at', '<', sql<Date>`now() - interval '1 day'`).execute()
  await db.deleteFrom('known_addresses').where('at', '<', sql<Date>`now() - interval '90 days'`).execute()
}
