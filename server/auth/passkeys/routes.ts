import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { passkeys } from '#contract/factors.ts'
import { createBrowserSecret } from '#server/http/access.ts'
import { serve } from '#server/http/serve.ts'
import type { Kontor } from '#server/kontor.ts'
import { hashToken, isPublicUrlHttps, newToken } from '../sessions.ts'
import { addPasskey, beginPasskeyCreation, removePasskey, renamePasskey } from './keep-passkeys.ts'
import { beginPasskeyLogin, logInByPasskey } from './log-in-by-passkey.ts'
import { relyingPartyOf } from './relying-party.ts'
import { CHALLENGE_LIFETIME_SECONDS, listPasskeys } from './store.ts'

export function passkeyRoutes(app: FastifyInstance, kontor: Kontor) {
  const { sessions } = app
  // Cookie that binds a challenge to the browser that requested it. Several windows of a browser share the cookie.
  const secret = createBrowserSecret('passkey', {
    seconds: CHALLENGE_LIFETIME_SECONDS,
    isSecure: isPublicUrlHttps(kontor.config),
  })
  const whereOf = (request: FastifyRequest) => {
    const token = secret.read(request.headers.cookie)
    return {
      party: relyingPartyOf(kontor.config, request),
      browserHash: token === undefined ? undefined : hashToken(token),
    }
  }
  const beginIn = (request: FastifyRequest, reply: FastifyReply) => {
    const token = secret.read(request.headers.cookie) ?? newToken()
    secret.give(reply, token)
    return { party: relyingPartyOf(kontor.config, request), browserHash: hashToken(token) }
  }
  serve(app, passkeys, {
    list: async ({ caller, request }) => ({
      is_possible: relyingPartyOf(kontor.config, request) !== undefined,
      items: await listPasskeys(kontor.db, caller.id),
    }),
    begin: async ({ caller, request, reply }) => {
      const options = await beginPasskeyCreation(kontor, caller, beginIn(request, reply))
      return { options }
    },
    add: async ({ caller, body, request }) => ({
      passkey_id: await addPasskey(kontor, caller, { ...body, ...whereOf(request) }),
    }),
    rename: ({ caller, params, body }) => renamePasskey(kontor, caller, params.passkey_id, body.name),
    remove: ({ caller, params }) => removePasskey(kontor, caller, params.passkey_id),
    ask: async ({ request, reply }) => {
      const options = await beginPasskeyLogin(kontor, {
        ...beginIn(request, reply),
        address: request.address,
      })
      return { options }
    },
    logIn: async ({ body, request, reply }) => {
      const token = await logInByPasskey(kontor, {
        ...body,
        ...whereOf(request),
        ...sessions.arrivalOf(request),
      })
      sessions.begin(reply, token)
    },
  })
}
