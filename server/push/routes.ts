import type { FastifyInstance } from 'fastify'
import { push } from '#contract/push.ts'
import { inCallerTransaction } from '#server/auth/own-transaction.ts'
import { refuse } from '#server/http/errors.ts'
import { serve } from '#server/http/serve.ts'
import type { Kontor } from '#server/kontor.ts'
import { notify } from './notify.ts'
import { pushSentences } from './sentences.ts'
import { changePreferences, readDevices, readPreferences, removeDevice, subscribe } from './subscribe.ts'

/** Lifetime of a test notification, which is useless later. */
const TEST_SECONDS = 300

export function pushRoutes(app: FastifyInstance, kontor: Kontor) {
  serve(app, push, {
    subscribe: ({ caller, body, request }) => subscribe(kontor, caller, body, request.headers['user-agent']),
    devices: ({ caller }) => readDevices(kontor, caller),
    remove: ({ caller, params }) => removeDevice(kontor, caller, params.subscription_id),
    test: async ({ caller }) => {
      const test = {
        title: kontor.company.name,
        body: pushSentences.sample,
        path: '/ui/profile',
        tag: 'test',
      }
      const devices = await inCallerTransaction(kontor, caller, (tx) =>
        notify(tx, kontor, [caller.id], test, { lifetime: TEST_SECONDS }),
      )
      if (devices === 0) throw refuse('nobody_to_tell')
    },
    preferences: ({ caller }) => readPreferences(kontor, caller),
    setPreferences: ({ caller, body }) => changePreferences(kontor, caller, body),
  })
}
