import { type RawBuilder, sql } from 'kysely'
import type { ListView } from '#contract/list-views.ts'
import type { Caller } from '#server/caller.ts'
import { exists, hasDeleted, hasUpdated } from '#server/db/affected.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { spokenNameColumn } from '#server/db/people.ts'
import { countRows } from '#server/lists/list-store.ts'
import {
  isGroupMemberCondition,
  maySeeHappeningsCondition,
  mustAddFactorCondition,
  needsFactorToLogInCondition,
} from './rights-store.ts'

export type RightsSettings = {
  happeningsGroup: string | undefined
  adminsNeedFactor: boolean
}
type SessionQuery = RightsSettings & { maxDays: number }

/** List views that the user has changed; most users have none. */
const listViewsColumn = sql<ListView[]>`coalesce((
  select jsonb_agg(jsonb_build_object('list', list, 'hidden', hidden, 'search', search) order by list)
  from list_views where list_views.user_id = users.id), '[]')`

/** The caller and their rights, as columns of a query over `users`. */
export const callerColumns = ({ happeningsGroup, adminsNeedFactor }: RightsSettings) =>
  [
    'users.id',
    'users.username',
    spokenNameColumn('users').as('display_name'),
    'users.is_admin',
    maySeeHappeningsCondition(happeningsGroup).as('may_see_happenings'),
    isGroupMemberCondition(happeningsGroup, sql`users.id`).as('sees_all_happenings'),
    sql<number[]>`array(select group_id from memberships
        where memberships.user_id = users.id and is_effective order by group_id)`.as('group_ids'),
    sql<boolean>`users.persplan_id is not null`.as('is_planned'),
    listViewsColumn.as('lists'),
    'users.password_is_given as must_change_password',
    mustAddFactorCondition(adminsNeedFactor).as('must_add_factor'),
  ] as const

/** A session ends at the latest `maxDays` after its login. */
export function findSession(db: Database, tokenHash: Buffer, { maxDays, ...rights }: SessionQuery) {
  const last = sql`sessions.created_at + make_interval(days => ${maxDays})`
  return db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .where('sessions.token_hash', '=', tokenHash)
    .where(sql<boolean>`least(sessions.expires_at, ${last}) > now()`)
    .where('users.is_active', '=', true)
    .select([
      'sessions.id as session_id',
      secondsBetween(sql`now()`, sql`least(sessions.expires_at, ${last})`).as('seconds_left'),
      secondsBetween(sql`now()`, last).as('seconds_at_most'),
      secondsBetween(sql`sessions.seen_at`, sql`now()`).as('seconds_unseen'),
      secondsBetween(sql`sessions.confirmed_at`, sql`now()`).as('seconds_unconfirmed'),
    ])
    .select(callerColumns(rights))
    .executeTakeFirst()
}

const secondsBetween = (from: RawBuilder<unknown>, to: RawBuilder<unknown>) =>
  sql<number>`extract(epoch from ${to} - ${from})::float8`

/**
 * Extends a session in use. False if the session was extended within the last `quiet` seconds, e.g. by a
 * parallel call.
 */
export const touchSession = (
  db: Database,
  id: number,
  { seconds, quiet, address }: { seconds: number; quiet: number; address: string },
) =>
  hasUpdated(
    db
      .updateTable('sessions')
      .set({ seen_at: sql`now()`, expires_at: sql`now() + make_interval(secs => ${seconds})`, address })
      .where('id', '=', id)
      .where(sql<boolean>`seen_at <= now() - make_interval(secs => ${quiet})`),
  )

export async function deleteSession(tx: Tx, id: number) {
  await tx.deleteFrom('sessions').where('id', '=', id).execute()
}

/** All sessions of a user, except one. */
export async function deleteSessions(tx: Tx, userId: number, except?: number) {
  await tx
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .$if(except !== undefined, (query) => query.where('id', '<>', except as number))
    .execute()
}

/** Origin of a login, and properties of the session that it starts. */
export type LoginOrigin = {
  address: string
  device: string
  /** The browser's previous session. */
  before: Caller | undefined
  /** Seconds without use after which the session ends. */
  seconds: number
}

/** Proof of identity at this login. */
export type IdentityProof =
  /** `by` is absent if the user signed in with an invitation or reset link. */
  | { by?: 'code' | 'recovery_code' | 'passkey' }
  | { by: 'password'; adminsNeedFactor: boolean; confirmAfterHours: number }
  | { by: ProviderSignIn }

/** Name and issuer of the provider, and its ids of the person and the session. */
type ProviderSignIn = {
  provider: string
  issuer: string
  subject: string
  sid: string | null
  /** Time of the login at the provider. Null if unknown: the user then has to confirm their identity first. */
  provedAt: Date | null
}

