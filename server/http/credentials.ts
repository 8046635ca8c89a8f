// The credentials of a request: a browser by the session's cookie, a program by a token. Other bearers, and other
// ways to say who one is, are none of ours: proxies in front send theirs.
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyReply } from 'fastify'
import { refuse } from './errors.ts'

/** Tells who finds a token in a text what it opens. */
export const TOKEN_PREFIX = 'kontor_'
const bearer = /^bearer +(kontor_\S*)$/i

/** Where there is one, cookies count for nothing. */
export const tokenIn = ({ authorization }: IncomingHttpHeaders): string | undefined =>
  authorization === undefined ? undefined : bearer.exec(authorization)?.[1]

const cookieForm = /^[A-Za-z0-9_-]{43}$/

const NAME = 'session'
/**
 * The way from 1.1, which gave it this name under https: it is read, and exchanged for the other with the answer, so
 * that the update signs nobody out. It goes with 2.1, as `host_only` of the sessions does.
 */
const LEGACY_NAME = '__Host-session'

type SessionCookie = { token: string; isLegacyName: boolean }

/** Only the form that the server gives out is looked up; two are a planted one and a real one. */
export function parseSessionCookie(cookies: string | undefined): SessionCookie | undefined {
  if (cookies === undefined) return undefined
  const [first, second] = [...named(NAME, cookies), ...named(LEGACY_NAME, cookies)]
  if (second !== undefined) throw refuse('two_sessions')
  const value = first?.slice(first.indexOf('=') + 1)
  return first !== undefined && value !== undefined && cookieForm.test(value)
    ? { token: value, isLegacyName: first.startsWith(LEGACY_NAME) }
    : undefined
}

const named = (name: string, cookies: string) =>
  cookies
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))

/** The same without a refusal: none where the cookies are in disorder. */
export function readSessionCookie(cookies: string | undefined): SessionCookie | undefined {
  try {
    return parseSessionCookie(cookies)
  } catch {
    return undefined
  }
}

/** The session's own cookie, without whatever else a caller may send beside it. Mostly there is nothing else. */
export function sessionCookie(cookies: string | undefined): string | undefined {
  if (cookies === undefined || alone.test(cookies)) return cookies
  const cookie = readSessionCookie(cookies)
  return cookie && `${cookie.isLegacyName ? LEGACY_NAME : NAME}=${cookie.token}`
}

const alone = /^(__Host-)?session=[A-Za-z0-9_-]{43}$/

/**
 * Binds what takes several steps to the browser in which it has begun: a secret for some seconds. Under https its name is
 * one that no neighbouring host can set, and no other site's request carries it.
 */
export function browserSecret(name: string, { seconds, isSecure }: CookieOptions) {
  const cookie = isSecure ? `__Host-${name}` : name
  return {
    /** Two of the name are a planted one and a real one: neither counts. */
    read(cookies: string | undefined): string | undefined {
      const [first, second] = named(cookie, cookies ?? '')
      const value = first?.slice(cookie.length + 1)
      return value !== undefined && second === undefined && cookieForm.test(value) ? value : undefined
    },
    /** Beside the session's cookie, if the answer gives one; an empty one takes it away. */
    give(reply: FastifyReply, value: string) {
      const how = `Path=/; HttpOnly; SameSite=Strict; Max-Age=${value === '' ? 0 : seconds}`
      reply.header('set-cookie', `${cookie}=${value}; ${how}${isSecure ? '; Secure' : ''}`)
    },
  }
}

type CookieOptions = { seconds: number; isSecure: boolean }

/** The headers that give a browser its session; `sent`: the cookies that it came with. */
export function cookiesFor(
  value: string,
  { seconds, isSecure }: CookieOptions,
  sent: string | undefined,
): string[] {
  const how = `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
  const cookie = `${NAME}=${value}; ${how}; Max-Age=${seconds}`
  const hasLegacyName = sent !== undefined && named(LEGACY_NAME, sent).length > 0
  return hasLegacyName ? [cookie, `${LEGACY_NAME}=; ${how}; Max-Age=0`] : [cookie]
}
