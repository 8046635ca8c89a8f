import { sql } from 'kysely'
import type { TokenScope } from '#contract/tokens.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { spokenName } from '#server/db/people.ts'
import { type CallerRights, callerColumns } from '../session-store.ts'

/**
 * The token with whoever made it, as they are now; of one that is over, or whose owner is no administrator, nothing.
 */
export function findByToken(db: Database, tokenHash: Buffer, rights: CallerRights) {
  return db
    .selectFrom('api_tokens')
    .innerJoin('users', 'users.id', 'api_tokens.user_id')
    .where('api_tokens.token_hash', '=', tokenHash)
    .where('api_tokens.expires_at', '>', sql<Date>`now()`)
    .where('users.is_active', '=', true)
    .where('users.is_admin', '=', true)
    .select([
      'api_tokens.id as token_id',
      'api_tokens.name as token_name',
      'api_tokens.scopes',
      'api_tokens.used_from',
      sql<number>`extract(epoch from api_tokens.expires_at - now())::float8`.as('seconds_left'),
      sql<number>`coalesce(extract(epoch from now() - api_tokens.used_at), 'infinity')::float8`.as(
        'seconds_unused',
      ),
    ])
    .select(callerColumns(rights))
    .executeTakeFirst()
}

/** The owner of a token that does not hold any more. */
export async function findOwner(db: Database, tokenHash: Buffer): Promise<number | undefined> {
  const row = await db
    .selectFrom('api_tokens')
    .where('token_hash', '=', tokenHash)
    .select('user_id')
    .executeTakeFirst()
  return row?.user_id
}

export async function setUsed(db: Database, id: number, address: string) {
  await db
    .updateTable('api_tokens')
    .set({ used_at: sql<Date>`now()`, used_from: address })
    .where('id', '=', id)
    .execute()
}

export function listTokens(db: Database) {
  return db
    .selectFrom('api_tokens')
    .innerJoin('users', 'users.id', 'api_tokens.user_id')
    .select([
      'api_tokens.id',
      'api_tokens.name',
      'api_tokens.user_id',
      spokenName('users').as('display_name'),
      sql<TokenScope[]>`api_tokens.scopes`.as('scopes'),
      'api_tokens.made_at',
      'api_tokens.expires_at',
      sql<boolean>`api_tokens.expires_at <= now()`.as('is_expired'),
      'api_tokens.used_at',
      'api_tokens.used_from',
    ])
    .orderBy('api_tokens.made_at', 'desc')
    .orderBy('api_tokens.id', 'desc')
    .execute()
}

/** Those of somebody that still hold. */
export function listOwnTokens(db: Database, userId: number) {
  return db
    .selectFrom('api_tokens')
    .where('user_id', '=', userId)
    .where('expires_at', '>', sql<Date>`now()`)
    .select(['id', 'name', 'expires_at', 'used_at'])
    .orderBy('made_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

/** Nobody has revoked it, and its maker may be here. */
export async function isTokenThere(db: Database, id: number): Promise<boolean> {
  const row = await db
    .selectFrom('api_tokens')
    .innerJoin('users', 'users.id', 'api_tokens.user_id')
    .where('api_tokens.id', '=', id)
    .where('users.is_active', '=', true)
    .select('api_tokens.id')
    .executeTakeFirst()
  return row !== undefined
}

/** As the one who makes it stands now, held until the commit: an administrator who can still sign in. */
export async function lockMakerForUpdate(tx: Tx, userId: number): Promise<boolean> {
  const row = await tx
    .selectFrom('users')
    .where('id', '=', userId)
    .where('is_active', '=', true)
    .where('is_admin', '=', true)
    .select('id')
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

export async function countTokens(tx: Tx, userId: number): Promise<number> {
  const { count } = await tx
    .selectFrom('api_tokens')
    .where('user_id', '=', userId)
    .where('expires_at', '>', sql<Date>`now()`)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export async function insertToken(
  tx: Tx,
  token: { user_id: number; name: string; token_hash: Buffer; scopes: string[]; days: number },
): Promise<number> {
  const { days, ...row } = token
  const { id } = await tx
    .insertInto('api_tokens')
    .values({ ...row, expires_at: sql<Date>`now() + make_interval(days => ${days})` })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export function deleteToken(tx: Tx, id: number) {
  return tx.deleteFrom('api_tokens').where('id', '=', id).returning(['user_id', 'name']).executeTakeFirst()
}

/** They are looked at for a while, and then nobody needs them. */
const SHOWN_DAYS = 30

export async function deleteExpiredTokens(db: Database) {
  await db
    .deleteFrom('api_tokens')
    .where('expires_at', '<', sql<Date>`now() - make_interval(days => ${SHOWN_DAYS})`)
    .execute()
}
