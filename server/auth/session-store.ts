import { sql } from 'kysely'
import type { Database, Tx } from '#server/db/connect.ts'

/** The sessions of a user that still open something, the one used last first. */
export function listSessions(db: Database, userId: number, maxDays: number) {
  return db
    .selectFrom('sessions')
    .where('user_id', '=', userId)
    .where(sql<boolean>`least(expires_at, created_at + make_interval(days => ${maxDays})) > now()`)
    .select(['id', 'device', 'address', 'created_at', 'seen_at'])
    .orderBy('seen_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

export async function deleteSessionOf(tx: Tx, userId: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('sessions')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Tells whether the session still lives; if so, it does until the transaction ends. */
export async function lockSessionForUpdate(tx: Tx, id: number): Promise<boolean> {
  const row = await tx.selectFrom('sessions').where('id', '=', id).select('id').forUpdate().executeTakeFirst()
  return row !== undefined
}

/** All but the so many that were used last. Of those of the last hour nobody knows which was used last: they are written down once an hour. */
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

/** The device goes on to get notifications, under its new session. */
export async function moveDevices(tx: Tx, { from, to }: { from: number; to: number }) {
  await tx.updateTable('push_subscriptions').set({ session_id: to }).where('session_id', '=', from).execute()
}

export async function setConfirmed(tx: Tx, id: number) {
  await tx.updateTable('sessions').set({ confirmed_at: sql<Date>`now()` }).where('id', '=', id).execute()
}
