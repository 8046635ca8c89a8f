import { type RawBuilder, sql } from 'kysely'
import { hasFactorCondition } from '#server/auth/rights-store.ts'
import { exists, hasDeleted, hasInserted } from '#server/db/affected.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { mailAddressColumn } from '#server/db/mailed-links.ts'
import type { MatchField } from '#server/provider-settings.ts'

export type PendingSignIn = { return_to: string | null; again: boolean; begun_at: Date }

export async function insertSignIn(
  db: Database,
  {
    tokenHash,
    issuer,
    returnTo,
    again,
  }: { tokenHash: Buffer; issuer: string; returnTo: string | null; again: boolean },
) {
  await db
    .insertInto('sign_ins')
    .values({ token_hash: tokenHash, issuer, return_to: returnTo, again })
    .execute()
}

/** Consumes a pending sign-in at this provider: of two concurrent attempts one fails. */
export function takeSignIn(
  db: Database,
  { tokenHash, issuer, seconds }: { tokenHash: Buffer; issuer: string; seconds: number },
): Promise<PendingSignIn | undefined> {
  return db
    .deleteFrom('sign_ins')
    .where('token_hash', '=', tokenHash)
    .where('issuer', '=', issuer)
    .where('begun_at', '>', sql<Date>`now() - make_interval(secs => ${seconds})`)
    .returning(['return_to', 'again', 'begun_at'])
    .executeTakeFirst()
}

