import type { FastifyInstance } from 'fastify'
import { auth } from '#contract/auth.ts'
import { done, serve } from '#server/http/serve.ts'
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
      return done
    },
    logout: async ({ caller, reply }) => {
      if (caller) await logOut(kontor, caller)
      sessions.takeCookie(reply)
      // Clears cached images. "storage" would also remove the service worker, which the next person needs.
      reply.header('clear-site-data', '"cache"')
      return done
    },
    confirm: async ({ caller, body, request }) => {
      await confirmPassword(kontor, caller, body.password, request.address)
      return done
    },
    sessions: ({ caller }) => readSessions(kontor, caller),
    endSession: async ({ caller, params }) => {
      await endSession(kontor, caller, params.session_id)
      return done
    },
    endOtherSessions: async ({ caller }) => {
      await endSessions(kontor, caller)
      return done
    },
  })
}
