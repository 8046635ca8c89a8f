// Rate limits and limits of concurrent use, their counters, and the hooks that count each request. Calls that cost
// more than a read have a limit of their own; all calls share the limits `requests` and `changes`. All limits are
// far above normal use; beyond them the response is a 429 with Retry-After and a sentence. docs/betrieb/grenzen.md
// lists the same figures for operators.
import { AsyncLocalStorage } from 'node:async_hooks'
import type { IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import underPressure from '@fastify/under-pressure'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { RateLimit } from '#contract/endpoint.ts'
import type { Caller } from '#server/caller.ts'
import { type Authenticator, readSessionCookie, tokenIn } from './access.ts'
import { networkOf } from './address.ts'
import { type Refused, refuse } from './errors.ts'
import { onFinished } from './listen.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    limit?: RateLimit | undefined
    shedFirst?: boolean
  }
  interface FastifyInstance {
    budgets: Budgets
  }
}

type Rate = { most: number; seconds: number; sentence: string }
/** `most`: concurrent uses; `waiting`: length of the queue for further ones. Beyond both, a use is refused. */
type ConcurrencyLimit = { most: number; waiting: number; sentence: string }

const DAY = 86_400
const WAIT_SENTENCE = 'Bitte warten Sie einen Augenblick.'

/**
 * Counted per person in the memory of each node, unless stated otherwise. The limits in `storedRates` are counted in the
 * database, over all nodes.
 */
