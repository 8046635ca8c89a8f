// Finds out who makes a call: the cookie names a session, whose user and rights are read again whenever they change. A
// program comes with a token instead (tokens/).
import { createHash, randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '#server/caller.ts'
import type { Callers } from '#server/http/access.ts'
import { cookiesFor, givenIn, soundIn, tokenIn } from '#server/http/credentials.ts'
import type { Kontor } from '#server/kontor.ts'
import { Cache } from '#server/live/cache.ts'
import { aboutUser } from '#server/live/facts.ts'
import { changed, inTransaction } from '#server/live/news.ts'
import { deviceName } from './device-name.ts'
import { type Arrival, findSession, isSessionThere, setExchanged, touchSession } from './session-store.ts'
import { isTokenThere } from './tokens/store.ts'
import { TokenCallers } from './tokens/token-callers.ts'

const DAY_SECONDS = 86_400
export const LIFETIME_SECONDS = 30 * DAY_SECONDS
/**
 * How often it is written that a session is in use, which also moves its end: what people read of it is true by so
 * much.
 */
const TOUCH_SECONDS = 600

export const newToken = () => randomBytes(32).toString('base64url')
export const hashOf = (token: string) => createHash('sha256').update(token).digest()

declare module 'fastify' {
  interface FastifyInstance {
    sessions: Sessions
  }
}

export class Sessions implements Callers {
  readonly #kontor: Kontor
  readonly #callers: Cache<Caller>
  readonly #tokens: TokenCallers

  constructor(kontor: Kontor) {
    this.#kontor = kontor
    this.#tokens = new TokenCallers(kontor)
    this.#callers = new Cache(kontor.news, 50_000)
  }

  /** The caller of a request, or undefined; moves the session's end while it is in use. */
  callerOf(request: FastifyRequest, reply: FastifyReply): Promise<Caller | undefined> {
    const token = tokenIn(request.headers)
    if (token !== undefined) return this.#tokens.callerOf(token, request)
    return this.find(request.headers.cookie, { request, reply })
  }

  /** The caller, if they are in the cache: asked before anything is done for them. */
  known(headers: IncomingHttpHeaders): Caller | undefined {
    const token = tokenIn(headers)
    if (token !== undefined) return this.#tokens.known(token)
    const given = soundIn(headers.cookie)
    // One of the old name is still to be exchanged.
    return given?.isLegacyName === false ? this.#callers.get(given.token) : undefined
  }

  /** The same from the cookies alone, where there is no answer that could carry a new end. */
  async find(cookies: string | undefined, asked?: Asked): Promise<Caller | undefined> {
    const given = givenIn(cookies)
    if (given === undefined) return undefined
    const caller = await this.#callerWith(given.token, asked)
    if (caller && given.isLegacyName && asked) await this.#exchange(caller, given.token, asked.reply)
    return caller
  }

  /** The way from 1.1 (http/credentials.ts). A server of that release that still runs beside takes the new cookie. */
  async #exchange({ id, session_id, ends_at }: Caller, token: string, reply: FastifyReply) {
    await inTransaction(this.#kontor, async (tx) => {
      if (await setExchanged(tx, session_id)) changed(tx, aboutUser(id))
    })
    this.#giveCookie(reply, token, Math.ceil((ends_at - performance.now()) / 1000))
  }

  async isGone({ session_id, token }: Caller): Promise<boolean> {
    const { db } = this.#kontor
    return !(await (token ? isTokenThere(db, token.id) : isSessionThere(db, session_id)))
  }

  async #callerWith(given: string, asked?: Asked): Promise<Caller | undefined> {
    const known = this.#callers.get(given)
    if (known) return known
    const { asOf } = this.#callers
    const session = await this.#findSession(given)
    if (!session) return undefined
    const { seconds_left, seconds_at_most, seconds_unseen, seconds_unconfirmed, ...user } = session
    const now = performance.now()
    const confirmed_at = now - seconds_unconfirmed * 1000
    const caller = { ...user, ends_at: now + seconds_left * 1000, confirmed_at }
    const isTouched = asked !== undefined && seconds_unseen >= TOUCH_SECONDS
    if (isTouched) await this.#touch(caller.session_id, given, Math.ceil(seconds_at_most), asked)
    // No longer, so that it is looked at again as soon as there is something to write.
    const seconds_quiet = TOUCH_SECONDS - (isTouched ? 0 : seconds_unseen)
    const until = Math.min(now + seconds_quiet * 1000, caller.ends_at)
    this.#callers.keep(given, caller, { asOf, facts: [aboutUser(caller.id)], until })
    return caller
  }

  #findSession(given: string) {
    const { db, config } = this.#kontor
    return findSession(db, hashOf(given), {
      happeningsGroup: config.happeningsGroup,
      maxDays: config.sessionMaxDays,
      adminsNeedFactor: config.adminSecondFactor === 'required',
    })
  }

  /** It is in use now, and ends so much later. */
  async #touch(id: number, given: string, secondsAtMost: number, { request, reply }: Asked) {
    const seconds = Math.min(LIFETIME_SECONDS, secondsAtMost)
    const touch = { seconds, quiet: TOUCH_SECONDS, address: request.address }
    if (await touchSession(this.#kontor.db, id, touch)) this.#giveCookie(reply, given, seconds)
  }

  /** How long a session lives from its login on, while nobody uses it. */
  get lifetimeSeconds(): number {
    return Math.min(LIFETIME_SECONDS, this.#kontor.config.sessionMaxDays * DAY_SECONDS)
  }

  arrivalOf({ address, headers, caller }: FastifyRequest): Arrival {
    return {
      address,
      device: deviceName(headers['user-agent']),
      before: caller,
      seconds: this.lifetimeSeconds,
    }
  }

  /** Of a session that has just begun, by whatever has opened the account. */
  begin(reply: FastifyReply, token: string) {
    reply.server.requests.countLogin()
    this.#giveCookie(reply, token)
  }

  #giveCookie(reply: FastifyReply, value: string, seconds = this.lifetimeSeconds) {
    reply.removeHeader('set-cookie')
    const lasting = { seconds, isSecure: isSecure(this.#kontor.config) }
    reply.header('set-cookie', cookiesFor(value, lasting, reply.request.headers.cookie))
  }

  takeCookie(reply: FastifyReply) {
    this.#giveCookie(reply, '', 0)
  }
}

/** True if people reach this installation by https. */
export const isSecure = ({ publicUrl }: Pick<Kontor['config'], 'publicUrl'>) =>
  publicUrl?.protocol === 'https:'

/** A call that is answered, beside one whose connection only opens. */
type Asked = { request: FastifyRequest; reply: FastifyReply }
