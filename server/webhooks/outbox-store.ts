import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { WebhookEvent } from '#contract/webhooks.ts'
import type { Tx } from '#server/db/connect.ts'

export const DELIVER_JOB_KIND = 'webhooks.deliver'

/** Payload of each event: ids and names of things. Personal data and content have to be fetched with permission. */
type EventPayloads = {
  'document.filled_in': {
    document_id: number
    document_name: string
    user_id: number
    /** Only for handing in. */
    handed_in_at?: string
  }
  'times.sent': {
    happening_id: number
    happening_name: string
    subhappening_id: number
    subhappening_name: string
    /** Id of the user who sent the times. */
    user_id: number
    /** Number of entries that the planner accepted. */
    entries: number
  }
  'people.changed': { change: 'created' | 'changed' | 'removed'; user_ids: number[]; count: number }
}

/** Upper bound of listed ids; beyond it a receiver has to fetch the list. */
const MAX_LISTED_IDS = 1_000

export const peoplePayload = (
  change: EventPayloads['people.changed']['change'],
  ids: readonly number[],
): EventPayloads['people.changed'] => ({ change, user_ids: ids.slice(0, MAX_LISTED_IDS), count: ids.length })

type Timing = {
  /** Skipped while a pending delivery has the same key. */
  once?: string
  /** Delay in seconds, during which `once` applies. */
  seconds?: number
}

/**
 * Queues an event for all subscribed webhooks in the caller's transaction: the event is sent if and only if the
 * transaction commits. A single statement, which does nothing without webhooks.
 */
export async function queueWebhookEvent<E extends WebhookEvent>(
  tx: Tx,
  event: E,
  payload: EventPayloads[E],
  { once, seconds = 0 }: Timing = {},
) {
  await sql`with told as (
      insert into webhook_deliveries (webhook_id, event, body, once)
      select id, ${event}, ${bodyOf(event, payload)}, ${once ?? null} from webhooks
      where is_active and ${event} = any(events)
      on conflict (webhook_id, once) where tries = 0 and once is not null do nothing
      returning id, webhook_id)
    insert into jobs (kind, queue, key, payload, run_at)
    select ${DELIVER_JOB_KIND}, webhook_id::text, id::text, jsonb_build_object('delivery_id', id),
      now() + make_interval(secs => ${seconds}) from told`.execute(tx)
}

/** A test delivery, which is sent even if the webhook is switched off. */
export async function insertTestDelivery(tx: Tx, webhookId: number): Promise<number> {
  const { id } = await tx
    .insertInto('webhook_deliveries')
    .values({ webhook_id: webhookId, event: TEST_EVENT, body: bodyOf(TEST_EVENT, { probe: randomUUID() }) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
export const TEST_EVENT = 'test'

const bodyOf = (type: string, data: object) =>
  JSON.stringify({ type, timestamp: new Date().toISOString(), data })
