// Calls that every open app repeats every few seconds are answered with the bytes of last time, before any routing,
// for as long as no fact behind them has changed. One answer for each session and call is kept, under the session's cookie
// and the plain address: nothing that a caller may add to either makes another one.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { Cache } from '#server/live/cache.ts'
import { aboutUser } from '#server/live/facts.ts'
import type { News } from '#server/live/news.ts'
import type { AccessLog } from './access-log.ts'
import type { Proxies } from './address.ts'
import { plainAddress } from './address.ts'
import type { Budgets } from './budgets.ts'
import type { Connections } from './connections.ts'
import { REQUEST_ID, requestIdOf } from './request-id.ts'
import type { Counted, Requests } from './requests.ts'
import { sessionCookie } from './session-cookie.ts'

type Replay = { url: string; person: number; counted: Counted; headers: string[]; body: Buffer }
const KEEP_MS = 600_000
const limits = { entries: 50_000, bytes: 48 * 1024 * 1024 }
/** Bytes that an answer takes in memory beside its body: headers, key, its place among the others. */
const BESIDE_BODY = 2_000

declare module 'fastify' {
  interface FastifyRequest {
    /** When the request came, as a moment of the cache. */
    asOf: number
    /** Facts that the answer rests on beside its caller. */
    facts: string[]
    /** For how long it is true at most. */
    lastsMs: number
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
      weigh: ({ body }) => body.length + BESIDE_BODY,
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
    if (!budgets.take('requests', replay.person)) return false
    const request_id = requestIdOf(proxies)(request)
    // The last of them is its place.
    replay.headers[replay.headers.length - 1] = request_id
    response.writeHead(200, replay.headers)
    response.end(replay.body)
    requests.countReplay(replay.counted)
    if (access.isOn)
      access.note({
        route: replay.counted.route,
        status: 200,
        ms: 0,
        bytes: replay.body.length,
        request_id,
        user_id: replay.person,
        address: plainAddress(proxies.visitorOf(request)),
      })
    return true
  }

  /** Keeps the answers of polled calls. */
  keep(app: FastifyInstance) {
    const { requests } = this.#parts
    app.decorateRequest('asOf', 0)
    app.decorateRequest('facts')
    app.decorateRequest('lastsMs', KEEP_MS)
    app.addHook('onRequest', async (request) => {
      request.asOf = this.#replays.asOf
      request.facts = []
    })
    app.addHook('onSend', async (request, reply, payload) => {
      const { caller, asOf } = request
      if (!request.routeOptions.config.polled || request.method !== 'GET' || reply.statusCode !== 200) return
      if (!caller || typeof payload !== 'string' || reply.hasHeader('set-cookie')) return
      const facts = [aboutUser(caller.id), ...request.facts]
      const [key, { url = '' }] = [keyOf(request.raw), request.raw]
      if (key === undefined) return
      const body = Buffer.from(payload)
      const { [REQUEST_ID]: _own, ...lasting } = reply.getHeaders()
      const headers = { ...lasting, 'content-length': body.length, [REQUEST_ID]: '' }
      this.#replays.keep(
        key,
        {
          url,
          person: caller.id,
          counted: requests.of(request.method, request.routeOptions.url),
          headers: Object.entries(headers).flatMap(([name, value]) => [name, String(value)]),
          body,
        },
        { asOf, facts, until: Math.min(performance.now() + request.lastsMs, caller.ends_at) },
      )
    })
  }
}

/** A session and the first step of an address, which is the call. No polled call has a query: one with it is not kept. */
function keyOf({ url = '', headers }: IncomingMessage): string | undefined {
  const session = url.length > LONGEST || url.includes('?') ? undefined : sessionCookie(headers.cookie)
  return session && `${session}${url.slice(0, url.indexOf('/', 1))}`
}
const LONGEST = 100
