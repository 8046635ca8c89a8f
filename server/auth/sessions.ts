import { createHash, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { refuse } from '#server/http/errors.ts'
import type { Kontor } from '#server/kontor.ts'
import { aboutUser } from '#server/live/facts.ts'
import { Remembered } from '#server/live/remembered.ts'
import { findSession, type SessionUser, touchSession } from './store.ts'

/** Who is asking: the cookie `session` names a row; its user and role are read anew whenever they change. */
export type Caller = SessionUser & {
  /** When the session ends, as a moment of `performance.now()`. */
  ends_at: number
}

const DAY_SECONDS = 86_400
export const LIFETIME_SECONDS = 30 * DAY_SECONDS
/** How often a session in use moves its end. */
const TOUCH_SECONDS = 3_600
/** No memory outlives this, so that a session in use is looked at, and moved on, in time. */
const REMEMBER_MS = 600_000

const token = /^[A-Za-z0-9_-]{43}$/

export const newToken = () => randomBytes(32).toString('base64url')
export const hashOf = (token: string) => createHash('sha256').update(token).digest()

export class Sessions {
  readonly #kontor: Kontor
  readonly #remembered = new Remembered<Caller>(50_000)

  constructor(kontor: Kontor) {
    this.#kontor = kontor
    kontor.news.listen({
      changed: (fact) => this.#remembered.forget(fact),
      lost: () => this.#remembered.forgetAll(),
    })
  }

  /** The caller of a request, or undefined; moves the session's end while it is in use. */
  callerOf(request: FastifyRequest, reply: FastifyReply): Promise<Caller | undefined> {
    return this.find(request.headers.cookie, (given) => this.giveCookie(reply, given))
  }

  /** The same from the cookies alone, where there is no answer that could carry a new end. */
  async find(cookies: string | undefined, prolong?: (token: string) => void): Promise<Caller | undefined> {
    const given = tokenOf(cookies)
    if (given === undefined) return undefined
    const { db, news, config } = this.#kontor
    const known = news.heard ? this.#remembered.get(given) : undefined
    if (known) return known
    const asOf = news.count
    const session = await findSession(db, hashOf(given), config.happeningsGroup)
    if (!session) return undefined
    const { seconds_left, seconds_unseen, ...user } = session
    const now = performance.now()
    const caller = { ...user, ends_at: now + seconds_left * 1000 }
    if (seconds_unseen > TOUCH_SECONDS && prolong) {
      await touchSession(db, caller.session_id, LIFETIME_SECONDS)
      prolong(given)
    }
    const facts = [aboutUser(caller.id)]
    if (news.heard && !news.changedSince(asOf, facts)) {
      this.#remembered.set(given, caller, facts, Math.min(now + REMEMBER_MS, caller.ends_at))
    }
    return caller
  }

  giveCookie(reply: FastifyReply, value: string) {
    reply.header('set-cookie', this.#cookie(value, LIFETIME_SECONDS))
  }

  takeCookie(reply: FastifyReply) {
    reply.header('set-cookie', this.#cookie('', 0))
  }

  #cookie(value: string, seconds: number) {
    const secure = this.#kontor.config.publicUrl?.protocol === 'https:' ? '; Secure' : ''
    return `session=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${seconds}${secure}`
  }
}

/** Only the form that the server gives out is looked up; two of them are a planted one and a real one. */
export function tokenOf(cookies: string | undefined): string | undefined {
  if (cookies === undefined) return undefined
  const sessions = cookies
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith('session='))
  if (sessions.length > 1) throw refuse('two_sessions')
  const value = sessions[0]?.slice('session='.length)
  return value !== undefined && token.test(value) ? value : undefined
}
