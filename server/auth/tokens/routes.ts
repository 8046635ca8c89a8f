import type { FastifyInstance } from 'fastify'
import { tokens } from '#contract/tokens.ts'
import { serve } from '#server/http/serve.ts'
import type { Kontor } from '#server/kontor.ts'
import { makeToken, readTokens, revokeToken } from './keep-tokens.ts'

export function tokenRoutes(app: FastifyInstance, kontor: Kontor) {
  serve(app, tokens, {
    list: () => readTokens(kontor),
    make: ({ caller, body }) => makeToken(kontor, caller, body),
    revoke: ({ caller, params }) => revokeToken(kontor, caller, params.token_id),
  })
}
