// Finds the caller and checks permission. Default deny: the server does not start with a route that declares none.
// Credentials are a session cookie of a browser, or an API token of a program. Other bearer tokens and schemes are
// ignored, since proxies in front may use them.
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Access } from '#contract/endpoint.ts'
import type { Caller } from '#server/caller.ts'
import { Refused, refuse } from './errors.ts'

/** Response header with the id of the caller. */
const USER_HEADER = 'kontor-user'

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
    callers: Authenticator
  }
  interface FastifyRequest {
    caller: Caller | undefined
  }
}

/** Authenticates calls; implemented by auth/sessions.ts. */
export type Authenticator = {
  callerOf(request: FastifyRequest, reply: FastifyReply): Promise<Caller | undefined>
  /** Looks only in the cache of sessions, without a query, so that limits can count a call before any work. */
  cachedCaller(headers: IncomingHttpHeaders): Caller | undefined
  /** True if the caller has proved their identity recently enough for irreversible actions. */
  isConfirmed(caller: Caller): boolean
  /** Queries the database: the cached session may be outdated until the news of a change arrives at this node. */
  hasLostAccess(caller: Caller): Promise<boolean>
}

const accessRules: Record<Access, (caller: Caller) => boolean> = {
  everyone: () => true,
  staff: () => true,
  happenings: (caller) => caller.may_see_happenings,
  admin: (caller) => caller.is_admin,
}

const undefinedIfRefused = (error: unknown) => {
  if (error instanceof Refused) return undefined
  throw error
}

export function guardAccess(app: FastifyInstance, callers: Authenticator) {
  app.decorate('callers', callers)
  app.decorateRequest('caller', undefined)
  const admit = async (request: FastifyRequest, reply: FastifyReply) => {
    // Unknown routes declare nothing and answer 404 to everybody.
    const { may = 'everyone', beforeFactor = false, scopes = [] } = request.routeOptions.config
    if (may === 'everyone') {
      // A refused session cookie is ignored on public routes, so that a new login is possible. API tokens are
      // ignored, too.
      if (tokenIn(request.headers) !== undefined) return
      request.caller = await callers.callerOf(request, reply).catch(undefinedIfRefused)
      return
    }
    const caller = callers.cachedCaller(request.headers) ?? (await callers.callerOf(request, reply))
    request.caller = caller
    if (!caller) throw refuse('unauthorized')
    // With this header a page notices that somebody else has signed in, in another window of the browser.
    reply.header(USER_HEADER, String(caller.id))
    if (caller.token && !scopes.some((scope) => caller.token?.scopes.includes(scope)))
      throw refuse('token_scope')
    if (!accessRules[may](caller)) throw refuse('forbidden')
    if (caller.must_add_factor && !beforeFactor) throw refuse('factor_missing')
  }
  app.addHook('onRequest', admit)
  app.addHook('onRoute', (route) => {
    if (!route.config?.may) throw new Error(`${String(route.method)} ${route.url} names no permission`)
    // A body may take half a minute to arrive, so permissions are checked again after it was received.
    if (![route.method].flat().every((method) => bodilessMethods.has(method))) route.preValidation = admit
  })
}

/** Fastify reads no body for these methods. */
const bodilessMethods = new Set(['GET', 'HEAD'])

/** Prefix of every API token, so that a leaked token is recognised in any text. */
export const TOKEN_PREFIX = 'kontor_'
const bearerPattern = /^bearer +(kontor_\S*)$/i

/** The API token of the request. If there is one, session cookies are ignored. */
export const tokenIn = ({ authorization }: IncomingHttpHeaders): string | undefined =>
  authorization === undefined ? undefined : bearerPattern.exec(authorization)?.[1]

const cookieValuePattern = /^[A-Za-z0-9_-]{43}$/

const COOKIE_NAME = 'session'
/**
 * Cookie name of release 1.1 under https. Still accepted, and replaced by the response, so that the update signs
 * nobody out. To be removed in 2.1.
 */
const LEGACY_COOKIE_NAME = '__Host-session'

type SessionCookie = { token: string; isLegacyName: boolean }

/**
 * Ignores a malformed value without a lookup. Two session cookies are refused, since another site must have
 * planted one of them.
 */
export function parseSessionCookie(cookies: string | undefined): SessionCookie | undefined {
  if (cookies === undefined) return undefined
  const [first, second] = [...cookiePairs(COOKIE_NAME, cookies), ...cookiePairs(LEGACY_COOKIE_NAME, cookies)]
  if (second !== undefined) throw refuse('two_sessions')
  const value = first?.slice(first.indexOf('=') + 1)
  return first !== undefined && value !== undefined && cookieValuePattern.test(value)
    ? { token: value, isLegacyName: first.startsWith(LEGACY_COOKIE_NAME) }
    : undefined
}

const cookiePairs = (name: string, cookies: string) =>
  cookies
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))

/** Like `parseSessionCookie`, but undefined instead of a refusal. */
export function readSessionCookie(cookies: string | undefined): SessionCookie | undefined {
  try {
    return parseSessionCookie(cookies)
  } catch {
    return undefined
  }
}

/**
 * A short-lived cookie that binds a flow of several steps to its browser. Under https its name prefix keeps
 * neighbouring hosts from setting it, and other sites' requests from carrying it.
 */
export function createBrowserSecret(name: string, { seconds, isSecure }: CookieOptions) {
  const cookie = isSecure ? `__Host-${name}` : name
  return {
    /** Undefined if two cookies have this name, since one of them was planted. */
    read(cookies: string | undefined): string | undefined {
      const [first, second] = cookiePairs(cookie, cookies ?? '')
      const value = first?.slice(cookie.length + 1)
      return value !== undefined && second === undefined && cookieValuePattern.test(value) ? value : undefined
    },
    /**
     * Sets the cookie; other cookies of the response, such as a session, stay. An empty value deletes the cookie.
     */
    give(reply: FastifyReply, value: string) {
      const how = `Path=/; HttpOnly; SameSite=Strict; Max-Age=${value === '' ? 0 : seconds}`
      reply.header('set-cookie', `${cookie}=${value}; ${how}${isSecure ? '; Secure' : ''}`)
    },
  }
}

type CookieOptions = { seconds: number; isSecure: boolean }

/**
 * `set-cookie` headers for a session. If the request (`sent`: its cookies) has a cookie of the legacy name, it is
 * deleted.
 */
export function sessionCookieHeaders(
  value: string,
  { seconds, isSecure }: CookieOptions,
  sent: string | undefined,
): string[] {
  const how = `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
  const cookie = `${COOKIE_NAME}=${value}; ${how}; Max-Age=${seconds}`
  const hasLegacyName = sent !== undefined && cookiePairs(LEGACY_COOKIE_NAME, sent).length > 0
  return hasLegacyName ? [cookie, `${LEGACY_COOKIE_NAME}=; ${how}; Max-Age=0`] : [cookie]
}
