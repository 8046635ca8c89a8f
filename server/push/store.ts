import { sql } from 'kysely'
import type { ChatKind } from '#contract/chat.ts'
import type { PushPreferences } from '#contract/push.ts'
import { exists, hasDeleted } from '#server/db/affected.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import type { ServerKeys } from './vapid.ts'

const KEYS_NAME = 'push'
const MAX_DEVICES = 20

/**
 * Returns the key pair of all nodes, and generates it if it is missing. If two nodes generate one, the first is
 * stored and both use it.
 */
export async function ensureKeys(db: Database, fresh: () => ServerKeys): Promise<ServerKeys> {
  const stored = await findKeys(db)
  if (stored) return stored
  await db
    .insertInto('server_keys')
    .values({ name: KEYS_NAME, ...fresh() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return (await findKeys(db)) as ServerKeys
}

const findKeys = (db: Database) =>
  db
    .selectFrom('server_keys')
    .where('name', '=', KEYS_NAME)
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

/** An endpoint belongs to the person who signed in last on its device. */
export async function putSubscription(tx: Tx, subscription: Subscription) {
  await tx
    .insertInto('push_subscriptions')
    .values(subscription)
    .onConflict((conflict) => conflict.column('endpoint').doUpdateSet(subscription))
    .execute()
  await sql`delete from push_subscriptions where id in (
    select id from push_subscriptions where user_id = ${subscription.user_id}
    order by created_at desc, id desc offset ${MAX_DEVICES})`.execute(tx)
}

export const hasSubscription = (tx: Tx, userId: number, endpoint: string) =>
  exists(tx.selectFrom('push_subscriptions').where('endpoint', '=', endpoint).where('user_id', '=', userId))

export function listDevices(db: Database, userId: number) {
  return db
    .selectFrom('push_subscriptions')
    .where('user_id', '=', userId)
    .select(['id', 'device', 'created_at', 'delivered_at', 'session_id'])
    .orderBy('id', 'desc')
    .execute()
}

export async function deleteDevice(db: Database, userId: number, id: number): Promise<boolean> {
  return hasDeleted(db.deleteFrom('push_subscriptions').where('user_id', '=', userId).where('id', '=', id))
}

/** The device, if it still belongs to this active person and session and is outside quiet hours. */
export function findSubscription(db: Database, userId: number, id: number, timeZone: string) {
  return db
    .selectFrom('push_subscriptions')
    .innerJoin('sessions', 'sessions.id', 'push_subscriptions.session_id')
    .innerJoin('users', 'users.id', 'push_subscriptions.user_id')
    .leftJoin('push_wishes', 'push_wishes.user_id', 'push_subscriptions.user_id')
    .where('push_subscriptions.id', '=', id)
    .where('push_subscriptions.user_id', '=', userId)
    .where('sessions.expires_at', '>', sql<Date>`now()`)
    .where('users.is_active', '=', true)
    .where(awakeCondition(timeZone))
    .select(['push_subscriptions.id', 'endpoint', 'p256dh', 'auth'])
    .executeTakeFirst()
}

export type MessageRef = { kind: ChatKind; room_id: number; message_id: number }

export async function forgetSubscription(db: Database, id: number) {
  await db.deleteFrom('push_subscriptions').where('id', '=', id).execute()
}

export async function setDelivered(db: Database, id: number) {
  await db.updateTable('push_subscriptions').set({ delivered_at: sql`now()` }).where('id', '=', id).execute()
}

/** True outside quiet hours. They may span midnight, and cover the whole day if both bounds are equal. */
function awakeCondition(timeZone: string) {
  const clock = sql`(now() at time zone ${timeZone})::time`
  return sql<boolean>`not coalesce(case when quiet_from < quiet_until
    then ${clock} >= quiet_from and ${clock} < quiet_until
    else ${clock} >= quiet_from or ${clock} < quiet_until end, false)`
}

/** Kinds of notifications that each person can turn off. By default all are on. */
export type NotificationKind = 'recorder_duty' | 'missing_times' | 'new_document'

export type PushTarget = { endpoint: string; p256dh: string; auth: string }

/**
 * Devices of these people outside quiet hours, in a stable order. `wish`: only of people who have enabled this
 * kind.
 */
export function listAwakeDevices(
  db: Database,
  { userIds, timeZone, wish }: { userIds: number[]; timeZone: string; wish: NotificationKind | undefined },
) {
  return db
    .selectFrom('push_subscriptions as devices')
    .leftJoin('push_wishes', 'push_wishes.user_id', 'devices.user_id')
    .where('devices.user_id', '=', sql<number>`any(${userIds}::int[])`)
    .where(awakeCondition(timeZone))
    .$if(wish !== undefined, (query) =>
      query.where(sql<boolean>`coalesce(${sql.ref(`push_wishes.${wish as NotificationKind}`)}, true)`),
    )
    .select(['devices.id', 'devices.user_id', 'endpoint', 'p256dh', 'auth'])
    .orderBy('devices.id')
    .execute()
}

export async function findPreferences(db: Database, userId: number): Promise<PushPreferences> {
  const preferences = await db
    .selectFrom('push_wishes')
    .where('user_id', '=', userId)
    .select(['quiet_from', 'quiet_until', 'recorder_duty', 'missing_times', 'new_document'])
    .executeTakeFirst()
  return {
    quiet_from: preferences?.quiet_from?.slice(0, 5) ?? null,
    quiet_until: preferences?.quiet_until?.slice(0, 5) ?? null,
    recorder_duty: preferences?.recorder_duty ?? true,
    missing_times: preferences?.missing_times ?? true,
    new_document: preferences?.new_document ?? true,
  }
}

/** Absent settings stay unchanged. */
export type PreferenceChanges = Omit<PushPreferences, 'missing_times'> &
  Partial<Pick<PushPreferences, 'missing_times'>>

export async function setPreferences(db: Database, userId: number, preferences: PreferenceChanges) {
  await db
    .insertInto('push_wishes')
    .values({ user_id: userId, ...preferences })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(preferences))
    .execute()
}
