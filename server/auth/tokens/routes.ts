import type { FastifyInstance } from 'fastify'
import { tokens } from '#contract/tokens.ts'
import { serve } from '#server/http/serve.ts'
import type { Kontor } from '#server/kontor.ts'
import { makeToken, revokeToken } from './keep-tokens.ts'
import { listTokens } from './store.ts'

export function tokenRoutes(app: FastifyInstance, kontor: Kontor) {
  serve(app, tokens, {
    list: async () => ({ items: await listTokens(kontor.db) }),
    make: ({ caller, body }) => makeToken(kontor, caller, body),
    revoke: ({ caller, params }) => revokeToken(kontor, caller, params.token_id),
  })
}