const rates = {
  /** A body above 64 KB counts once per 64 KB. */
  requests: {
    most: 2_000,
    seconds: 20,
    sentence: `Gerade kommen sehr viele Anfragen von Ihnen. ${WAIT_SENTENCE}`,
  },
  /** Per address, for callers without a known session. A whole company may share one address. */
  unknown_requests: {
    most: 20_000,
    seconds: 20,
    sentence: `Gerade kommen sehr viele Anfragen aus Ihrem Netz. ${WAIT_SENTENCE}`,
  },
  /** All calls that are not reads. */
  changes: { most: 3_000, seconds: 60, sentence: `Sie ändern gerade sehr viel auf einmal. ${WAIT_SENTENCE}` },
  images: { most: 60, seconds: 60, sentence: `Sie senden gerade sehr viele Bilder. ${WAIT_SENTENCE}` },
  message_changes: {
    most: 120,
    seconds: 60,
    sentence: `Sie ändern gerade sehr viele Nachrichten oder Reaktionen. ${WAIT_SENTENCE}`,
  },
  document_saves: { most: 300, seconds: 60, sentence: `Sie speichern gerade sehr oft. ${WAIT_SENTENCE}` },
  new_documents: {
    most: 300,
    seconds: 60,
    sentence: `Sie legen gerade sehr viele Prozesse an. ${WAIT_SENTENCE}`,
  },
  resets: {
    most: 30,
    seconds: 60,
    sentence: `Sie setzen gerade sehr oft Ergebnisse zurück. ${WAIT_SENTENCE}`,
  },
  reminders: { most: 30, seconds: 60, sentence: `Sie erinnern gerade sehr oft. ${WAIT_SENTENCE}` },
  exports: {
    most: 120,
    seconds: 60,
    sentence: `Sie laden gerade sehr viele Dateien herunter. ${WAIT_SENTENCE}`,
  },
  syncs: { most: 60, seconds: 60, sentence: `Sie gleichen gerade sehr oft ab. ${WAIT_SENTENCE}` },
  sendings: { most: 120, seconds: 60, sentence: `Sie senden gerade sehr oft Zeiten. ${WAIT_SENTENCE}` },
  mass_changes: {
    most: 300,
    seconds: 60,
    sentence: `Sie ändern gerade sehr viel auf einmal. ${WAIT_SENTENCE}`,
  },
  passwords: {
    most: 120,
    seconds: 60,
    sentence: `Sie ändern gerade sehr oft ein Passwort. ${WAIT_SENTENCE}`,
  },
  invitations: { most: 60, seconds: 60, sentence: `Sie laden gerade sehr oft ein. ${WAIT_SENTENCE}` },
  factors: {
    most: 60,
    seconds: 60,
    sentence: `Sie ändern gerade sehr oft, wie Sie sich anmelden. ${WAIT_SENTENCE}`,
  },
  tokens: { most: 60, seconds: 60, sentence: `Sie legen gerade sehr viele API-Tokens an. ${WAIT_SENTENCE}` },
  webhooks: {
    most: 60,
    seconds: 60,
    sentence: `Sie ändern gerade sehr oft Webhooks oder senden an sie. ${WAIT_SENTENCE}`,
  },
  /** Per API token. These requests do not count for the owner of the token. */
  token_requests: {
    most: 1_200,
    seconds: 60,
    sentence: `Mit diesem API-Token kommen gerade sehr viele Anfragen. ${WAIT_SENTENCE}`,
  },
  /** Per address: invalid tokens. */
  wrong_tokens: {
    most: 60,
    seconds: 300,
    sentence: `Von hier kamen gerade viele API-Tokens, die nicht gelten. ${WAIT_SENTENCE}`,
  },
  /** Per address: each login screen requests a challenge, and another one per attempt. */
  passkey_questions: {
    most: 1_200,
    seconds: 60,
    sentence: `Aus Ihrem Netz kommen gerade sehr viele Anmeldungen mit Passkeys. ${WAIT_SENTENCE}`,
  },
  /** Per address: invalid or expired links. */
  wrong_links: {
    most: 30,
    seconds: 300,
    sentence: `Von hier wurden gerade viele Links geöffnet, die nicht gelten. ${WAIT_SENTENCE}`,
  },
  /** Per address: started sign-ins at a provider. */
  sign_ins: {
    most: 300,
    seconds: 300,
    sentence: `Von hier beginnen gerade sehr viele Anmeldungen. ${WAIT_SENTENCE}`,
  },
  /** Per address: invalid callbacks and logout tokens of a provider. */
  wrong_sign_ins: {
    most: 60,
    seconds: 300,
    sentence: `Von hier kamen gerade viele Anmeldungen, die nicht gelten. ${WAIT_SENTENCE}`,
  },
  /** Per address; `forgotten_name` counts per typed name. One or two requests are normal. */
  forgotten: {
    most: 20,
    seconds: 3_600,
    sentence:
      'Aus Ihrem Netz wurde sehr oft nach einem neuen Passwort gefragt. Bitte warten Sie eine Stunde.',
  },
  forgotten_name: {
    most: 3,
    seconds: 3_600,
    sentence:
      'Unter diesem Namen wurde schon mehrmals nach einem neuen Passwort gefragt. Bitte warten Sie eine Stunde.',
  },
  /** Calendar programs poll, some every few minutes. */
  calendars: {
    most: 120,
    seconds: 3_600,
    sentence: `Dieser Kalender wird gerade sehr oft abgerufen. ${WAIT_SENTENCE}`,
  },
  /** Per address: invalid secret addresses. */
  wrong_calendars: {
    most: 30,
    seconds: 300,
    sentence: `Von hier wurde gerade oft nach Kalendern gefragt, die es nicht gibt. ${WAIT_SENTENCE}`,
  },
  /** Per address: downloads of the API description. */
  descriptions: {
    most: 120,
    seconds: 60,
    sentence: `Von hier wurde die Beschreibung der Schnittstelle gerade sehr oft abgerufen. ${WAIT_SENTENCE}`,
  },
  push_tests: {
    most: 1,
    seconds: 10,
    sentence: 'Gerade ging schon eine Probe hinaus. Bitte warten Sie zehn Sekunden.',
  },
  mail_tests: {
    most: 5,
    seconds: 300,
    sentence: 'Gerade gingen schon mehrere E-Mails zur Probe hinaus. Bitte warten Sie fünf Minuten.',
  },
  direct_chats: {
    most: 300,
    seconds: 3_600,
    sentence: 'Sie haben sehr viele Chats begonnen. Bitte beginnen Sie den nächsten etwas später.',
  },
} satisfies Record<string, Rate>

const storedRates = {
  messages: {
    most: 30,
    seconds: 60,
    sentence: 'Sie schreiben gerade sehr viel. Bitte warten Sie einen Augenblick.',
  },
  image_bytes: {
    most: 200_000_000,
    seconds: DAY,
    sentence: 'Sie haben heute schon sehr viele Bilder gesendet. Bitte senden Sie weitere morgen.',
  },
} satisfies Record<string, Rate>

