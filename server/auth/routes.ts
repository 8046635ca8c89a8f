import type { FastifyInstance } from 'fastify'
import { auth } from '#contract/auth.ts'
import { serve } from '#server/http/serve.ts'
import type { Kontor } from '#server/kontor.ts'
import { confirmPassword } from './confirm-password.ts'
import { endSession, endSessions, logOut, readSessions } from './end-sessions.ts'
import { logIn } from './log-in.ts'

export function authRoutes(app: FastifyInstance, kontor: Kontor) {
  const { sessions } = app
  serve(app, auth, {
    login: async ({ body, request, reply }) => {
      const token = await logIn(kontor, {
        ...body,
        ...sessions.arrivalOf(request),
      })
      sessions.begin(reply, token)
    },
    logout: async ({ caller, reply }) => {
      if (caller) await logOut(kontor, caller)
      sessions.clearCookie(reply)
      // Clears cached images. "storage" would also remove the service worker, which the next person needs.
      reply.header('clear-site-data', '"cache"')
    },
    confirm: ({ caller, body, request }) => confirmPassword(kontor, caller, body.password, request.address),
    sessions: ({ caller }) => readSessions(kontor, caller),
    endSession: ({ caller, params }) => endSession(kontor, caller, params.session_id),
    endOtherSessions: ({ caller }) => endSessions(kontor, caller),
  })
}
