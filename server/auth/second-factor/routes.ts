import type { FastifyInstance } from 'fastify'
import { factors } from '#contract/factors.ts'
import { done, serve } from '#server/http/serve.ts'
import type { Kontor } from '#server/kontor.ts'
import { beginCodes, renewRecoveryCodes, turnOffCodes, turnOnCodes } from './set-up-codes.ts'
import { readCodes } from './store.ts'

export function factorRoutes(app: FastifyInstance, kontor: Kontor) {
  serve(app, factors, {
    own: ({ caller }) => readCodes(kontor.db, caller.id),
    begin: async ({ caller }) => ({ ...done, ...(await beginCodes(kontor, caller)) }),
    turnOn: async ({ caller, body }) => {
      await turnOnCodes(kontor, caller, body.code)
      return done
    },
    renewRecovery: async ({ caller }) => ({
      ...done,
      recovery_codes: await renewRecoveryCodes(kontor, caller),
    }),
    turnOff: async ({ caller }) => {
      await turnOffCodes(kontor, caller)
      return done
    },
  })
}
