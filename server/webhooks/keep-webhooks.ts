// Administration of webhooks: target, events, on or off, and the log of deliveries.
import { randomBytes } from 'node:crypto'
import type { Webhook, WebhookDelivery, WebhookEvent } from '#contract/webhooks.ts'
import { audit } from '#server/audit/audit.ts'
import type { Caller } from '#server/caller.ts'
import type { Tx } from '#server/db/connect.ts'
import { refuse, refuseInvalid } from '#server/http/errors.ts'
import type { Serialisable } from '#server/http/serve.ts'
import { insertJob } from '#server/jobs/store.ts'
import type { Kontor } from '#server/kontor.ts'
import { aboutJobs } from '#server/live/facts.ts'
import { changed, inTransaction } from '#server/live/news.ts'
import { destinationOf, hostOf } from './destination.ts'
import { DELIVER_JOB_KIND, insertTestDelivery } from './outbox-store.ts'
import { webhookSentences } from './sentences.ts'
import { secretText } from './sign.ts'
import {
  countWebhooks,
  deleteWebhook,
  getWebhook,
  hasDelivery,
  insertWebhook,
  listDeliveries,
  listWebhooks,
  restartDelivery,
  setWebhook,
} from './store.ts'

const MAX_WEBHOOKS = 20
const SECRET_BYTES = 32

export async function readWebhooks({ db }: Kontor): Promise<{ items: Serialisable<Webhook>[] }> {
  const rows = await listWebhooks(db)
  return {
    items: rows.map(({ state, tried_at, status, problem, ...webhook }) => ({
      ...webhook,
      last: state === null ? null : { state, tried_at, status, problem },
    })),
  }
}

type NewWebhook = { address: string; events: WebhookEvent[] }

export function makeWebhook(kontor: Kontor, by: Caller, { address, events: named }: NewWebhook) {
  const events = [...new Set(named)]
  const destination = checkAddress(kontor, address)
  const secret = randomBytes(SECRET_BYTES)
  return inTransaction(kontor, async (tx) => {
    const webhook_id = await insertWebhook(tx, { address: destination, events, secret })
    if ((await countWebhooks(tx)) > MAX_WEBHOOKS) throw refuse('too_many_webhooks')
    await audit(tx, by.id, 'webhook.make', { webhook_id, address: hostOf(destination), events })
    return { webhook_id, secret: secretText(secret) }
  })
}

type WebhookChanges = {
  address?: string | undefined
  events?: WebhookEvent[] | undefined
  is_active?: boolean | undefined
}

export function changeWebhook(
  kontor: Kontor,
  by: Caller,
  id: number,
  { address, events, ...others }: WebhookChanges,
) {
  const changes = {
    ...others,
    events: events && [...new Set(events)],
    address: address === undefined ? undefined : checkAddress(kontor, address),
  }
  return inTransaction(kontor, async (tx) => {
    const present = await setWebhook(tx, id, changes)
    if (!present) throw refuse('not_found')
    const said = { ...present, address: hostOf(present.address) }
    await audit(tx, by.id, 'webhook.change', { webhook_id: id, ...said })
  })
}

export function removeWebhook(kontor: Kontor, by: Caller, id: number) {
  return inTransaction(kontor, async (tx) => {
    const gone = await deleteWebhook(tx, id)
    if (!gone) throw refuse('not_found')
    await audit(tx, by.id, 'webhook.remove', { webhook_id: id, address: hostOf(gone.address) })
  })
}

/** Sent at once, even if the webhook is switched off. */
export function testWebhook(kontor: Kontor, by: Caller, id: number) {
  return inTransaction(kontor, async (tx) => {
    const webhook = await getWebhook(tx, id)
    await queueDelivery(tx, id, await insertTestDelivery(tx, id))
    await audit(tx, by.id, 'webhook.test', { webhook_id: id, address: hostOf(webhook.address) })
  })
}

export async function readDeliveries(
  { db }: Kontor,
  webhookId: number,
): Promise<{ items: Serialisable<WebhookDelivery>[] }> {
  await getWebhook(db, webhookId)
  return { items: await listDeliveries(db, webhookId) }
}

/** Sends a delivery again with the same message id, so that a receiver can detect the repetition. */
export function resendDelivery(kontor: Kontor, by: Caller, webhookId: number, id: number) {
  return inTransaction(kontor, async (tx) => {
    const webhook = await getWebhook(tx, webhookId)
    if (!(await hasDelivery(tx, webhookId, id))) throw refuse('not_found')
    if (!webhook.is_active) throw refuse('webhook_is_off')
    if (!(await restartDelivery(tx, webhookId, id))) throw refuse('delivery_waits')
    await queueDelivery(tx, webhookId, id)
    await audit(tx, by.id, 'webhook.resend', { webhook_id: webhookId, address: hostOf(webhook.address) })
  })
}

async function queueDelivery(tx: Tx, webhookId: number, id: number) {
  const job = {
    kind: DELIVER_JOB_KIND,
    queue: String(webhookId),
    key: String(id),
    payload: { delivery_id: id },
  }
  // The last job of this delivery is still finishing. Without a new job the delivery would wait for ever.
  if (!(await insertJob(tx, job))) throw refuse('delivery_waits')
  changed(tx, aboutJobs)
}

/** Returns the address as it is stored. Only its form is checked here; DNS is checked at each delivery. */
function checkAddress({ config }: Kontor, typed: string): string {
  const address = typed.trim()
  if (destinationOf(address, config.webhookPrivateHosts)) return address
  throw refuseInvalid(['body', 'address'], webhookSentences.addressUnfit)
}
