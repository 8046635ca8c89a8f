import type { FastifyInstance } from 'fastify'
import { webhooks } from '#contract/webhooks.ts'
import { done, serve } from '#server/http/serve.ts'
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
    make: async ({ caller, body }) => ({ ...done, ...(await makeWebhook(kontor, caller, body)) }),
    change: async ({ caller, params, body }) => {
      await changeWebhook(kontor, caller, params.webhook_id, body)
      return done
    },
    remove: async ({ caller, params }) => {
      await removeWebhook(kontor, caller, params.webhook_id)
      return done
    },
    test: async ({ caller, params }) => {
      await testWebhook(kontor, caller, params.webhook_id)
      return done
    },
    deliveries: ({ params }) => readDeliveries(kontor, params.webhook_id),
    resend: async ({ caller, params }) => {
      await resendDelivery(kontor, caller, params.webhook_id, params.delivery_id)
      return done
    },
  })
}
