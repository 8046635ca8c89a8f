// Default deny: a route that does not say who may call it keeps the server from starting.
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Access } from '#contract/endpoint.ts'
import type { Caller } from '#server/caller.ts'
import { tokenIn } from './credentials.ts'
import { Refused, refuse } from './errors.ts'

/** Says in an answer for whom it is: a user's id. */
const WHOSE = 'kontor-user'

declare module 'fastify' {
  interface FastifyContextConfig {
    may?: Access
    beforeFactor?: boolean
    /** A token needs one of these; without any no token reaches the route. */
    scopes?: readonly string[]
    polled?: boolean
    tooLarge?: string
    mostValues?: number
  }
  interface FastifyInstance {
    callers: Callers
  }
  interface FastifyRequest {
    caller: Caller | undefined
  }
}

/** Finds out who makes a call: auth/sessions.ts. */
export type Callers = {
  callerOf(request: FastifyRequest, reply: FastifyReply): Promise<Caller | undefined>
  /** From memory alone, before anything is done for the call. */
  known(headers: IncomingHttpHeaders): Caller | undefined
  /** Read anew: the news of their end may still be on its way. */
  isGone(caller: Caller): Promise<boolean>
}

const allows: Record<Access, (caller: Caller) => boolean> = {
  everyone: () => true,
  staff: () => true,
  happenings: (caller) => caller.may_see_happenings,
  admin: (caller) => caller.is_admin,
}

export function guardAccess(app: FastifyInstance, callers: Callers) {
  app.decorate('callers', callers)
  app.decorateRequest('caller', undefined)
  app.addHook('onRoute', ({ method, url, config }) => {
    if (!config?.may) throw new Error(`${String(method)} ${url} names no permission`)
  })
  const admit = (request: FastifyRequest, reply: FastifyReply, done: Done) => {
    // Where no route was found the answer is Not Found, for everyone alike.
    const { may = 'everyone' } = request.routeOptions.config
    // Open to all, also to somebody whose cookies are in disorder: the way to a new login. A token says nothing here.
    if (may === 'everyone' && tokenIn(request.headers) !== undefined) return done()
    const begin = (caller: Caller | undefined) => {
      request.caller = caller
      done(may === 'everyone' ? undefined : refusalFor(request, reply, may))
    }
    const known = callers.known(request.headers)
    if (known) return begin(known)
    callers.callerOf(request, reply).then(begin, (error: Error) => {
      if (may === 'everyone' && error instanceof Refused) begin(undefined)
      else done(error)
    })
  }
  app.addHook('onRequest', admit)
  // A body may take half a minute to arrive: whoever has lost a right meanwhile does nothing with it any more.
  app.addHook('preValidation', (request, reply, done) => {
    if (bodiless.has(request.method)) done()
    else admit(request, reply, done)
  })
}

type Done = (error?: Error) => void

function refusalFor({ caller, routeOptions }: FastifyRequest, reply: FastifyReply, may: Access) {
  const { beforeFactor = false, scopes = [] } = routeOptions.config
  if (!caller) return refuse('unauthorized')
  // A page that another window has signed out of knows by it that the answer is not for the person it shows.
  reply.header(WHOSE, String(caller.id))
  const { token } = caller
  if (token && !scopes.some((scope) => token.scopes.includes(scope))) return refuse('token_scope')
  if (!allows[may](caller)) return refuse('forbidden')
  return caller.must_add_factor && !beforeFactor ? refuse('factor_missing') : undefined
}

/** The framework reads no body of these. */
const bodiless = new Set(['GET', 'HEAD'])