const concurrencyLimits = {
  /**
   * A request holds its slot until its response is sent. So many requests of one person do not delay others, and
   * the number of unread responses is bounded.
   */
  requests_at_once: { most: 8, waiting: 92, sentence: `Zu viele Anfragen auf einmal. ${WAIT_SENTENCE}` },
  /** Bodies above 64 KB, of which parsing keeps several copies in memory. */
  large_bodies: {
    most: 4,
    waiting: 0,
    sentence: 'Es wird schon etwas Großes von Ihnen übertragen. Bitte warten Sie, bis es angekommen ist.',
  },
  searches: { most: 2, waiting: 50, sentence: `Sie suchen gerade sehr viel auf einmal. ${WAIT_SENTENCE}` },
  live_connections: {
    most: 10,
    waiting: 0,
    sentence: 'Sie haben schon zehn Chats zugleich geöffnet. Bitte schließen Sie einen davon.',
  },
} satisfies Record<string, ConcurrencyLimit>

/** Global limits; beyond them the answer is 503. */
const globalLimits = {
  /** Bytes of large bodies in transit. */
  body_bytes: 64 * 1024 * 1024,
  /**
   * Threshold for shedding polled lists: mean delay of the event loop in ms over a quarter of a second. An
   * answer takes a few turns of the loop and should arrive within 100 ms. 0 disables it.
   */
  event_loop_delay: 40,
  /**
   * Below this number of requests in progress nothing is shed: the delay then comes from a slow machine, and
   * refusing would not help. Five people can have this many requests.
   */
  crowd: 40,
  /** Threshold for shedding polled lists: requests waiting for a database connection. */
  waiting_for_database: 50,
}

type RateName = keyof typeof rates
type StoredRateName = keyof typeof storedRates
type ConcurrencyLimitName = keyof typeof concurrencyLimits
type LimitName = RateName | ConcurrencyLimitName | StoredRateName
export type Table = {
  rates: Record<RateName, Rate>
  stored: Record<StoredRateName, Rate>
  atOnce: Record<ConcurrencyLimitName, ConcurrencyLimit>
  global: Record<keyof typeof globalLimits, number>
}
export const limits: Table = { rates, stored: storedRates, atOnce: concurrencyLimits, global: globalLimits }

/**
 * User id, or `token <id>` for an API token. Before authentication: the raw API token, the session cookie or the
 * network. A few limits use another key, such as a typed name.
 */
export type LimitSubject = number | string
/** A token has its own budget, separate from its owner's. */
export const limitSubjectOf = ({ id, token }: Pick<Caller, 'id' | 'token'>): LimitSubject =>
  token ? `token ${token.id}` : id

type Bucket = { left: number; at: number }
type ConcurrencySlots = { running: number; queue: (() => void)[] }

/** Upper bound of counted subjects per limit; beyond it the oldest are dropped. */
const MAX_COUNTED_SUBJECTS = 50_000
const RETRY_SECONDS = 2

/**
 * Counters of used limits. A rate is a token bucket: all of it may be used at once, then it refills evenly. In
 * memory, so that a refusal costs nothing.
 */
export class Budgets {
  readonly table: Table
  readonly #buckets = new Map<RateName, Map<LimitSubject, Bucket>>()
  readonly #running = new Map<ConcurrencyLimitName, Map<LimitSubject, ConcurrencySlots>>()
  /** Number of refusals by limit. */
  readonly refused = new Map<LimitName, number>()
  /** Bytes of all large bodies that are being received or processed. */
  bodyBytes = 0

  constructor(table: Table = limits) {
    this.table = table
    for (const name of Object.keys(table.rates) as RateName[]) this.#buckets.set(name, new Map())
    for (const name of Object.keys(table.atOnce) as ConcurrencyLimitName[]) this.#running.set(name, new Map())
  }

  /** Takes `worth` from the bucket; false if it holds less. */
  take(name: RateName, who: LimitSubject, worth = 1): boolean {
    const bucket = this.#refilled(name, who)
    if (bucket.left < worth) return false
    bucket.left -= worth
    return true
  }

  /** Like `take`, but throws the refusal. */
  spend(name: RateName, who: LimitSubject, worth = 1) {
    if (this.take(name, who, worth)) return
    const { most, seconds } = this.table.rates[name]
    const { left } = this.#refilled(name, who)
    throw this.refusal(name, Math.max(1, Math.ceil(((worth - left) * seconds) / most)))
  }

