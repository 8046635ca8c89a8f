import type { FastifyInstance } from 'fastify'
import { webhooks } from '#contract/webhooks.ts'
import { serve } from '#server/http/serve.ts'
import type { Kontor } from '#server/kontor.ts'
import {
  changeWebhook,
  makeWebhook,
  readDeliveries,
  readWebhooks,
  removeWebhook,
  resendDelivery,
  testWebhook,
} from './keep-webhooks.ts'

export function webhookRoutes(app: FastifyInstance, kontor: Kontor) {
  serve(app, webhooks, {
    list: () => readWebhooks(kontor),
    make: ({ caller, body }) => makeWebhook(kontor, caller, body),
    change: ({ caller, params, body }) => changeWebhook(kontor, caller, params.webhook_id, body),
    remove: ({ caller, params }) => removeWebhook(kontor, caller, params.webhook_id),
    test: ({ caller, params }) => testWebhook(kontor, caller, params.webhook_id),
    deliveries: ({ params }) => readDeliveries(kontor, params.webhook_id),
    resend: ({ caller, params }) => resendDelivery(kontor, caller, params.webhook_id, params.delivery_id),
  })
}
