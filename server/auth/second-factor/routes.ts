import type { FastifyInstance } from 'fastify'
import { factors } from '#contract/factors.ts'
import { serve } from '#server/http/serve.ts'
import type { Kontor } from '#server/kontor.ts'
import { beginCodeSetup, renewRecoveryCodes, turnOffCodes, turnOnCodes } from './set-up-codes.ts'
import { readCodeStatus } from './store.ts'

export function factorRoutes(app: FastifyInstance, kontor: Kontor) {
  serve(app, factors, {
    own: ({ caller }) => readCodeStatus(kontor.db, caller.id),
    begin: ({ caller }) => beginCodeSetup(kontor, caller),
    turnOn: ({ caller, body }) => turnOnCodes(kontor, caller, body.code),
    renewRecovery: async ({ caller }) => ({
      recovery_codes: await renewRecoveryCodes(kontor, caller),
    }),
    turnOff: ({ caller }) => turnOffCodes(kontor, caller),
  })
}
