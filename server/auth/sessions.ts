import { createHash, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { refuse } from '#server/http/errors.ts'
import type { Kontor } from '#server/kontor.ts'
import { Cache } from '#server/live/cache.ts'
import { aboutUser } from '#server/live/facts.ts'
import { findSession, type SessionUser, touchSession } from './store.ts'

/** Who is asking: the cookie names a row; its user and role are read anew whenever they change. */
export type Caller = SessionUser & {
  /** When the session ends, as a moment of `performance.now()`. */
  ends_at: number
  /** When it has last been proved by a password, as such a moment. */
  confirmed_at: number
}

const DAY_SECONDS = 86_400
export const LIFETIME_SECONDS = 30 * DAY_SECONDS
/** How often a session in use moves its end. */
const TOUCH_SECONDS = 3_600
/** A caller is kept no longer than this, so that a session in use is looked at, and its end moved, in time. */
const KEEP_MS = 600_000

const token = /^[A-Za-z0-9_-]{43}$/

export const newToken = () => randomBytes(32).toString('base64url')
export const hashOf = (token: string) => createHash('sha256').update(token).digest()

export class Sessions {
  readonly #kontor: Kontor
  readonly #callers: Cache<Caller>
  readonly #lookups = new Map<string, Lookup>()

  constructor(kontor: Kontor) {
    this.#kontor = kontor
    this.#callers = new Cache(kontor.news, { entries: 50_000 })
  }

  /** The caller of a request, or undefined; moves the session's end while it is in use. */
  callerOf(request: FastifyRequest, reply: FastifyReply): Promise<Caller | undefined> {
    return this.find(request.headers.cookie, { request, reply })
  }

  /** Whoever asks, if that is in memory: before anything is done for them. */
  known(cookies: string | undefined): Caller | undefined {
    const given = soundIn(cookies)
    const caller = given && this.#callers.get(given.token)
    return given && caller && this.#mayComeWith(given, caller) ? caller : undefined
  }

  /** The same from the cookies alone, where there is no answer that could carry a new end. */
  async find(
    cookies: string | undefined,
    asked?: { request: FastifyRequest; reply: FastifyReply },
  ): Promise<Caller | undefined> {
    const given = givenIn(cookies)
    if (given === undefined) return undefined
    const caller = await this.#callerWith(given.token, asked)
    if (!caller || !this.#mayComeWith(given, caller)) return undefined
    if (this.#isSecure && !given.isHostOnly && asked)
      this.giveCookie(asked.reply, given.token, Math.ceil((caller.ends_at - performance.now()) / 1000))
    return caller
  }

  /** A neighbouring host can set the plain cookie: only sessions from before there was a better one may come with it. */
  #mayComeWith({ isHostOnly }: Given, { host_only }: Caller): boolean {
    return !this.#isSecure || isHostOnly || !host_only
  }

  async #callerWith(
    given: string,
    asked?: { request: FastifyRequest; reply: FastifyReply },
  ): Promise<Caller | undefined> {
    const known = this.#callers.get(given)
    if (known) return known
    const { asOf } = this.#callers
    const session = await this.#lookUp(given, asOf)
    if (!session) return undefined
    const { seconds_left, seconds_at_most, seconds_unseen, seconds_unconfirmed, ...user } = session
    const now = performance.now()
    const confirmed_at = now - seconds_unconfirmed * 1000
    const caller = { ...user, ends_at: now + seconds_left * 1000, confirmed_at }
    if (seconds_unseen > TOUCH_SECONDS && asked) {
      const seconds = Math.min(LIFETIME_SECONDS, Math.ceil(seconds_at_most))
      await touchSession(this.#kontor.db, caller.session_id, { seconds, address: asked.request.ip })
      this.giveCookie(asked.reply, given, seconds)
    }
    const facts = [aboutUser(caller.id)]
    const until = Math.min(now + KEEP_MS, caller.ends_at)
    this.#callers.keep(given, caller, { asOf, facts, until })
    return caller
  }

  /** Many calls at once with one session look it up once, as long as no change comes in between. */
  #lookUp(given: string, asOf: number): Lookup['found'] {
    const { db, config } = this.#kontor
    const running = this.#lookups.get(given)
    if (running && running.asOf === asOf && this.#callers.isCurrent(asOf)) return running.found
    const { happeningsGroup, sessionMaxDays: maxDays } = config
    const lookup: Lookup = { asOf, found: findSession(db, hashOf(given), { happeningsGroup, maxDays }) }
    this.#lookups.set(given, lookup)
    const end = () => {
      if (this.#lookups.get(given) === lookup) this.#lookups.delete(given)
    }
    lookup.found.then(end, end)
    return lookup.found
  }

  /** How long a session lives from its login on, while nobody uses it. */
  get lifetimeSeconds(): number {
    return Math.min(LIFETIME_SECONDS, this.#kontor.config.sessionMaxDays * DAY_SECONDS)
  }

  giveCookie(reply: FastifyReply, value: string, seconds = this.lifetimeSeconds) {
    reply.removeHeader('set-cookie')
    if (!this.#isSecure) {
      reply.header('set-cookie', `${PLAIN}=${value}; ${HOW}; Max-Age=${seconds}`)
      return
    }
    reply.header('set-cookie', [
      `${HOST_ONLY}=${value}; ${HOW}; Max-Age=${seconds}; Secure`,
      `${PLAIN}=; ${HOW}; Max-Age=0; Secure`,
    ])
  }

  takeCookie(reply: FastifyReply) {
    this.giveCookie(reply, '', 0)
  }

  /** Whether the address that people type is one of https. */
  get #isSecure(): boolean {
    return isSecure(this.#kontor.config)
  }
}

/** Browsers take a cookie of this name only from the very host that it goes to, over https, and from no neighbour. */
const HOST_ONLY = '__Host-session'
const PLAIN = 'session'
const HOW = 'Path=/; HttpOnly; SameSite=Lax'

export const isSecure = ({ publicUrl }: Pick<Kontor['config'], 'publicUrl'>) =>
  publicUrl?.protocol === 'https:'

export const tokenOf = (cookies: string | undefined) => givenIn(cookies)?.token

type Given = { token: string; isHostOnly: boolean }

/** `asOf`: when it began. */
type Lookup = { asOf: number; found: ReturnType<typeof findSession> }

/**
 * Only the form that the server gives out is looked up; two of a name are a planted one and a real one. Beside the one that
 * no neighbour can plant the other says nothing.
 */
function givenIn(cookies: string | undefined): Given | undefined {
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
function soundIn(cookies: string | undefined): Given | undefined {
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
