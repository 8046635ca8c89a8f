// Authenticates calls by session cookie or API token. The caller of a session is cached, because every call
// needs it. An entry is valid until news about the person arrives or the session's last use has to be
// written. While the node does not receive the news of other nodes, the cache is not used.
import { createHash, randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '#server/caller.ts'
import type { Authenticator } from '#server/http/access.ts'
import { parseSessionCookie, readSessionCookie, sessionCookieHeaders, tokenIn } from '#server/http/access.ts'
import { networkOf } from '#server/http/address.ts'
import { refuse } from '#server/http/errors.ts'
import type { Kontor } from '#server/kontor.ts'
import { aboutUser } from '#server/live/facts.ts'
import { deviceName } from './device-name.ts'
import { findSession, type LoginOrigin, sessionExists, touchSession } from './session-store.ts'
import { findCallerByToken, findOwner, setTokenUsed, tokenExists } from './tokens/store.ts'

const HOUR_MS = 3_600_000
const DAY_SECONDS = 86_400
export const SESSION_LIFETIME_SECONDS = 30 * DAY_SECONDS
/**
 * Minimum seconds between two writes of a session's last use. A write also extends the session. „Zuletzt
 * benutzt“ has this precision.
 */
const TOUCH_SECONDS = 600
/** Minimum seconds between two writes of a token's last use. */
const TOKEN_TOUCH_SECONDS = 60
/** Upper bound of cached sessions; beyond it the oldest entry is dropped. */
const MAX_CACHED_SESSIONS = 50_000

export const newToken = () => randomBytes(32).toString('base64url')
export const hashToken = (token: string) => createHash('sha256').update(token).digest()

/** Always false for an API token, whatever the setting. */
export function hasConfirmedIdentity(
  { config }: Pick<Kontor, 'config'>,
  { confirmed_at, token }: Caller,
): boolean {
  const hours = config.confirmAfterHours
  if (hours === 0 && !token) return true
  return performance.now() - confirmed_at <= hours * HOUR_MS
}

declare module 'fastify' {
  interface FastifyInstance {
    sessions: Sessions
  }
}

/**
 * `version`: of the facts about this person; `until`: in terms of `performance.now()`, which is immune to
 * changes of the clock.
 */
type CachedSession = { caller: Caller; version: number; until: number }

export class Sessions implements Authenticator {
  readonly #kontor: Kontor
  /** Keyed by the session's token. */
  readonly #cache = new Map<string, CachedSession>()

  constructor(kontor: Kontor) {
    this.#kontor = kontor
  }

  /** The caller of a request, or undefined; extends the session. */
  callerOf(request: FastifyRequest, reply: FastifyReply): Promise<Caller | undefined> {
    const token = tokenIn(request.headers)
    if (token !== undefined) return this.#ofToken(token, request)
    return this.find(request.headers.cookie, { request, reply })
  }

  /** Undefined also for API tokens and for sessions that are not in the cache. Runs no query. */
  cachedCaller(headers: IncomingHttpHeaders): Caller | undefined {
    if (tokenIn(headers) !== undefined) return undefined
    const cookie = readSessionCookie(headers.cookie)
    // A cookie with the legacy name is no hit: the response has to replace it first.
    return cookie?.isLegacyName === false ? this.#fromCache(cookie.token) : undefined
  }

  /**
   * Finds the caller by the session cookie. Without a `call` there is no response, so the session is not extended.
   */
  async find(cookies: string | undefined, call?: Call): Promise<Caller | undefined> {
    const cookie = parseSessionCookie(cookies)
    if (cookie === undefined) return undefined
    const caller = await this.callerWith(cookie.token, call)
    if (caller && cookie.isLegacyName && call)
      this.#setCookie(call.reply, cookie.token, Math.ceil((caller.ends_at - performance.now()) / 1000))
    return caller
  }

  isConfirmed(caller: Caller): boolean {
    return hasConfirmedIdentity(this.#kontor, caller)
  }

  async hasLostAccess({ session_id, token }: Caller): Promise<boolean> {
    const { db } = this.#kontor
    return !(await (token ? tokenExists(db, token.id) : sessionExists(db, session_id)))
  }

  /** The caller of a session's token. Without a `call` the session is not extended. */
  async callerWith(token: string, call?: Call): Promise<Caller | undefined> {
    const cached = this.#fromCache(token)
    if (cached) return cached
    const { news } = this.#kontor
    const asOf = news.count
    const session = await this.#findSession(token)
    if (!session) return undefined
    const { seconds_left, seconds_at_most, seconds_unseen, seconds_unconfirmed, ...user } = session
    const now = performance.now()
    const confirmed_at = now - seconds_unconfirmed * 1000
    const caller = { ...user, ends_at: now + seconds_left * 1000, confirmed_at }
    const isTouched = call !== undefined && seconds_unseen >= TOUCH_SECONDS
    if (isTouched) await this.#touch(caller.session_id, token, Math.ceil(seconds_at_most), call)
    // The entry expires no later than the next write of the last use, so that this write happens.
    const seconds_quiet = TOUCH_SECONDS - (isTouched ? 0 : seconds_unseen)
    const until = Math.min(now + seconds_quiet * 1000, caller.ends_at)
    const fact = aboutUser(caller.id)
    // Skipped if news about the person arrived while the session was read, since the read data may be older.
    if (news.isListening && news.versionOf(fact) <= asOf)
      this.#addToCache(token, { caller, version: news.versionOf(fact), until })
    return caller
  }

  #fromCache(token: string): Caller | undefined {
    const cached = this.#cache.get(token)
    const { news } = this.#kontor
    if (!cached || !news.isListening) return undefined
    const { caller, version, until } = cached
    if (until > performance.now() && news.versionOf(aboutUser(caller.id)) === version) return caller
    this.#cache.delete(token)
    return undefined
  }

  #addToCache(token: string, entry: CachedSession) {
    this.#cache.delete(token)
    if (this.#cache.size >= MAX_CACHED_SESSIONS) this.#cache.delete(this.#cache.keys().next().value as string)
    this.#cache.set(token, entry)
  }

  /**
   * The token's owner with their present rights, limited to the token's scopes. Wrong tokens are counted per network,
   * against guessing.
   */
  async #ofToken(token: string, { address }: FastifyRequest): Promise<Caller> {
    const { db, budgets } = this.#kontor
    const hash = hashToken(token)
    const row = await findCallerByToken(db, hash, this.#rights)
    if (!row) {
      budgets.spend('wrong_tokens', networkOf(address))
      throw refuse('token_over').concerning((await findOwner(db, hash)) ?? null)
    }
    const { token_id, token_name, scopes, used_from, seconds_left, seconds_unused, ...user } = row
    if (seconds_unused > TOKEN_TOUCH_SECONDS || used_from !== address)
      await setTokenUsed(db, token_id, address)
    return {
      ...user,
      token: { id: token_id, name: token_name, scopes },
      // Not a session, and never confirmed by a password.
      session_id: 0,
      ends_at: performance.now() + seconds_left * 1000,
      confirmed_at: Number.NEGATIVE_INFINITY,
    }
  }

  #findSession(token: string) {
    const { db, config } = this.#kontor
    return findSession(db, hashToken(token), { ...this.#rights, maxDays: config.sessionMaxDays })
  }

  get #rights() {
    const { happeningsGroup, adminSecondFactor } = this.#kontor.config
    return { happeningsGroup, adminsNeedFactor: adminSecondFactor === 'required' }
  }

  /** Records the use and extends the session. */
  async #touch(id: number, token: string, secondsAtMost: number, { request, reply }: Call) {
    const seconds = Math.min(SESSION_LIFETIME_SECONDS, secondsAtMost)
    const touch = { seconds, quiet: TOUCH_SECONDS, address: request.address }
    if (await touchSession(this.#kontor.db, id, touch)) this.#setCookie(reply, token, seconds)
  }

  /** Seconds without use after which a session ends. */
  get lifetimeSeconds(): number {
    return Math.min(SESSION_LIFETIME_SECONDS, this.#kontor.config.sessionMaxDays * DAY_SECONDS)
  }

  arrivalOf({ address, headers, caller }: FastifyRequest): LoginOrigin {
    return {
      address,
      device: deviceName(headers['user-agent']),
      before: caller,
      seconds: this.lifetimeSeconds,
    }
  }

  /** Sets the cookie of a new session. */
  begin(reply: FastifyReply, token: string) {
    reply.server.requests.countLogin()
    this.#setCookie(reply, token)
  }

  #setCookie(reply: FastifyReply, value: string, seconds = this.lifetimeSeconds) {
    reply.removeHeader('set-cookie')
    const lasting = { seconds, isSecure: isPublicUrlHttps(this.#kontor.config) }
    reply.header('set-cookie', sessionCookieHeaders(value, lasting, reply.request.headers.cookie))
  }

  clearCookie(reply: FastifyReply) {
    this.#setCookie(reply, '', 0)
  }
}

export const isPublicUrlHttps = ({ publicUrl }: Pick<Kontor['config'], 'publicUrl'>) =>
  publicUrl?.protocol === 'https:'

/** A call with its response, in contrast to a WebSocket handshake. */
type Call = { request: FastifyRequest; reply: FastifyReply }
