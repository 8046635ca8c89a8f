import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { WebhookEvent } from '#contract/webhooks.ts'
import type { Tx } from '#server/db/connect.ts'

export const DELIVER = 'webhooks.deliver'

/**
 * What is told of each event: numbers, and the names of things. Who somebody is, or what they wrote, is asked by who
 * may.
 */
type Told = {
  'document.filled_in': {
    document_id: number
    document_name: string
    user_id: number
    /** Only where that is what has happened. */
    handed_in_at?: string
  }
  'times.sent': {
    happening_id: number
    happening_name: string
    subhappening_id: number
    subhappening_name: string
    /** Who has sent them, and how many entries the planner has taken. */
    user_id: number
    entries: number
  }
  'people.changed': { change: 'created' | 'changed' | 'removed'; user_ids: number[]; count: number }
}

/** So many people are named one by one; beyond that a receiver asks for the list. */
const MOST_NAMED = 1_000

export const peopleTold = (
  change: Told['people.changed']['change'],
  ids: readonly number[],
): Told['people.changed'] => ({ change, user_ids: ids.slice(0, MOST_NAMED), count: ids.length })

type Timing = {
  /** While one with this name has not gone out, another one is none. */
  once?: string
  /** Until then. */
  seconds?: number
}

/**
 * Tells the webhooks that want to hear of it, in the transaction in which it happens: what is committed is on its
 * way, and what is not was never told. One statement, of which nothing is left where no webhook is.
 */
export async function tellWebhooks<E extends WebhookEvent>(
  tx: Tx,
  event: E,
  told: Told[E],
  { once, seconds = 0 }: Timing = {},
) {
  await sql`with told as (
      insert into webhook_deliveries (webhook_id, event, body, once)
      select id, ${event}, ${bodyOf(event, told)}, ${once ?? null} from webhooks
      where is_active and ${event} = any(events)
      on conflict (webhook_id, once) where tries = 0 and once is not null do nothing
      returning id, webhook_id)
    insert into jobs (kind, queue, key, payload, run_at)
    select ${DELIVER}, webhook_id::text, id::text, jsonb_build_object('delivery_id', id),
      now() + make_interval(secs => ${seconds}) from told`.execute(tx)
}

/** A trial for one of them, which goes out also where it is switched off for the rest. */
export async function insertTest(tx: Tx, webhookId: number): Promise<number> {
  const { id } = await tx
    .insertInto('webhook_deliveries')
    .values({ webhook_id: webhookId, event: TEST, body: bodyOf(TEST, { probe: randomUUID() }) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
export const TEST = 'test'

const bodyOf = (type: string, data: object) =>
  JSON.stringify({ type, timestamp: new Date().toISOString(), data })
