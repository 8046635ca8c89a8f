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

const nobodyIfRefused = (error: unknown) => {
  if (error instanceof Refused) return undefined
  throw error
}

export function guardAccess(app: FastifyInstance, callers: Callers) {
  app.decorate('callers', callers)
  app.decorateRequest('caller', undefined)
  const admit = async (request: FastifyRequest, reply: FastifyReply) => {
    // Where no route was found the answer is Not Found, for everyone alike.
    const { may = 'everyone', beforeFactor = false, scopes = [] } = request.routeOptions.config
    if (may === 'everyone') {
      // Open to all, also to somebody whose cookies are in disorder: the way to a new login. A token says nothing here.
      if (tokenIn(request.headers) !== undefined) return
      request.caller = await callers.callerOf(request, reply).catch(nobodyIfRefused)
      return
    }
    const caller = callers.known(request.headers) ?? (await callers.callerOf(request, reply))
    request.caller = caller
    if (!caller) throw refuse('unauthorized')
    // A page that another window has signed out of knows by it that the answer is not for the person it shows.
    reply.header(WHOSE, String(caller.id))
    if (caller.token && !scopes.some((scope) => caller.token?.scopes.includes(scope)))
      throw refuse('token_scope')
    if (!allows[may](caller)) throw refuse('forbidden')
    if (caller.must_add_factor && !beforeFactor) throw refuse('factor_missing')
  }
  app.addHook('onRequest', admit)
  app.addHook('onRoute', (route) => {
    if (!route.config?.may) throw new Error(`${String(route.method)} ${route.url} names no permission`)
    // A body may take half a minute to arrive: whoever has lost a right meanwhile does nothing with it any more.
    if (![route.method].flat().every((method) => bodiless.has(method))) route.preValidation = admit
  })
}

/** The framework reads no body of these. */
const bodiless = new Set(['GET', 'HEAD'])
