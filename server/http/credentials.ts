// Credentials of a request: a session cookie of a browser, or an API token of a program. Other bearer tokens
// and schemes are ignored, since proxies in front may use them.
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyReply } from 'fastify'
import { refuse } from './errors.ts'

/** Makes leaked tokens recognisable in a text. */
export const TOKEN_PREFIX = 'kontor_'
const bearer = /^bearer +(kontor_\S*)$/i

/** A token takes precedence over cookies. */
export const tokenIn = ({ authorization }: IncomingHttpHeaders): string | undefined =>
  authorization === undefined ? undefined : bearer.exec(authorization)?.[1]

const cookieForm = /^[A-Za-z0-9_-]{43}$/

const NAME = 'session'
/**
 * Cookie name of release 1.1 under https. Still accepted, and replaced with the answer, so that the update
 * signs nobody out. To be removed in 2.1 together with `host_only` of sessions.
 */
const LEGACY_NAME = '__Host-session'

type SessionCookie = { token: string; isLegacyName: boolean }

/** Checks the form before any lookup; of two such cookies one was planted, so both are refused. */
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

/** Like `parseSessionCookie`, but undefined instead of a refusal. */
export function readSessionCookie(cookies: string | undefined): SessionCookie | undefined {
  try {
    return parseSessionCookie(cookies)
  } catch {
    return undefined
  }
}

/** The session cookie without other cookies, which a caller could vary. Usually there are no others. */
export function sessionCookie(cookies: string | undefined): string | undefined {
  if (cookies === undefined || alone.test(cookies)) return cookies
  const cookie = readSessionCookie(cookies)
  return cookie && `${cookie.isLegacyName ? LEGACY_NAME : NAME}=${cookie.token}`
}

const alone = /^(__Host-)?session=[A-Za-z0-9_-]{43}$/

/**
 * A short-lived cookie that binds a flow of several steps to its browser. Under https its name prefix keeps
 * neighbouring hosts from setting it, and other sites' requests from carrying it.
 */
export function browserSecret(name: string, { seconds, isSecure }: CookieOptions) {
  const cookie = isSecure ? `__Host-${name}` : name
  return {
    /** Of two cookies with this name one was planted, so neither counts. */
    read(cookies: string | undefined): string | undefined {
      const [first, second] = named(cookie, cookies ?? '')
      const value = first?.slice(cookie.length + 1)
      return value !== undefined && second === undefined && cookieForm.test(value) ? value : undefined
    },
    /** Set next to a session cookie, if any; an empty value clears it. */
    give(reply: FastifyReply, value: string) {
      const how = `Path=/; HttpOnly; SameSite=Strict; Max-Age=${value === '' ? 0 : seconds}`
      reply.header('set-cookie', `${cookie}=${value}; ${how}${isSecure ? '; Secure' : ''}`)
    },
  }
}

type CookieOptions = { seconds: number; isSecure: boolean }

/** Headers that set a session; `sent`: the cookies of the request. */
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
