// Queries of users for rules. Functions named `lock…` lock the rows until the commit.
import { sql } from 'kysely'
import { exists } from '#server/db/affected.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { notFound, refuse } from '#server/http/errors.ts'

/** Locked until the commit, so that checked conditions still hold when the rule writes. */
export const lockUserForUpdate = (tx: Tx, id: number) =>
  tx
    .selectFrom('users')
    .where('id', '=', id)
    .select(['id', 'username', 'is_admin', 'is_active', 'persplan_id', 'anonymised_at'])
    .forUpdate()
    .executeTakeFirstOrThrow(notFound)

/** Refuses anonymised people, who cannot be renamed, promoted or readmitted. */
export async function lockNotAnonymisedUserForUpdate(tx: Tx, id: number) {
  const user = await lockUserForUpdate(tx, id)
  if (user.anonymised_at !== null) throw refuse('anonymised')
  return user
}

/**
 * False if the user is inactive or missing. The lock delays deletion and anonymising of the user until the commit.
 */
export const lockActiveUserForKeyShare = (tx: Database, id: number) =>
  exists(tx.selectFrom('users').where('id', '=', id).where('is_active', '=', true).forKeyShare())

/**
 * All active administrators, locked until the commit, so that two concurrent demotions cannot remove the last two.
 */
export async function lockAdminsForUpdate(tx: Tx): Promise<number[]> {
  const admins = await tx
    .selectFrom('users')
    .where('is_admin', '=', true)
    .where('is_active', '=', true)
    .select('id')
    .orderBy('id')
    .forUpdate()
    .execute()
  return admins.map(({ id }) => id)
}

export async function listAdmins(db: Database): Promise<number[]> {
  const admins = await db
    .selectFrom('users')
    .where('is_admin', '=', true)
    .where('is_active', '=', true)
    .select('id')
    .execute()
  return admins.map(({ id }) => id)
}

/** Finds another user whose username is equal after case folding, and returns that username as stored. */
export async function findSameUsername(
  tx: Database,
  username: string,
  except?: number,
): Promise<string | undefined> {
  const other = await tx
    .selectFrom('users')
    .where('username_folded', '=', sql<string>`fold_case(${username})`)
    .$if(except !== undefined, (query) => query.where('id', '<>', except ?? 0))
    .select('username')
    .executeTakeFirst()
  return other?.username
}