  /** Acquires a slot without waiting; the returned function releases it. Throws if none is free. */
  acquireNow(name: ConcurrencyLimitName, who: LimitSubject): () => void {
    const places = this.#placesOf(name, who)
    if (places.running >= this.table.atOnce[name].most) throw this.refusal(name)
    places.running++
    return once(() => this.#release(name, who))
  }

  /** Acquires a slot, at once or in turn; `begin` gets the function that releases it. Throws if the queue is full. */
  acquire(name: ConcurrencyLimitName, who: LimitSubject, begin: (release: () => void) => void) {
    const { most, waiting } = this.table.atOnce[name]
    const places = this.#placesOf(name, who)
    const go = () => begin(once(() => this.#release(name, who)))
    if (places.running < most) {
      places.running++
      return go()
    }
    if (places.queue.length >= waiting) throw this.refusal(name)
    // Keeps the async context of the waiting request.
    places.queue.push(AsyncLocalStorage.bind(go))
  }

  /** Runs work once a slot is free. */
  async withLimit<T>(name: ConcurrencyLimitName, who: LimitSubject, work: () => T | Promise<T>): Promise<T> {
    const release = await new Promise<() => void>((begin) => this.acquire(name, who, begin))
    try {
      return await work()
    } finally {
      release()
    }
  }

  /** Reserves a large body of this person and its bytes in the global limit; the returned function releases both. */
  acquireBody(who: LimitSubject, bytes: number): () => void {
    const release = this.acquireNow('large_bodies', who)
    if (this.bodyBytes + bytes > this.table.global.body_bytes) {
      release()
      throw refuse('overloaded')
    }
    this.bodyBytes += bytes
    return once(() => {
      this.bodyBytes -= bytes
      release()
    })
  }

  /** Slots in use over all subjects. */
  running(name: ConcurrencyLimitName): number {
    return [...(this.#running.get(name)?.values() ?? [])].reduce((all, { running }) => all + running, 0)
  }

  /**
   * Creates a refusal by this limit and counts it in `refused`. Public for limits that are counted elsewhere, e.g.
   * in the database.
   */
  refusal(name: LimitName, seconds = RETRY_SECONDS): Refused {
    this.refused.set(name, (this.refused.get(name) ?? 0) + 1)
    const { rates, stored, atOnce } = this.table
    const { sentence } = { ...rates, ...stored, ...atOnce }[name]
    return refuse('too_many', sentence, seconds)
  }

  #refilled(name: RateName, who: LimitSubject): Bucket {
    const { most, seconds } = this.table.rates[name]
    const buckets = this.#buckets.get(name) as Map<LimitSubject, Bucket>
    const now = performance.now()
    const existing = buckets.get(who)
    if (existing) {
      existing.left = Math.min(most, existing.left + ((now - existing.at) / 1000) * (most / seconds))
      existing.at = now
      return existing
    }
    if (buckets.size >= MAX_COUNTED_SUBJECTS) buckets.delete(buckets.keys().next().value as LimitSubject)
    const bucket = { left: most, at: now }
    buckets.set(who, bucket)
    return bucket
  }

  #placesOf(name: ConcurrencyLimitName, who: LimitSubject): ConcurrencySlots {
    const all = this.#running.get(name) as Map<LimitSubject, ConcurrencySlots>
    const existing = all.get(who)
    if (existing) return existing
    const places = { running: 0, queue: [] }
    all.set(who, places)
    return places
  }

  /** Hands the slot directly to the next in the queue. */
  #release(name: ConcurrencyLimitName, who: LimitSubject) {
    const places = this.#placesOf(name, who)
    const next = places.queue.shift()
    if (next) return next()
    places.running--
    if (places.running === 0) this.#running.get(name)?.delete(who)
  }
}

const once = (work: () => void) => {
  let isDone = false
  return () => {
    if (isDone) return
    isDone = true
    work()
  }
}

/** Interval at which the delay of the event loop is sampled. */
const SAMPLE_MS = 250

/** In seconds; random, so that refused clients do not return all at once. */
const OVERLOAD_RETRY_SECONDS = { first: 2, spread: 6 }

/** Under overload, polled lists are refused so that people's own actions go on. */
export async function shedPolledLists(
  app: FastifyInstance,
  budgets: Budgets,
  waitingForDatabase: () => number,
) {
  const giveWay = ({ routeOptions }: FastifyRequest) => {
    if (!routeOptions.config.shedFirst) return
    throw refuse(
      'overloaded',
      undefined,
      OVERLOAD_RETRY_SECONDS.first + Math.round(Math.random() * OVERLOAD_RETRY_SECONDS.spread),
    )
  }
  const { event_loop_delay, crowd, waiting_for_database } = budgets.table.global
  await app.register(underPressure, {
    maxEventLoopDelay: event_loop_delay,
    sampleInterval: SAMPLE_MS,
    pressureHandler(request) {
      if (budgets.running('requests_at_once') >= crowd) giveWay(request)
    },
  })
  app.addHook('onRequest', (request, _reply, done) => {
    if (waitingForDatabase() >= waiting_for_database) giveWay(request)
    done()
  })
}

type LimitParts = { budgets: Budgets; callers: Authenticator }

/**
 * Runs before authentication and before the body is read. Counts for the person if the session is cached, for
 * the token if there is one, and for the address if the person is unknown.
 */
export function limitRequests(app: FastifyInstance, { budgets, callers }: LimitParts) {
  app.decorate('budgets', budgets)
  app.addHook('onRequest', ({ headers, address, raw, method, routeOptions: { bodyLimit } }, reply, done) => {
    const caller = callers.cachedCaller(headers)
    const token = tokenIn(headers)
    // Until authenticated, a caller is counted by their credentials.
    const who = caller?.id ?? token ?? readSessionCookie(headers.cookie)?.token
    if (caller === undefined) budgets.spend('unknown_requests', networkOf(address))
    if (caller !== undefined) budgets.spend('requests', caller.id, requestWeight(raw, bodyLimit))
    else if (token !== undefined) budgets.spend('token_requests', token, requestWeight(raw, bodyLimit))
    if (who === undefined) return done()
    if ((caller ?? token) !== undefined && !readMethods.has(method)) budgets.spend('changes', who)
    budgets.acquire('requests_at_once', who, (release) => {
      onFinished(raw, reply.raw, release)
      // The client may have disconnected while its request was in the queue.
      done(raw.socket.destroyed ? refuse('busy') : undefined)
    })
  })
  app.addHook('onSend', async ({ raw }, reply) => {
    if (reply.statusCode < 400 || raw.complete || contentLength(raw, 1) === 0) return
    if (refusedBodyCount >= MAX_REFUSED_BODIES) {
      reply.header('connection', 'close')
      return
    }
    // After a 413 Fastify would close the connection. Without this header the connection stays open, and the client
    // can send the rest of the body.
    if (reply.statusCode === STATUS_TOO_LARGE) reply.removeHeader('connection')
    const rest = discardBody(raw)
    // A client that asked for „connection: close“ could not send the rest after the answer.
    if (!reply.raw.shouldKeepAlive) await rest
  })
}

/**
 * Upper bound of refused bodies that are read to the end. Further clients are disconnected, since each costs
 * buffers of 64 KB.
 */
const MAX_REFUSED_BODIES = 4
const DISCARD_PAUSE_MS = 20
let refusedBodyCount = 0

/**
 * Reads the rest of a refused body slowly and discards it, because many clients read the refusal only after they
 * have sent the whole body.
 */
async function discardBody(request: IncomingMessage) {
  refusedBodyCount++
  try {
    for await (const _ of request) await sleep(DISCARD_PAUSE_MS)
  } catch {
    // The client has disconnected.
  } finally {
    refusedBodyCount--
  }
}

const STATUS_TOO_LARGE = 413
const readMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Runs after authorisation. Searches are not counted here: serve.ts acquires their slot around the handler. */
export function limitCalls(app: FastifyInstance, { budgets }: Pick<LimitParts, 'budgets'>) {
  app.addHook('onRequest', ({ caller, address, raw, routeOptions }, reply, done) => {
    const { bodyLimit, config } = routeOptions
    const who = (): LimitSubject => (caller ? limitSubjectOf(caller) : networkOf(address))
    if (config.limit && config.limit !== 'searches') budgets.spend(config.limit, who())
    if (isLarge(raw, bodyLimit))
      onFinished(raw, reply.raw, budgets.acquireBody(who(), contentLength(raw, bodyLimit)))
    done()
  })
}

const LARGE_BODY_BYTES = 64 * 1024

/** Length of the body in bytes: as declared, or the longest allowed for a body without a declared length. */
const contentLength = ({ headers }: IncomingMessage, longest: number) =>
  Number(headers['content-length'] ?? (headers['transfer-encoding'] === undefined ? 0 : longest))

/** A long body costs as much as several requests. */
const requestWeight = (request: IncomingMessage, longest: number) =>
  isLarge(request, longest) ? Math.ceil(contentLength(request, longest) / LARGE_BODY_BYTES) : 1

/** False beyond `longest`: such a body is refused unread. */
export function isLarge(request: IncomingMessage, longest: number): boolean {
  const length = contentLength(request, longest)
  return length > LARGE_BODY_BYTES && length <= longest
}
