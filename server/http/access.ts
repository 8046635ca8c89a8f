// Authentication and permission of every route. Default deny: the server does not start with a route that
// declares no permission.
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Access } from '#contract/endpoint.ts'
import type { Caller } from '#server/caller.ts'
import { tokenIn } from './credentials.ts'
import { Refused, refuse } from './errors.ts'

/** Response header with the id of the user it is for. */
const WHOSE = 'kontor-user'

declare module 'fastify' {
  interface FastifyContextConfig {
    may?: Access
    beforeFactor?: boolean
    /** A token needs one of these scopes; without scopes no token reaches the route. */
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

/** Authenticates calls; implemented by auth/sessions.ts. */
export type Callers = {
  callerOf(request: FastifyRequest, reply: FastifyReply): Promise<Caller | undefined>
  /** From the cache only, before any work is done for the call. */
  cachedCaller(headers: IncomingHttpHeaders): Caller | undefined
  /** Queried afresh, since the news may not have arrived yet. */
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
    // Unknown addresses answer Not Found to everybody.
    const { may = 'everyone', beforeFactor = false, scopes = [] } = request.routeOptions.config
    if (may === 'everyone') {
      // Public routes ignore broken cookies, so that a new login is possible. Tokens have no meaning here.
      if (tokenIn(request.headers) !== undefined) return
      request.caller = await callers.callerOf(request, reply).catch(nobodyIfRefused)
      return
    }
    const caller = callers.cachedCaller(request.headers) ?? (await callers.callerOf(request, reply))
    request.caller = caller
    if (!caller) throw refuse('unauthorized')
    // Lets a page notice that another window has changed the signed-in person.
    reply.header(WHOSE, String(caller.id))
    if (caller.token && !scopes.some((scope) => caller.token?.scopes.includes(scope)))
      throw refuse('token_scope')
    if (!allows[may](caller)) throw refuse('forbidden')
    if (caller.must_add_factor && !beforeFactor) throw refuse('factor_missing')
  }
  app.addHook('onRequest', admit)
  app.addHook('onRoute', (route) => {
    if (!route.config?.may) throw new Error(`${String(route.method)} ${route.url} names no permission`)
    // A body may take half a minute to arrive: permissions are rechecked after it.
    if (![route.method].flat().every((method) => bodiless.has(method))) route.preValidation = admit
  })
}

/** Fastify reads no body for these methods. */
const bodiless = new Set(['GET', 'HEAD'])
