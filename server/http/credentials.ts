// What a request says of who makes it: a browser by the session's cookie, a program by a token. Other bearers, and other
// ways to say who one is, are none of ours: proxies in front send theirs.
import type { IncomingHttpHeaders } from 'node:http'
import { refuse } from './errors.ts'

/** Whoever finds one in a text knows by it what it opens. */
export const TOKEN_PREFIX = 'kontor_'
const bearer = /^bearer +(kontor_\S*)$/i

/** Where there is one, cookies count for nothing. */
export const tokenIn = ({ authorization }: IncomingHttpHeaders): string | undefined =>
  authorization === undefined ? undefined : bearer.exec(authorization)?.[1]

const cookieForm = /^[A-Za-z0-9_-]{43}$/

const NAME = 'session'
/**
 * The way from 1.1, which gave it this name under https: it is read, and exchanged for the other with the answer, so
 * that the update signs nobody out. No session of that time outlives SESSION_MAX_DAYS; then this name can go.
 */
const LEGACY_NAME = '__Host-session'

export type Given = { token: string; isLegacyName: boolean }

/** Only the form that the server gives out is looked up; two are a planted one and a real one. */
export function givenIn(cookies: string | undefined): Given | undefined {
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

/** The same, and none where the cookies are in disorder. */
export function soundIn(cookies: string | undefined): Given | undefined {
  try {
    return givenIn(cookies)
  } catch {
    return undefined
  }
}

/** The session's own cookie, without whatever else a caller may send beside it. Mostly there is nothing else. */
export function sessionCookie(cookies: string | undefined): string | undefined {
  if (cookies === undefined || alone.test(cookies)) return cookies
  const given = soundIn(cookies)
  return given && `${given.isLegacyName ? LEGACY_NAME : NAME}=${given.token}`
}

const alone = /^(__Host-)?session=[A-Za-z0-9_-]{43}$/

type CookieOptions = { seconds: number; isSecure: boolean }

/** The headers that give a browser its session; `sent`: the cookies that it came with. */
export function cookiesFor(
  value: string,
  { seconds, isSecure }: CookieOptions,
  sent: string | undefined,
): string[] {
  const how = `Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
  const given = `${NAME}=${value}; ${how}; Max-Age=${seconds}`
  const hasLegacyName = sent !== undefined && named(LEGACY_NAME, sent).length > 0
  return hasLegacyName ? [given, `${LEGACY_NAME}=; ${how}; Max-Age=0`] : [given]
}
