import { sql } from 'kysely'
import { hasDeleted, hasInserted, hasUpdated } from '#server/db/affected.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { mustUseFactorCondition, needsFactorToLogInCondition } from '../rights-store.ts'

export async function needsSecondFactor(
  db: Database,
  userId: number,
  adminsNeedFactor: boolean,
): Promise<boolean> {
  const user = await db
    .selectFrom('users')
    .where('id', '=', userId)
    .select(needsFactorToLogInCondition(adminsNeedFactor).as('asks'))
    .executeTakeFirst()
  return user?.asks ?? false
}

/** The secret of the codes, and whether a second factor is required. */
export function findFactorRequirements(db: Database, userId: number, adminsNeedFactor: boolean) {
  return db
    .selectFrom('users')
    .leftJoin('one_time_codes', (join) =>
      join.onRef('one_time_codes.user_id', '=', 'users.id').on('one_time_codes.on_since', 'is not', null),
    )
    .where('users.id', '=', userId)
    .select(['one_time_codes.secret', mustUseFactorCondition(adminsNeedFactor).as('must_use_factor')])
    .executeTakeFirst()
}

export async function readCodeStatus(db: Database, userId: number) {
  const row = await db
    .selectFrom('one_time_codes')
    .where('user_id', '=', userId)
    .select([
      'on_since',
      sql<number>`(select count(*) from recovery_codes where recovery_codes.user_id = one_time_codes.user_id)`.as(
        'recovery_left',
      ),
    ])
    .executeTakeFirst()
  if (!row?.on_since) return { codes_since: null, recovery_left: 0 }
  return { codes_since: row.on_since, recovery_left: row.recovery_left }
}

/** Stores an unconfirmed secret. Returns false if a confirmed one exists. */
export async function putSecret(tx: Tx, userId: number, secret: Buffer): Promise<boolean> {
  return hasInserted(
    tx
      .insertInto('one_time_codes')
      .values({ user_id: userId, secret })
      .onConflict((conflict) =>
        conflict.column('user_id').doUpdateSet({ secret }).where('one_time_codes.on_since', 'is', null),
      ),
  )
}

/** Locked until the commit. */
export function findCodesForUpdate(tx: Tx, userId: number) {
  return tx
    .selectFrom('one_time_codes')
    .where('user_id', '=', userId)
    .select(['secret', 'on_since'])
    .forUpdate()
    .executeTakeFirst()
}

export async function setCodesOn(tx: Tx, userId: number, step: number) {
  await tx
    .updateTable('one_time_codes')
    .set({ on_since: sql<Date>`now()`, last_step: step })
    .where('user_id', '=', userId)
    .execute()
}

/**
 * Marks a time step as used. False if this or a later step was used before: of two concurrent logins with the same
 * code, one fails.
 */
export async function consumeTimeStep(db: Database, userId: number, step: number): Promise<boolean> {
  return hasUpdated(
    db
      .updateTable('one_time_codes')
      .set({ last_step: step })
      .where('user_id', '=', userId)
      .where('on_since', 'is not', null)
      .where(sql<boolean>`coalesce(last_step, 0) < ${step}`),
  )
}

/** False if the code does not exist or has already been used. */
export async function consumeRecoveryCode(db: Database, userId: number, hash: Buffer): Promise<boolean> {
  return hasDeleted(
    db.deleteFrom('recovery_codes').where('user_id', '=', userId).where('code_hash', '=', hash),
  )
}

export async function replaceRecoveryCodes(tx: Tx, userId: number, hashes: readonly Buffer[]) {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await tx
    .insertInto('recovery_codes')
    .values(hashes.map((code_hash) => ({ user_id: userId, code_hash })))
    .execute()
}

/** Also deletes the recovery codes. */
export async function deleteCodes(tx: Tx, userId: number): Promise<boolean> {
  return hasDeleted(tx.deleteFrom('one_time_codes').where('user_id', '=', userId))
}
