import type { FastifyInstance, FastifyRequest } from 'fastify'
import { passkeys } from '#contract/factors.ts'
import { done, serve } from '#server/http/serve.ts'
import type { Kontor } from '#server/kontor.ts'
import { isSecure } from '../sessions.ts'
import { browserOf, nameBrowser } from './browser-cookie.ts'
import { addPasskey, beginPasskey, readPasskeys, removePasskey, renamePasskey } from './keep-passkeys.ts'
import { askForPasskey, logInByPasskey } from './log-in-by-passkey.ts'
import { placeOf } from './place.ts'

export function passkeyRoutes(app: FastifyInstance, kontor: Kontor) {
  const { sessions } = app
  const isHostOnly = isSecure(kontor.config)
  const whereOf = (request: FastifyRequest) => ({
    place: placeOf(kontor.config, request),
    browserHash: browserOf(request, isHostOnly),
  })
  serve(app, passkeys, {
    list: async ({ caller, request }) => ({
      is_possible: placeOf(kontor.config, request) !== undefined,
      items: await readPasskeys(kontor, caller.id),
    }),
    begin: async ({ caller, request, reply }) => {
      const browserHash = nameBrowser(request, reply, isHostOnly)
      const options = await beginPasskey(kontor, caller, { ...whereOf(request), browserHash })
      return { ...done, options }
    },
    add: async ({ caller, body, request }) => ({
      ...done,
      passkey_id: await addPasskey(kontor, caller, { ...body, ...whereOf(request) }),
    }),
    rename: async ({ caller, params, body }) => {
      await renamePasskey(kontor, caller, params.passkey_id, body.name)
      return done
    },
    remove: async ({ caller, params }) => {
      await removePasskey(kontor, caller, params.passkey_id)
      return done
    },
    ask: async ({ request, reply }) => {
      const browserHash = nameBrowser(request, reply, isHostOnly)
      const asked = { ...whereOf(request), browserHash, address: request.address }
      return { ...done, options: await askForPasskey(kontor, asked) }
    },
    logIn: async ({ body, request, reply }) => {
      const token = await logInByPasskey(kontor, {
        ...body,
        ...whereOf(request),
        ...sessions.arrivalOf(request),
      })
      sessions.begin(reply, token)
      return done
    },
  })
}
