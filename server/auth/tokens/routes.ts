import type { FastifyInstance } from 'fastify'
import { tokens } from '#contract/tokens.ts'
import { done, serve } from '#server/http/serve.ts'
import type { Kontor } from '#server/kontor.ts'
import { makeToken, readTokens, revokeToken } from './keep-tokens.ts'

export function tokenRoutes(app: FastifyInstance, kontor: Kontor) {
  serve(app, tokens, {
    list: () => readTokens(kontor),
    make: async ({ caller, body }) => ({ ...done, ...(await makeToken(kontor, caller, body)) }),
    revoke: async ({ caller, params }) => {
      await revokeToken(kontor, caller, params.token_id)
      return done
    },
  })
}
