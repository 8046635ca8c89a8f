import { type RawBuilder, sql } from 'kysely'
import type { MailState } from '#contract/words/users.ts'
import { hasUpdated } from '#server/db/affected.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { mailAddressColumn as address } from '#server/db/mailed-links.ts'
import { nameOrder, spokenNameColumn } from '#server/db/people.ts'
import { isInvitedCondition, withoutAccessCondition } from '#server/db/without-access.ts'

export type LinkKind = 'invitation' | 'reset'

export type Invitee = { id: number; username: string; display_name: string; address: string | null }

/**
 * Active people to invite, by name: those in `ids`, or else everybody without access. `again`: also people with a
 * valid invitation, at the end.
 */
export async function listInvitees(
  tx: Database,
  ids: readonly number[] | undefined,
  again: boolean,
): Promise<Invitee[]> {
  return tx
    .selectFrom('users')
    .where('is_active', '=', true)
    .where('anonymised_at', 'is', null)
    .$if(ids === undefined, (query) => query.where(withoutAccessCondition))
    .$if(ids === undefined && !again, (query) => query.where(sql<boolean>`not ${isInvitedCondition}`))
    .$if(ids !== undefined, (query) => query.where('id', '=', sql<number>`any(${ids}::int[])`))
    .select(['id', 'username', spokenNameColumn('users').as('display_name'), address.as('address')])
    .orderBy(isInvitedCondition)
    .orderBy(nameOrder('users'))
    .orderBy('id')
    .execute()
}

export async function listWithoutAccess(db: Database) {
  return db
    .selectFrom('users')
    .where('is_active', '=', true)
    .where(withoutAccessCondition)
    .select([address.as('address'), isInvitedCondition.as('is_invited')])
    .execute()
}

type LinkInput = { userId: number; tokenHash?: Buffer }

/**
 * Replaces each person's link of this kind. A link without a token waits for its mail. Returns the ids; people
 * deleted in the meantime are left out.
 */
export async function replaceLinks(
  tx: Tx,
  kind: LinkKind,
  links: readonly LinkInput[],
  hours: number,
): Promise<number[]> {
  const users = links.map(({ userId }) => userId)
  await tx
    .deleteFrom('access_links')
    .where('kind', '=', kind)
    .where('user_id', '=', sql<number>`any(${users}::int[])`)
    .execute()
  const hashes = links.map(({ tokenHash }) => tokenHash?.toString('hex') ?? null)
  const { rows } = await sql<{ id: number; user_id: number }>`
    insert into access_links (user_id, kind, token_hash, expires_at, mail)
    select user_id, ${kind}, decode(hash, 'hex'),
      case when hash is not null then now() + make_interval(hours => ${hours}) end,
      case when hash is null then 'waiting' end
    from unnest(${users}::int[], ${hashes}::text[]) as given (user_id, hash)
    where exists (select from users where id = user_id)
    returning id, user_id`.execute(tx)
  const ids = new Map(rows.map(({ id, user_id }) => [user_id, id]))
  return users.flatMap((id) => ids.get(id) ?? [])
}

const validLinkCondition = (tokenHash: Buffer): RawBuilder<boolean> =>
  sql<boolean>`access_links.token_hash = ${tokenHash} and access_links.expires_at > now()
    and users.is_active and users.anonymised_at is null`

/** The owner of a valid link. */
export function findOwner(db: Database, tokenHash: Buffer) {
  return db
    .selectFrom('access_links')
    .innerJoin('users', 'users.id', 'access_links.user_id')
    .where(validLinkCondition(tokenHash))
    .select([
      'users.id',
      'users.username',
      spokenNameColumn('users').as('display_name'),
      'access_links.kind',
      sql<Date>`access_links.expires_at`.as('expires_at'),
    ])
    .executeTakeFirst()
}

/** Consumes a link. If two calls use it concurrently, only one gets a result. */
export async function takeLink(
  tx: Tx,
  tokenHash: Buffer,
): Promise<{ user_id: number; kind: LinkKind } | undefined> {
  const { rows } = await sql<{ user_id: number; kind: LinkKind }>`
    delete from access_links using users where users.id = access_links.user_id and ${validLinkCondition(tokenHash)}
    returning access_links.user_id, access_links.kind`.execute(tx)
  return rows[0]
}

/**
 * A link that waits for its mail, with the recipient. Undefined if it was replaced or used, or the person was
 * deactivated.
 */
export function findWaitingMail(db: Database, id: number) {
  return db
    .selectFrom('access_links')
    .innerJoin('users', 'users.id', 'access_links.user_id')
    .where('access_links.id', '=', id)
    .where('access_links.mail', '=', 'waiting')
    .where('users.is_active', '=', true)
    .where('users.anonymised_at', 'is', null)
    .select([
      'access_links.kind',
      'users.id as user_id',
      'users.username',
      spokenNameColumn('users').as('display_name'),
      address.as('address'),
    ])
    .executeTakeFirst()
}

/** Makes the link valid, unless it was replaced. */
export async function setToken(db: Database, id: number, tokenHash: Buffer, hours: number): Promise<boolean> {
  return hasUpdated(
    db
      .updateTable('access_links')
      .set({ token_hash: tokenHash, expires_at: sql`now() + make_interval(hours => ${hours})` })
      .where('id', '=', id),
  )
}

export async function setMail(
  tx: Database,
  id: number,
  { mail, problem = null }: { mail: MailState; problem?: string | null },
) {
  await tx.updateTable('access_links').set({ mail, problem }).where('id', '=', id).execute()
}

/**
 * Records that the mail was sent to the address `to`. If this is no longer the person's address, the link is
 * invalidated.
 */
export async function setSent(tx: Tx, id: number, to: string | null) {
  const isTheirs = sql<boolean>`${address} is not distinct from ${to}`
  await sql`update access_links set mail = 'sent', problem = null,
      token_hash = case when ${isTheirs} then token_hash end,
      expires_at = case when ${isTheirs} then expires_at else now() end
    from users where users.id = access_links.user_id and access_links.id = ${id}`.execute(tx)
}

/**
 * Active people with a password whose username or mail address was typed, and who got no reset mail recently.
 * Several people may share a mailbox.
 */
export async function listResetRecipients(
  tx: Tx,
  typed: string,
  { minutes, most }: { minutes: number; most: number },
): Promise<number[]> {
  const rows = await tx
    .selectFrom('users')
    .where(sql<boolean>`(users.id = user_named(${typed}) or lower(${address}) = lower(${typed}))`)
    .where('is_active', '=', true)
    .where('anonymised_at', 'is', null)
    .where('password_hash', 'is not', null)
    .where(sql<boolean>`${address} is not null and not exists (
      select from access_links where user_id = users.id and kind = 'reset'
        and (expires_at > now() or mail = 'waiting') and made_at > now() - make_interval(mins => ${minutes}))`)
    .select('id')
    .orderBy('id')
    .limit(most)
    .execute()
  return rows.map(({ id }) => id)
}

/** Deletes unused reset links after a day. Invitations are kept, because lists show who was invited. */
export async function deleteOldLinks(db: Database) {
  await db
    .deleteFrom('access_links')
    .where('kind', '=', 'reset')
    .where('made_at', '<', sql<Date>`now() - interval '1 day'`)
    .execute()
}
