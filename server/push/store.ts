import { sql } from 'kysely'
import type { PushWishes } from '#contract/push.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import type { ServerKeys } from './vapid.ts'

const KEYS = 'push'
const MOST_DEVICES = 20

/** Made once for all nodes, whoever comes first. */
export async function ensureKeys(db: Database, fresh: () => ServerKeys): Promise<ServerKeys> {
  const known = await findKeys(db)
  if (known) return known
  await db
    .insertInto('server_keys')
    .values({ name: KEYS, ...fresh() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return (await findKeys(db)) as ServerKeys
}

const findKeys = (db: Database) =>
  db
    .selectFrom('server_keys')
    .where('name', '=', KEYS)
    .select(['public_key', 'private_key'])
    .executeTakeFirst()

type Subscription = {
  user_id: number
  session_id: number
  endpoint: string
  p256dh: string
  auth: string
  device: string
}

/** An endpoint belongs to who logged in last on it. */
export async function putSubscription(tx: Tx, subscription: Subscription) {
  await tx
    .insertInto('push_subscriptions')
    .values(subscription)
    .onConflict((conflict) => conflict.column('endpoint').doUpdateSet(subscription))
    .execute()
  await sql`delete from push_subscriptions where id in (
    select id from push_subscriptions where user_id = ${subscription.user_id}
    order by created_at desc, id desc offset ${MOST_DEVICES})`.execute(tx)
}

export function listDevices(db: Database, userId: number) {
  return db
    .selectFrom('push_subscriptions')
    .where('user_id', '=', userId)
    .select(['id', 'device', 'created_at', 'delivered_at', 'session_id'])
    .orderBy('id', 'desc')
    .execute()
}

export async function deleteDevice(db: Database, userId: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('push_subscriptions')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** The device, as long as its session lives and its owner is active. */
export function findSubscription(db: Database, id: number) {
  return db
    .selectFrom('push_subscriptions')
    .innerJoin('sessions', 'sessions.id', 'push_subscriptions.session_id')
    .innerJoin('users', 'users.id', 'push_subscriptions.user_id')
    .where('push_subscriptions.id', '=', id)
    .where('sessions.expires_at', '>', sql<Date>`now()`)
    .where('users.is_active', '=', true)
    .select(['push_subscriptions.id', 'endpoint', 'p256dh', 'auth'])
    .executeTakeFirst()
}

export async function forgetSubscription(db: Database, id: number) {
  await db.deleteFrom('push_subscriptions').where('id', '=', id).execute()
}

export async function setDelivered(db: Database, id: number) {
  await db.updateTable('push_subscriptions').set({ delivered_at: sql`now()` }).where('id', '=', id).execute()
}

/** The devices of these people that may make a sound now. Quiet hours may reach over midnight. */
export async function listAwakeDevices(
  db: Database,
  userIds: number[],
  timeZone: string,
  wish?: 'recorder_duty' | 'new_document',
): Promise<number[]> {
  const clock = sql`(now() at time zone ${timeZone})::time`
  const isQuiet = sql<boolean>`coalesce(case when quiet_from < quiet_until
    then ${clock} >= quiet_from and ${clock} < quiet_until
    else ${clock} >= quiet_from or ${clock} < quiet_until end, false)`
  const rows = await db
    .selectFrom('push_subscriptions')
    .leftJoin('push_wishes', 'push_wishes.user_id', 'push_subscriptions.user_id')
    .where('push_subscriptions.user_id', '=', sql<number>`any(${userIds}::int[])`)
    .where(sql<boolean>`not ${isQuiet}`)
    .$if(wish !== undefined, (query) =>
      query.where(sql<boolean>`coalesce(${sql.ref(`push_wishes.${wish}`)}, true)`),
    )
    .select('push_subscriptions.id')
    .orderBy('push_subscriptions.id')
    .execute()
  return rows.map(({ id }) => id)
}

export async function findWishes(db: Database, userId: number): Promise<PushWishes> {
  const wishes = await db
    .selectFrom('push_wishes')
    .where('user_id', '=', userId)
    .select(['quiet_from', 'quiet_until', 'recorder_duty', 'new_document'])
    .executeTakeFirst()
  return {
    quiet_from: wishes?.quiet_from?.slice(0, 5) ?? null,
    quiet_until: wishes?.quiet_until?.slice(0, 5) ?? null,
    recorder_duty: wishes?.recorder_duty ?? true,
    new_document: wishes?.new_document ?? true,
  }
}

export async function setWishes(db: Database, userId: number, wishes: PushWishes) {
  await db
    .insertInto('push_wishes')
    .values({ user_id: userId, ...wishes })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(wishes))
    .execute()
}
