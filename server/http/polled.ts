// Calls that every open app repeats every few seconds are answered with the bytes of last time, before any routing,
// for as long as no fact behind them has changed. One answer for each session and call is kept, the one asked for last,
// under the session's cookie and the call: nothing that a caller may add to either makes another one. Whoever names the
// tag of the answer that they have is told that it is still the one. Answers that many people get alike are held once.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { Cache } from '#server/live/cache.ts'
import { aboutUser } from '#server/live/facts.ts'
import type { News } from '#server/live/news.ts'
import { WHOSE } from './access.ts'
import type { AccessLog } from './access-log.ts'
import type { Proxies } from './address.ts'
import { plainAddress } from './address.ts'
import { tokenIn } from './bearer.ts'
import { matchesEtag } from './etag.ts'
import type { Budgets } from './limits/budgets.ts'
import type { Connections } from './limits/connections.ts'
import { REQUEST_ID, requestIdOf } from './request-id.ts'
import type { Counted, Requests } from './requests.ts'
import { sessionCookie } from './session-cookie.ts'
import { isGivenAgain, JSON_TYPE, knownAs, type Written, writeDown, writtenOf } from './written.ts'

type Replay = {
  url: string
  person: number
  counted: Counted
  /** Of every answer of this call, without what is each one's own. */
  lasting: readonly string[]
  /**
   * Undefined for what is composed and written down anew each time: it would only fill the memory between two polls.
   */
  written: Written | undefined
  compose: Compose | undefined
  /** What was composed last, as it stands in `written`. */
  composed: unknown
  version: Version | undefined
  /** The tag of what was composed of this version. */
  tagged: { version: number; tag: string } | undefined
}
/** The answer as it is now; undefined where that is not known here. */
type Compose = () => unknown
/** While it is the same number, it is the same answer; undefined as above. */
type Version = () => number | undefined
const KEEP_MS = 600_000
const limits = { entries: 100_000, bytes: 96 * 1024 * 1024 }
/** Bytes that an answer takes in memory beside its body: key, address, its place among the others. */
const BESIDE_BODY = 700
/** Calls differ in few of the headers that they always have. */
const MOST_LASTING = 100

declare module 'fastify' {
  interface FastifyRequest {
    /** When the request came, as a moment of the cache. */
    asOf: number
    /** Facts that the answer rests on beside its caller. */
    facts: string[]
    /** For how long it is true at most. */
    lastsMs: number
    compose: Compose | undefined
    version: Version | undefined
    /** What a polled call has answered, before it was written down. */
    answered: unknown
  }
}

type PolledParts = {
  news: News
  budgets: Budgets
  connections: Connections
  requests: Requests
  access: AccessLog
  proxies: Proxies
}

export class Polled {
  readonly #parts: PolledParts
  readonly #replays: Cache<Replay>