/** Serialises concurrent first sign-ins of one person. */
export async function lockIdentityForUpdate(tx: Tx, issuer: string, subject: string) {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`identity ${issuer} ${subject}`}, 0))`.execute(tx)
}

export async function findIdentity(tx: Tx, issuer: string, subject: string): Promise<number | undefined> {
  const row = await tx
    .selectFrom('identities')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .select('user_id')
    .executeTakeFirst()
  return row?.user_id
}

export const hasIdentity = (tx: Tx, issuer: string, userId: number) =>
  exists(tx.selectFrom('identities').where('issuer', '=', issuer).where('user_id', '=', userId))

/** True for administrators, and for accounts with a second factor. */
export const needsManualLink = (tx: Tx, userId: number) =>
  exists(
    tx
      .selectFrom('users')
      .where('id', '=', userId)
      .where(sql<boolean>`(users.is_admin or ${hasFactorCondition})`),
  )

export async function insertIdentity(
  tx: Tx,
  { issuer, subject, userId }: { issuer: string; subject: string; userId: number },
) {
  await tx.insertInto('identities').values({ issuer, subject, user_id: userId }).execute()
}

export function listIdentities(db: Database, userId: number) {
  return db
    .selectFrom('identities')
    .where('user_id', '=', userId)
    .select(['issuer', 'subject', 'made_at'])
    .orderBy('made_at')
    .orderBy('issuer')
    .execute()
}

/**
 * Deletes a user's links with one provider or with all, and ends the sessions that came from there, except the
 * calling one. Returns whether there were any links.
 */
export async function deleteIdentities(
  tx: Tx,
  userId: number,
  { except, issuer }: { except: number; issuer?: string },
): Promise<boolean> {
  const isFrom = issuer === undefined ? sql<boolean>`issuer is not null` : sql<boolean>`issuer = ${issuer}`
  await tx
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where(isFrom)
    .where('id', '<>', except)
    .execute()
  return hasDeleted(tx.deleteFrom('identities').where('user_id', '=', userId).where(isFrom))
}

/** True if the user has a password or a passkey. */
export const hasOtherSignInMethod = (tx: Tx, userId: number) =>
  exists(
    tx
      .selectFrom('users')
      .where('id', '=', userId)
      .where(
        sql<boolean>`(password_hash is not null or exists (select from passkeys where user_id = users.id))`,
      ),
  )

/**
 * Active accounts that a claim matches; several for a shared mailbox, none for anonymised people. Only ASCII
 * case is ignored: names that differ otherwise are different people at the provider, even where usernames here
 * would be equal.
 */
export async function listMatchingUsers(tx: Tx, match: MatchField, value: string): Promise<number[]> {
  const isSame = (column: RawBuilder<unknown>) =>
    sql<boolean>`lower(${column} collate "C") = lower(${value}::text collate "C")`
  const fits = {
    persplan_id: sql<boolean>`users.persplan_id = ${value}`,
    username: sql<boolean>`(users.username_folded = fold_case(${value}) and ${isSame(sql`users.username`)})`,
    email: isSame(mailAddressColumn),
  }[match]
  const rows = await tx
    .selectFrom('users')
    .where(fits)
    .where('anonymised_at', 'is', null)
    .select('id')
    .orderBy('id')
    .limit(2)
    .execute()
  return rows.map(({ id }) => id)
}

export async function listGroupNamesOf(tx: Tx, issuer: string): Promise<string[]> {
  const rows = await tx.selectFrom('groups').where('issuer', '=', issuer).select('provider_name').execute()
  return rows.map(({ provider_name }) => provider_name as string)
}

/** The group of this provider with this name. */
export async function findGroupOf(tx: Tx, issuer: string, name: string): Promise<number | undefined> {
  const row = await tx
    .selectFrom('groups')
    .where('issuer', '=', issuer)
    .where('id', '=', sql<number>`group_named(${name})`)
    .select('id')
    .executeTakeFirst()
  return row?.id
}

/** Creates groups. Their chats are disabled until an administrator enables them, as for groups of the planner. */
export async function insertGroups(
  tx: Tx,
  issuer: string,
  groups: { provider_name: string; name: string }[],
) {
  if (groups.length === 0) return
  const rows = await tx
    .insertInto('groups')
    .values(groups.map((group) => ({ ...group, issuer })))
    .returning('id')
    .execute()
  await tx
    .insertInto('chat_rooms')
    .values(rows.map(({ id }) => ({ kind: 'groups' as const, id, visible: false })))
    .onConflict((conflict) => conflict.columns(['kind', 'id']).doUpdateSet({ visible: false }))
    .execute()
}

/**
 * Sets the person's imported memberships in groups of this provider. Memberships that an administrator has added
 * or removed stay.
 */
export async function setImportedMemberships(
  tx: Tx,
  { issuer, userId, groups }: { issuer: string; userId: number; groups: string[] },
): Promise<{ joined: number; left: number }> {
  const { rows } = await sql<{ joined: number; left: number }>`
    with joined as (
      insert into memberships as m (user_id, group_id, imported)
      select ${userId}::int, id, true from groups
      where issuer = ${issuer} and provider_name = any(${groups}::text[])
      order by id
      on conflict (user_id, group_id) do update set imported = true where not m.imported
      returning group_id),
    left_over as (
      update memberships m set imported = false from groups
      where groups.id = m.group_id and m.user_id = ${userId} and m.imported
        and groups.issuer = ${issuer} and groups.provider_name <> all(${groups}::text[])
      returning m.group_id)
    select (select count(*) from joined)::int as joined, (select count(*) from left_over)::int as left`.execute(
    tx,
  )
  return rows[0] ?? { joined: 0, left: 0 }
}

/** False if this token was used before. */
export async function insertLogoutToken(tx: Tx, issuer: string, jti: string): Promise<boolean> {
  return hasInserted(
    tx
      .insertInto('logout_tokens')
      .values({ issuer, jti })
      .onConflict((conflict) => conflict.doNothing()),
  )
}

/**
 * Ends sessions that came from this provider: those of the person `subject`, those of the provider's session
 * `sid`, or with both the person's sessions that have this `sid` or none. Returns their owners.
 */
export async function deleteSessionsFrom(
  tx: Tx,
  { issuer, subject, sid }: { issuer: string; subject?: string | undefined; sid?: string | undefined },
): Promise<number[]> {
  const ofPerson = subject === undefined ? sql<boolean>`true` : sql<boolean>`subject = ${subject}`
  const unsaid = subject === undefined ? sql<boolean>`false` : sql<boolean>`sid is null`
  const ofSession = sid === undefined ? sql<boolean>`true` : sql<boolean>`(sid = ${sid} or ${unsaid})`
  const rows = await tx
    .deleteFrom('sessions')
    .where('issuer', '=', issuer)
    .where(ofPerson)
    .where(ofSession)
    .returning('user_id')
    .execute()
  return [...new Set(rows.map(({ user_id }) => user_id))]
}

/** Deletes expired sign-ins and used ids of logout tokens. */
export async function deleteOldSignIns(db: Database) {
  await db.deleteFrom('sign_ins').where('begun_at', '<', sql<Date>`now() - interval '1 hour'`).execute()
  await db.deleteFrom('logout_tokens').where('seen_at', '<', sql<Date>`now() - interval '1 hour'`).execute()
}
