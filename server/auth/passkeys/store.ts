import { sql } from 'kysely'
import { hasDeleted, hasUpdated } from '#server/db/affected.ts'
import type { Database, Tx } from '#server/db/connect.ts'

/** Lifetime of a challenge, in seconds. */
export const CHALLENGE_LIFETIME_SECONDS = 300

export function listPasskeys(db: Database, userId: number) {
  return db
    .selectFrom('passkeys')
    .where('user_id', '=', userId)
    .select(['id', 'name', 'made_at', 'used_at', 'credential_id', 'user_handle'])
    .orderBy('id')
    .execute()
}

type Challenge = { challenge: Buffer; browserHash: Buffer; userId?: number; userHandle?: Buffer }

export async function insertChallenge(
  db: Database,
  { challenge, browserHash, userId, userHandle }: Challenge,
) {
  await db
    .insertInto('passkey_challenges')
    .values({
      challenge,
      browser_hash: browserHash,
      user_id: userId ?? null,
      user_handle: userHandle ?? null,
      expires_at: sql<Date>`now() + make_interval(secs => ${CHALLENGE_LIFETIME_SECONDS})`,
    })
    .execute()
}

/** Deletes a challenge, which is valid once. Undefined if it is expired, or belongs to another browser or user. */
export async function consumeChallenge(
  db: Database,
  { challenge, browserHash, userId }: Omit<Challenge, 'userHandle'>,
): Promise<{ user_handle: Buffer | null } | undefined> {
  const { rows } = await sql<{ user_handle: Buffer | null }>`
    delete from passkey_challenges
    where challenge = ${challenge} and browser_hash = ${browserHash}
      and user_id is not distinct from ${userId ?? null}::int and expires_at > now()
    returning user_handle`.execute(db)
  return rows[0]
}

export async function deleteOldChallenges(db: Database) {
  await db.deleteFrom('passkey_challenges').where('expires_at', '<', sql<Date>`now()`).execute()
}

type NewPasskey = {
  user_id: number
  name: string
  credential_id: Buffer
  public_key: Buffer
  counter: number
  user_handle: Buffer
}

/** Undefined if the credential already exists, for any user. */
export async function insertPasskey(tx: Tx, passkey: NewPasskey): Promise<number | undefined> {
  const row = await tx
    .insertInto('passkeys')
    .values(passkey)
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** Undefined also if the owner is inactive. */
export function findPasskey(db: Database, credentialId: Buffer) {
  return db
    .selectFrom('passkeys')
    .innerJoin('users', 'users.id', 'passkeys.user_id')
    .where('credential_id', '=', credentialId)
    .where('users.is_active', '=', true)
    .select(['passkeys.id', 'passkeys.user_id', 'passkeys.public_key', 'passkeys.user_handle'])
    .executeTakeFirst()
}

/**
 * Records a use. False if the signature counter has not increased, which indicates a copy of the passkey.
 * Most devices always report 0, which is accepted.
 */
export async function setPasskeyUsed(tx: Tx, id: number, counter: number): Promise<boolean> {
  return hasUpdated(
    tx
      .updateTable('passkeys')
      .set({ counter, used_at: sql<Date>`now()` })
      .where('id', '=', id)
      .where(sql<boolean>`(counter < ${counter} or (counter = 0 and ${counter} = 0))`),
  )
}

export async function setPasskeyName(tx: Tx, userId: number, id: number, name: string): Promise<boolean> {
  return hasUpdated(
    tx.updateTable('passkeys').set({ name }).where('id', '=', id).where('user_id', '=', userId),
  )
}

export async function deletePasskey(tx: Tx, userId: number, id: number): Promise<boolean> {
  return hasDeleted(tx.deleteFrom('passkeys').where('id', '=', id).where('user_id', '=', userId))
}