  constructor(parts: PolledParts) {
    this.#parts = parts
    this.#replays = new Cache(parts.news, {
      ...limits,
      weigh: ({ written }) => (!written || written.isShared ? 0 : 2 * written.text.length) + BESIDE_BODY,
    })
  }

  get kept(): { entries: number; bytes: number } {
    return { entries: this.#replays.size, bytes: this.#replays.bytes }
  }

  /** Answers from memory if it can; else the request takes the ordinary way, which also says what is too much. */
  replay(request: IncomingMessage, response: ServerResponse): boolean {
    const { budgets, connections, requests, access, proxies } = this.#parts
    if (request.method !== 'GET' || request.headers.cookie === undefined) return false
    const key = keyOf(request)
    const replay = key === undefined ? undefined : this.#replays.get(key)
    if (!replay || replay.url !== request.url || !connections.isFree(request.socket)) return false
    const named = request.headers['if-none-match']
    const newest = newestOf(replay, named)
    if (!newest) return false
    if (!budgets.take('requests', replay.person)) return false
    const { tag, text = '', length = '' } = newest
    const id = requestIdOf(proxies)(request)
    const isKnown = newest.text === undefined || matchesEtag(named, tag)
    const own = ['etag', tag, WHOSE, String(replay.person), REQUEST_ID, id]
    if (isKnown) response.writeHead(304, [...replay.lasting, ...own])
    else {
      const body = ['content-type', JSON_TYPE, 'content-length', length]
      response.writeHead(200, [...replay.lasting, ...own, ...body])
    }
    response.end(isKnown ? undefined : text)
    requests.countReplay(replay.counted)
    if (access.isOn)
      access.note({
        route: replay.counted.route,
        status: isKnown ? 304 : 200,
        ms: 0,
        bytes: isKnown ? 0 : Number(length),
        request_id: id,
        user_id: replay.person,
        address: plainAddress(proxies.visitorOf(request)),
      })
    return true
  }

  /** Keeps the answers of polled calls. */
  keep(app: FastifyInstance) {
    const { requests } = this.#parts
    const lastings = new Map<string, readonly string[]>()
    app.decorateRequest('asOf', 0)
    app.decorateRequest('facts')
    app.decorateRequest('lastsMs', KEEP_MS)
    app.decorateRequest('compose')
    app.decorateRequest('version')
    app.decorateRequest('answered')
    app.addHook('onRequest', async (request) => {
      request.asOf = this.#replays.asOf
      request.facts = []
    })
    app.addHook('onSend', async (request, reply, payload) => {
      const { caller, asOf, compose, version, answered, raw } = request
      if (!request.routeOptions.config.polled || reply.statusCode !== 200 || typeof payload !== 'string')
        return payload
      const written = writtenOf(answered, payload)
      reply.header('etag', written.tag)
      const isKnown = matchesEtag(request.headers['if-none-match'], written.tag)
      const key = keyOf(raw)
      // What rests on nothing but the caller has not said on what else: it is not kept.
      const isKept = compose !== undefined || request.facts.length > 0
      if (
        isKept &&
        request.method === 'GET' &&
        caller &&
        key !== undefined &&
        !reply.hasHeader('set-cookie')
      ) {
        const {
          [REQUEST_ID]: _id,
          [WHOSE]: _whose,
          'content-length': _length,
          'content-type': _type,
          etag: _tag,
          ...lasting
        } = reply.getHeaders()
        const texts = Object.entries(lasting).flatMap(([name, value]) => [name, String(value)])
        const same = texts.join('\n')
        if (lastings.size > MOST_LASTING) lastings.clear()
        if (!lastings.has(same)) lastings.set(same, texts)
        this.#replays.keep(
          key,
          {
            url: raw.url ?? '',
            person: caller.id,
            counted: requests.of(request.method, request.routeOptions.url),
            lasting: lastings.get(same) ?? texts,
            written: compose && !knownAs(answered) ? undefined : written,
            compose,
            composed: knownAs(answered) && answered,
            version,
            tagged: undefined,
          },
          {
            asOf,
            facts: [aboutUser(caller.id), ...request.facts],
            until: Math.min(performance.now() + request.lastsMs, caller.ends_at),
          },
        )
      }
      if (!isKnown) return payload
      reply.code(304).removeHeader('content-type').removeHeader('content-length')
      return null
    })
  }
}

/** The answer as it is now; nothing but its tag where the caller has named that, and its version says that it holds. */
function newestOf(
  replay: Replay,
  named: string | undefined,
): (Partial<Written> & Pick<Written, 'tag'>) | undefined {
  const version = replay.version?.()
  const tag = version !== undefined && version === replay.tagged?.version ? replay.tagged.tag : undefined
  if (tag !== undefined && matchesEtag(named, tag)) return { tag }
  const written = replay.compose ? composeAnew(replay, replay.compose, tag) : replay.written
  if (written && version !== undefined) replay.tagged = { version, tag: written.tag }
  return written
}

function composeAnew(replay: Replay, compose: Compose, tag: string | undefined): Written | undefined {
  const composed = compose()
  if (composed === undefined) return undefined
  if (composed === replay.composed) return replay.written
  const known = knownAs(composed)
  if (known) Object.assign(replay, { written: known, composed })
  // What is given again as it is, is written down by who asks for it first, the ordinary way.
  if (known || isGivenAgain(composed)) return known
  return writeDown(JSON.stringify(composed), false, tag)
}

/**
 * A session and the call: its address without what is asked for and without numbers, which name things. Each result of
 * background work has an address of its own; one of a session is kept.
 */
function keyOf({ url = '', headers }: IncomingMessage): string | undefined {
  const isKept = url.length <= LONGEST && tokenIn(headers) === undefined
  const session = isKept ? sessionCookie(headers.cookie) : undefined
  if (session === undefined) return undefined
  const end = url.indexOf('?')
  const path = end < 0 ? url : url.slice(0, end)
  return session + (path.startsWith(RESULTS) ? RESULTS : path.replace(numbers, '#'))
}
const LONGEST = 400
const RESULTS = '/background_result/'
const numbers = /\d+/g
