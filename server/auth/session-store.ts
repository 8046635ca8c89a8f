import { type RawBuilder, sql } from 'kysely'
import type { ListView } from '#contract/list-views.ts'
import type { Caller } from '#server/caller.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { spokenName } from '#server/db/people.ts'
import { hasDeleted, hasUpdated, isThere } from '#server/db/touched.ts'
import { asksForMore, isMemberOfNamed, maySeeHappenings, mustAddFactor } from './rights-store.ts'

export type CallerRights = {
  happeningsGroup: string | undefined
  /** Whether administrators need a second factor. */
  adminsNeedFactor: boolean
}
type Asked = CallerRights & { maxDays: number }

/** Only settings that differ from the default; most people have none. */
const listViews = sql<ListView[]>`coalesce((
  select jsonb_agg(jsonb_build_object('list', list, 'hidden', hidden, 'search', search) order by list)
  from list_views where list_views.user_id = users.id), '[]')`

/** The caller and their rights, as columns of a query over `users`. */
export const callerColumns = ({ happeningsGroup, adminsNeedFactor }: CallerRights) =>
  [
    'users.id',
    'users.username',
    spokenName('users').as('display_name'),
    'users.is_admin',
    maySeeHappenings(happeningsGroup).as('may_see_happenings'),
    isMemberOfNamed(happeningsGroup, sql`users.id`).as('sees_all_happenings'),
    sql<number[]>`array(select group_id from memberships
        where memberships.user_id = users.id and is_effective order by group_id)`.as('group_ids'),
    sql<boolean>`users.persplan_id is not null`.as('is_planned'),
    listViews.as('lists'),
    'users.password_is_given as must_change_password',
    mustAddFactor(adminsNeedFactor).as('must_add_factor'),
  ] as const

