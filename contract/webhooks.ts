// Webhooks: events are delivered to an address that an administrator has set, signed by „Standard Webhooks“
// (webhook-id, webhook-timestamp, webhook-signature).
import { type Static, Type } from 'typebox'
import { del, get, patch, post } from './endpoint.ts'
import { Body, DateTime, Id, Nullable, OneOf, SuccessAnswer, SuccessAnswerWith } from './shapes.ts'
import { webhookEvents } from './words/webhooks.ts'

const Event = OneOf(webhookEvents, { title: 'WebhookEvent' })
export type WebhookEvent = Static<typeof Event>
const Events = Type.Array(Event, { minItems: 1, maxItems: webhookEvents.length })
const Address = Type.String({ minLength: 1, maxLength: 1_000 })

const outcomeFields = {
  /** A waiting delivery is retried automatically. */
  state: OneOf(['waiting', 'delivered', 'failed'], { title: 'WebhookState' }),
  tried_at: Nullable(DateTime),
  /** HTTP status of the receiver; null if there was no answer. */
  status: Nullable(Type.Integer()),
  /** Reason of the failure, as a German sentence. */
  problem: Nullable(Type.String()),
}

export const Webhook = Type.Object(
  {
    id: Id,
    address: Type.String(),
    events: Type.Array(Event),
    is_active: Type.Boolean(),
    made_at: DateTime,
    /** Switched off automatically after a day without a successful delivery. */
    switched_off_at: Nullable(DateTime),
    /** Number of pending deliveries. */
    waiting: Type.Integer(),
    /** The latest attempt. */
    last: Nullable(Type.Object(outcomeFields)),
  },
  { title: 'Webhook' },
)
export type Webhook = Static<typeof Webhook>

export const WebhookDelivery = Type.Object(
  {
    id: Id,
    /** One of the events, or `test`. */
    event: Type.String(),
    made_at: DateTime,
    ...outcomeFields,
    tries: Type.Integer(),
    /** Time of the next attempt. */
    next_at: Nullable(DateTime),
  },
  { title: 'WebhookDelivery' },
)
export type WebhookDelivery = Static<typeof WebhookDelivery>

const WebhookParams = Type.Object({ webhook_id: Id })

export const webhooks = {
  list: get('/webhooks/', {
    shedFirst: true,
    says: 'Die Webhooks, und wie ihre letzte Zustellung ausging',
    may: 'admin',
    answer: Type.Object({ items: Type.Array(Webhook) }),
  }),
  make: post('/webhooks/', {
    says: 'Einen Webhook anlegen; das Geheimnis seiner Signaturen steht nur in dieser Antwort',
    may: 'admin',
    confirmed: true,
    limit: 'webhooks',
    body: Body({ address: Address, events: Events }),
    answer: SuccessAnswerWith({ webhook_id: Id, secret: Type.String() }),
  }),
  change: patch('/webhooks/{webhook_id}/', {
    says: 'Adresse und Ereignisse eines Webhooks ändern, ihn aus- und einschalten',
    may: 'admin',
    confirmed: true,
    limit: 'webhooks',
    params: WebhookParams,
    body: Body({
      address: Type.Optional(Address),
      events: Type.Optional(Events),
      is_active: Type.Optional(Type.Boolean()),
    }),
    answer: SuccessAnswer,
  }),
  remove: del('/webhooks/{webhook_id}/', {
    says: 'Einen Webhook löschen, mit dem, was noch zuzustellen ist',
    may: 'admin',
    params: WebhookParams,
    answer: SuccessAnswer,
  }),
  test: post('/webhooks/{webhook_id}/test/', {
    says: 'Einem Webhook sofort eine Probe zustellen',
    may: 'admin',
    limit: 'webhooks',
    params: WebhookParams,
    answer: SuccessAnswer,
  }),
  deliveries: get('/webhooks/{webhook_id}/deliveries/', {
    shedFirst: true,
    says: 'Die letzten hundert Zustellungen eines Webhooks',
    may: 'admin',
    params: WebhookParams,
    answer: Type.Object({ items: Type.Array(WebhookDelivery) }),
  }),
  resend: post('/webhooks/{webhook_id}/deliveries/{delivery_id}/resend/', {
    says: 'Eine Zustellung noch einmal senden, unter derselben Nummer',
    may: 'admin',
    limit: 'webhooks',
    params: Type.Object({ webhook_id: Id, delivery_id: Id }),
    answer: SuccessAnswer,
  }),
}
