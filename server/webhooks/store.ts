import { sql } from 'kysely'
import type { WebhookEvent } from '#contract/webhooks.ts'
import { exists, hasUpdated } from '#server/db/affected.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { notFound } from '#server/http/errors.ts'
import { countRows } from '#server/lists/list-store.ts'
import { DELIVER_JOB_KIND, TEST_EVENT } from './outbox-store.ts'

export function listWebhooks(db: Database) {
  return db
    .selectFrom('webhooks')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('webhook_deliveries')
          .whereRef('webhook_id', '=', 'webhooks.id')
          .where('tries', '>', 0)
          .select(['state', 'tried_at', 'status', 'problem'])
          .orderBy('tried_at', 'desc')
          .limit(1)
          .as('last'),
      (join) => join.onTrue(),
    )
    .select([
      'webhooks.id',
      'webhooks.address',
      sql<WebhookEvent[]>`webhooks.events`.as('events'),
      'webhooks.is_active',
      'webhooks.made_at',
      'webhooks.switched_off_at',
      sql<number>`(select count(*)::int from webhook_deliveries
        where webhook_id = webhooks.id and state = 'waiting')`.as('waiting'),
      'last.state',
      'last.tried_at',
      'last.status',
      'last.problem',
    ])
    .orderBy('webhooks.id')
    .execute()
}

export const countWebhooks = (tx: Tx) => countRows(tx.selectFrom('webhooks'))

export async function insertWebhook(
  tx: Tx,
  webhook: { address: string; events: string[]; secret: Buffer },
): Promise<number> {
  const { id } = await tx.insertInto('webhooks').values(webhook).returning('id').executeTakeFirstOrThrow()
  return id
}

type WebhookChanges = {
  address?: string | undefined
  events?: string[] | undefined
  is_active?: boolean | undefined
}

/** Switching on resets the failure state. Returns the new state; undefined if it does not exist. */
export function setWebhook(tx: Tx, id: number, { address, events, is_active }: WebhookChanges) {
  return tx
    .updateTable('webhooks')
    .set({
      address: address ?? sql<string>`address`,
      events: events ?? sql<string[]>`events`,
      ...(is_active !== undefined && { is_active, switched_off_at: null }),
    })
    .where('id', '=', id)
    .returning(['address', 'events', 'is_active'])
    .executeTakeFirst()
}

/** Cascades to deliveries, whose jobs then do nothing. */
export function deleteWebhook(tx: Tx, id: number) {
  return tx.deleteFrom('webhooks').where('id', '=', id).returning('address').executeTakeFirst()
}

export const getWebhook = (db: Database, id: number) =>
  db
    .selectFrom('webhooks')
    .where('id', '=', id)
    .select(['address', 'is_active'])
    .executeTakeFirstOrThrow(notFound)

const MAX_DELIVERIES_SHOWN = 100

export function listDeliveries(db: Database, webhookId: number) {
  return db
    .selectFrom('webhook_deliveries')
    .leftJoin('jobs', (join) =>
      join
        .on('jobs.kind', '=', DELIVER_JOB_KIND)
        .on('jobs.key', '=', sql<string>`webhook_deliveries.id::text`)
        .on('webhook_deliveries.state', '=', 'waiting'),
    )
    .where('webhook_id', '=', webhookId)
    .select([
      'webhook_deliveries.id',
      'webhook_deliveries.event',
      'webhook_deliveries.made_at',
      'webhook_deliveries.state',
      'webhook_deliveries.tries',
      'webhook_deliveries.tried_at',
      'webhook_deliveries.status',
      'webhook_deliveries.problem',
      'jobs.run_at as next_at',
    ])
    .orderBy('webhook_deliveries.id', 'desc')
    .limit(MAX_DELIVERIES_SHOWN)
    .execute()
}

/** Counts an attempt and returns its data; undefined if there is nothing left to send. */
export async function beginTry(db: Database, id: number) {
  const { rows } = await sql<{
    webhook_id: number
    message_id: string
    body: string
    tries: number
    address: string
    secret: Buffer
    is_wanted: boolean
  }>`update webhook_deliveries as delivery set tries = tries + 1, tried_at = now()
    from webhooks where delivery.id = ${id} and state = 'waiting' and webhooks.id = webhook_id
    returning webhook_id, message_id, body, tries, address, secret, is_active or event = ${TEST_EVENT} as is_wanted`.execute(
    db,
  )
  return rows[0]
}

export async function setOutcome(
  db: Database,
  id: number,
  outcome: { state: 'waiting' | 'delivered' | 'failed'; status?: number | null; problem?: string | null },
) {
  await db.updateTable('webhook_deliveries').set(outcome).where('id', '=', id).execute()
}

/** Restarts a delivery under the same id. False if it is pending or missing. */
export async function restartDelivery(tx: Tx, webhookId: number, id: number): Promise<boolean> {
  return hasUpdated(
    tx
      .updateTable('webhook_deliveries')
      .set({ state: 'waiting', problem: null, status: null, once: null })
      .where('id', '=', id)
      .where('webhook_id', '=', webhookId)
      .where('state', '<>', 'waiting'),
  )
}

export const hasDelivery = (db: Database, webhookId: number, id: number) =>
  exists(db.selectFrom('webhook_deliveries').where('id', '=', id).where('webhook_id', '=', webhookId))

/**
 * Switches the webhook of a failed delivery off, unless another delivery has succeeded since this one was
 * created. Returns the webhook if it was switched off.
 */
export async function switchOff(tx: Tx, deliveryId: number) {
  const { rows } = await sql<{ id: number; address: string }>`
    update webhooks set is_active = false, switched_off_at = now()
    from webhook_deliveries as given
    where given.id = ${deliveryId} and given.event <> ${TEST_EVENT} and webhooks.id = given.webhook_id and is_active
      and not exists (select from webhook_deliveries as other where other.webhook_id = webhooks.id
        and other.state = 'delivered' and other.tried_at > given.made_at)
    returning webhooks.id, webhooks.address`.execute(tx)
  return rows[0]
}

const KEPT_DAYS = 30

/** Finished deliveries only. */
export async function deleteOldDeliveries(db: Database) {
  await db
    .deleteFrom('webhook_deliveries')
    .where('state', '<>', 'waiting')
    .where('made_at', '<', sql<Date>`now() - make_interval(days => ${KEPT_DAYS})`)
    .execute()
}
