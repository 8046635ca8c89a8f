// The session's cookie: which of those that a browser sends is believed.
import { refuse } from './errors.ts'

const token = /^[A-Za-z0-9_-]{43}$/

/** Browsers take a cookie of this name only from the very host that it goes to, over https, and from no neighbour. */
export const HOST_ONLY = '__Host-session'
export const PLAIN = 'session'
export const HOW = 'Path=/; HttpOnly; SameSite=Lax'

export type Given = { token: string; isHostOnly: boolean }

/**
 * Only the form that the server gives out is looked up; two of a name are a planted one and a real one. Beside the
 * one that no neighbour can plant the other says nothing.
 */
export function givenIn(cookies: string | undefined): Given | undefined {
  if (cookies === undefined) return undefined
  const pairs = cookies.split(';').map((pair) => pair.trim())
  const named = (name: string) => pairs.filter((pair) => pair.startsWith(`${name}=`))
  const hostOnly = named(HOST_ONLY)
  const isHostOnly = hostOnly.length > 0
  const sessions = isHostOnly ? hostOnly : named(PLAIN)
  if (sessions.length > 1) throw refuse('two_sessions')
  const value = sessions[0]?.slice(sessions[0].indexOf('=') + 1)
  return value !== undefined && token.test(value) ? { token: value, isHostOnly } : undefined
}

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
  return given && `${given.isHostOnly ? HOST_ONLY : PLAIN}=${given.token}`
}

const alone = /^(__Host-)?session=[A-Za-z0-9_-]{43}$/
