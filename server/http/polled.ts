import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { aboutUser } from '#server/live/facts.ts'
import type { News } from '#server/live/news.ts'
import { Remembered } from '#server/live/remembered.ts'

/**
 * Calls that every open app repeats every few seconds are answered with the bytes of last time, before any routing,
 * for as long as no fact behind them has changed. The key is the whole cookie: who asks is part of the question.
 */
type Replay = { headers: string[]; body: Buffer }
const REMEMBER_MS = 600_000

declare module 'fastify' {
  interface FastifyRequest {
    /** How many changes had been heard when the request came. */
    asOf: number
    /** What the answer rests on beside its caller. */
    facts: string[]
  }
}

export class Polled {
  readonly #news: News
  readonly #replays = new Remembered<Replay>(50_000)

  constructor(news: News) {
    this.#news = news
    news.listen({
      changed: (fact) => this.#replays.forget(fact),
      lost: () => this.#replays.forgetAll(),
    })
  }

  /** Answers from memory if it can; else the request takes the ordinary way. */
  replay(request: IncomingMessage, response: ServerResponse): boolean {
    if (request.method !== 'GET' || request.headers.cookie === undefined || !this.#news.heard) return false
    const replay = this.#replays.get(keyOf(request))
    if (!replay) return false
    response.writeHead(200, replay.headers)
    response.end(replay.body)
    return true
  }

  remember(app: FastifyInstance) {
    app.decorateRequest('asOf', 0)
    app.decorateRequest('facts')
    app.addHook('onRequest', async (request) => {
      request.asOf = this.#news.count
      request.facts = []
    })
    app.addHook('onSend', async (request, reply, payload) => {
      const { caller, asOf } = request
      if (!request.routeOptions.config.polled || request.method !== 'GET' || reply.statusCode !== 200) return
      if (!caller || typeof payload !== 'string' || reply.hasHeader('set-cookie')) return
      const facts = [aboutUser(caller.id), ...request.facts]
      if (!this.#news.heard || this.#news.changedSince(asOf, facts)) return
      const body = Buffer.from(payload)
      const headers = { ...reply.getHeaders(), 'content-length': body.length }
      this.#replays.set(
        keyOf(request.raw),
        { headers: Object.entries(headers).flatMap(([name, value]) => [name, String(value)]), body },
        facts,
        Math.min(performance.now() + REMEMBER_MS, caller.ends_at),
      )
    })
  }
}

const keyOf = (request: IncomingMessage) => `${request.url}\n${request.headers.cookie}`
