import { sql } from 'kysely'
import type { TokenScope } from '#contract/tokens.ts'
import { exists } from '#server/db/affected.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { spokenNameColumn } from '#server/db/people.ts'
import { countRows } from '#server/lists/list-store.ts'
import { callerColumns, type RightsSettings } from '../session-store.ts'

/**
 * The token and its owner with their present rights. Undefined if the token is expired, or its owner is no active
 * administrator.
 */
export function findCallerByToken(db: Database, tokenHash: Buffer, rights: RightsSettings) {
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

/** The owner of a token that is no longer valid, for the audit log. */
export async function findOwner(db: Database, tokenHash: Buffer): Promise<number | undefined> {
  const row = await db
    .selectFrom('api_tokens')
    .where('token_hash', '=', tokenHash)
    .select('user_id')
    .executeTakeFirst()
  return row?.user_id
}

export async function setTokenUsed(db: Database, id: number, address: string) {
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
      spokenNameColumn('users').as('display_name'),
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

/** Valid tokens of a user. */
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

/**
 * False once the token is revoked. The database deletes the tokens of people who are no longer active
 * administrators.
 */
export const tokenExists = (db: Database, id: number) =>
  exists(db.selectFrom('api_tokens').where('id', '=', id))

/** False if the owner is no longer an active administrator. Locks the owner until the commit. */
export const lockTokenOwnerForUpdate = (tx: Tx, userId: number) =>
  exists(
    tx
      .selectFrom('users')
      .where('id', '=', userId)
      .where('is_active', '=', true)
      .where('is_admin', '=', true)
      .forUpdate(),
  )

export const countTokens = (tx: Tx, userId: number) =>
  countRows(
    tx.selectFrom('api_tokens').where('user_id', '=', userId).where('expires_at', '>', sql<Date>`now()`),
  )

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

/** Days for which expired tokens remain in the list of all tokens. */
const EXPIRED_SHOWN_DAYS = 30

export async function deleteExpiredTokens(db: Database) {
  await db
    .deleteFrom('api_tokens')
    .where('expires_at', '<', sql<Date>`now() - make_interval(days => ${EXPIRED_SHOWN_DAYS})`)
    .execute()
}