/**
 * Stores the time of the login. False if the account is inactive, the checked password has been replaced, or
 * a password alone is no longer enough; no session may start then. The account stays locked until the commit.
 */
export function setLoggedIn(tx: Tx, login: { userId: number; checked: string | null } & IdentityProof) {
  const isEnough =
    login.by === 'password'
      ? sql<boolean>`not ${needsFactorToLogInCondition(login.adminsNeedFactor)}`
      : sql<boolean>`true`
  return hasUpdated(
    tx
      .updateTable('users')
      .set({ last_login_at: sql`now()` })
      .where('id', '=', login.userId)
      .where('is_active', '=', true)
      .where('anonymised_at', 'is', null)
      .where(sql<boolean>`(${login.checked}::text is null or password_hash = ${login.checked})`)
      .where(isEnough),
  )
}

/** Without `origin`, as in tests, the identity counts as just proved. */
export async function insertSession(
  tx: Tx,
  tokenHash: Buffer,
  userId: number,
  seconds: number,
  origin?: Pick<LoginOrigin, 'address' | 'device'> & IdentityProof,
): Promise<number> {
  const { id } = await tx
    .insertInto('sessions')
    .values({
      token_hash: tokenHash,
      user_id: userId,
      expires_at: sql`now() + make_interval(secs => ${seconds})`,
      ...(origin && {
        device: origin.device,
        address: origin.address,
        confirmed_at: confirmedAt(userId, origin),
        ...(typeof origin.by === 'object' && {
          issuer: origin.by.issuer,
          subject: origin.by.subject,
          sid: origin.by.sid,
        }),
      }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * Time of the proof of identity. The epoch if the provider gives no time, or if the password was recently set
 * without a proof.
 */
function confirmedAt(userId: number, proof: IdentityProof): RawBuilder<Date> {
  if (typeof proof.by === 'object') return sql`least(now(), ${proof.by.provedAt ?? new Date(0)}::timestamptz)`
  if (proof.by !== 'password') return sql`now()`
  return sql`(select case when password_unproven_at > now() - make_interval(hours => ${proof.confirmAfterHours})
    then 'epoch' else now() end from users where id = ${userId})`
}

export const countSessions = (tx: Tx, userId: number) =>
  countRows(tx.selectFrom('sessions').where('user_id', '=', userId))

/** Ends the browser's previous session; if it belonged to the same person, the device keeps its notifications. */
export async function replaceSession(
  tx: Tx,
  before: { id: number; session_id: number },
  after: { userId: number; id: number },
) {
  if (before.id === after.userId) await movePushSubscriptions(tx, { from: before.session_id, to: after.id })
  await deleteSession(tx, before.session_id)
}

/** Valid sessions of a user, most recently used first. */
export function listSessions(db: Database, userId: number, maxDays: number) {
  return db
    .selectFrom('sessions')
    .where('user_id', '=', userId)
    .where(sql<boolean>`least(expires_at, created_at + make_interval(days => ${maxDays})) > now()`)
    .select(['id', 'device', 'address', 'created_at', 'seen_at', 'issuer'])
    .orderBy('seen_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

export async function deleteOwnSession(tx: Tx, userId: number, id: number): Promise<boolean> {
  return hasDeleted(tx.deleteFrom('sessions').where('id', '=', id).where('user_id', '=', userId))
}

/** True if the session has not been ended and its owner is active. Does not check expiry. */
export const sessionExists = (db: Database, id: number) =>
  exists(
    db
      .selectFrom('sessions')
      .innerJoin('users', 'users.id', 'sessions.user_id')
      .where('sessions.id', '=', id)
      .where('users.is_active', '=', true),
  )

/** False if the session has ended; otherwise it cannot end before the commit. */
export const lockSessionForUpdate = (tx: Tx, id: number) =>
  exists(tx.selectFrom('sessions').where('id', '=', id).forUpdate())

/**
 * Ends the sessions that have been idle longest. Sessions used within the last hour end only beyond the
 * higher bound.
 */
export async function deleteLongestUnused(
  tx: Tx,
  userId: number,
  limits: { most: number; recentlyUsed: number },
) {
  await sql`delete from sessions where id in (
    select id from (
      select id, seen_at, row_number() over (order by seen_at desc, id desc) as place
      from sessions where user_id = ${userId}) as own
    where place > ${limits.recentlyUsed}
      or (place > ${limits.most} and seen_at < now() - interval '1 hour'))`.execute(tx)
}

/** The device keeps its notifications under the new session. */
async function movePushSubscriptions(tx: Tx, { from, to }: { from: number; to: number }) {
  await tx.updateTable('push_subscriptions').set({ session_id: to }).where('session_id', '=', from).execute()
}

export async function setConfirmed(tx: Tx, id: number) {
  await tx.updateTable('sessions').set({ confirmed_at: sql<Date>`now()` }).where('id', '=', id).execute()
}