/** A session ends at the latest `maxDays` after its login. */
export function findSession(db: Database, tokenHash: Buffer, { maxDays, ...rights }: Asked) {
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

/**
 * Extends a session in use. False if that was done within the last `quiet` seconds, e.g. by a parallel call of
 * the same app.
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

/** Origin of a login, and the data of its session. */
export type Arrival = {
  address: string
  device: string
  /** The browser's previous session. */
  before: Caller | undefined
  /** Lifetime of an idle session. */
  seconds: number
}

/** Factors used at login, for the audit log, and those that the account requires. */
export type Proof =
  /** Absent if a link opened the account. */
  | { by?: 'code' | 'recovery_code' | 'passkey' }
  | { by: 'password'; adminsNeedFactor: boolean; confirmAfterHours: number }
  | { by: SignIn }

/** Name and issuer of the provider, and its ids of the person and the session. */
type SignIn = {
  provider: string
  issuer: string
  subject: string
  sid: string | null
  /** Time of the login at the provider; null if unknown, then the person has to confirm first. */
  provedAt: Date | null
}

/**
 * Starts a session if the account is active and its password still the one that was checked; also withdraws the
 * attempt and remembers the network. One statement, so all or nothing. Fails if a password alone is no longer
 * enough. Returns the account's number of sessions.
 */
export async function beginSession(
  db: Database,
  login: {
    userId: number
    /** The hash that the password was checked against; null if the account was opened by other means. */
    checked: string | null
    attempt: number | null
    network: string
    tokenHash: Buffer
  } & Omit<Arrival, 'before'> &
    Proof,
): Promise<{ id: number; sessions: number } | undefined> {
  const isEnough = login.by === 'password' ? sql`not ${asksForMore(login.adminsNeedFactor)}` : sql`true`
  const from = typeof login.by === 'object' ? login.by : undefined
  const confirmedAt = from
    ? sql`least(now(), ${from.provedAt ?? new Date(0)}::timestamptz)`
    : login.by === 'password'
      ? sql`case when password_unproven_at > now() - make_interval(hours => ${login.confirmAfterHours})
          then 'epoch' else now() end`
      : sql`now()`
  const { rows } = await sql<{ id: number; sessions: number }>`
    with account as (
      update users set last_login_at = now()
      where id = ${login.userId} and is_active and anonymised_at is null
        and (${login.checked}::text is null or password_hash = ${login.checked}) and ${isEnough}
      returning id, password_unproven_at),
    attempt as (
      delete from login_attempts using account where login_attempts.id = ${login.attempt}),
    network as (
      insert into known_addresses (user_id, address) select id, ${login.network} from account
      on conflict (user_id, address) do update set at = now()),
    audited as (
      insert into audit (user_id, action, subject, address)
      select id, 'auth.login', ${JSON.stringify(factorInWords(login.by))}::jsonb, ${login.address} from account),
    session as (
      insert into sessions (token_hash, user_id, expires_at, device, address, issuer, subject, sid, confirmed_at)
      select ${login.tokenHash}, id, now() + make_interval(secs => ${login.seconds}),
        ${login.device}, ${login.address}, ${from?.issuer ?? null}::text,
        ${from?.subject ?? null}::text, ${from?.sid ?? null}::text,
        ${confirmedAt}
      from account returning id)
    select id, 1 + (select count(*) from sessions where user_id = ${login.userId}) as sessions
    from session`.execute(db)
  return rows[0]
}

/** Factor for the audit log; a password alone is not mentioned. */
function factorInWords(by: Proof['by']) {
  if (typeof by === 'object') return { provider: by.provider }
  return by === undefined || by === 'password' ? {} : { by }
}

/** Ends the browser's previous session; if it belonged to the same person, the device keeps its notifications. */
export async function replaceSession(
  tx: Tx,
  before: { id: number; session_id: number },
  after: { userId: number; id: number },
) {
  if (before.id === after.userId) await moveDevices(tx, { from: before.session_id, to: after.id })
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

export async function deleteSessionOf(tx: Tx, userId: number, id: number): Promise<boolean> {
  return hasDeleted(tx.deleteFrom('sessions').where('id', '=', id).where('user_id', '=', userId))
}

/** Release 1.1 then accepts it only from the new cookie, not from `session`. True if this was the first time. */
export const setExchanged = (tx: Tx, id: number) =>
  hasUpdated(
    tx.updateTable('sessions').set({ host_only: false }).where('id', '=', id).where('host_only', '=', true),
  )

/** The session still exists and its owner is active. */
export const isSessionThere = (db: Database, id: number) =>
  isThere(
    db
      .selectFrom('sessions')
      .innerJoin('users', 'users.id', 'sessions.user_id')
      .where('sessions.id', '=', id)
      .where('users.is_active', '=', true),
  )

/** False if the session has ended; otherwise it cannot end before the commit. */
export const lockSessionForUpdate = (tx: Tx, id: number) =>
  isThere(tx.selectFrom('sessions').where('id', '=', id).forUpdate())

/** Keeps the most recently used sessions. Those used within the last hour count separately, up to a higher bound. */
export async function deleteLongestUnused(
  tx: Tx,
  userId: number,
  limits: { most: number; inAnHour: number },
) {
  await sql`delete from sessions where id in (
    select id from (
      select id, seen_at, row_number() over (order by seen_at desc, id desc) as place
      from sessions where user_id = ${userId}) as own
    where place > ${limits.inAnHour}
      or (place > ${limits.most} and seen_at < now() - interval '1 hour'))`.execute(tx)
}

/** The device keeps its notifications under the new session. */
async function moveDevices(tx: Tx, { from, to }: { from: number; to: number }) {
  await tx.updateTable('push_subscriptions').set({ session_id: to }).where('session_id', '=', from).execute()
}

export async function setConfirmed(tx: Tx, id: number) {
  await tx.updateTable('sessions').set({ confirmed_at: sql<Date>`now()` }).where('id', '=', id).execute()
}
