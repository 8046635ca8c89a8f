import type { FastifyInstance } from 'fastify'
import { auth } from '#contract/auth.ts'
import { done, serve } from '#server/http/serve.ts'
import type { Kontor } from '#server/kontor.ts'
import { logIn } from './log-in.ts'
import { logOut } from './log-out.ts'

export function authRoutes(app: FastifyInstance, kontor: Kontor) {
  const { sessions } = app
  serve(app, auth, {
    login: async ({ body, request, reply }) => {
      sessions.giveCookie(reply, await logIn(kontor, { ...body, address: request.ip }))
      return done
    },
    logout: async ({ caller, reply }) => {
      if (caller) await logOut(kontor, caller)
      sessions.takeCookie(reply)
      // Images that the browser holds on to. "storage" would take the service worker along, which the next one needs.
      reply.header('clear-site-data', '"cache"')
      return done
    },
  })
}
