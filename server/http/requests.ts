// Requests by route, as the contract writes it, and by class of status. A route that nobody asked for has no lines; an
// address that leads nowhere counts as `unknown`, whatever was typed: so there are at most 15 lines a route, some 1,900
// in all.
import { createHistogram } from 'node:perf_hooks'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Counter, Gauge, Histogram } from 'prom-client'
import type { Code } from './errors.ts'
import type { Connections } from './limits/connections.ts'

declare module 'fastify' {
  interface FastifyInstance {
    requests: Requests
  }
}

/** In seconds. */
const durations = [0.005, 0.025, 0.1, 0.5, 2.5, 10]
/** What nobody is let in with. */
const failed: ReadonlySet<Code> = new Set([
  'login_failed',
  'wrong_code',
  'passkey_failed',
  'provider_answer',
  'sign_in_over',
  'no_account',
])

/** A method, and an address as the router writes it; undefined where there is none. */
type Route = { method: string; url: string | undefined }

export class Requests {
  /** Answers made here in the current minute. */
  readonly minute = { requests: 0, failed: 0, us: createHistogram({ highest: HOUR_US, figures: 2 }) }
  readonly inFlight = new Gauge({
    name: 'kontor_http_requests_in_flight',
    help: 'Requests that are being answered',
    registers: [],
  })
  readonly #answered = new Counter({
    name: 'kontor_http_requests_total',
    help: 'Requests by route and class of status; gone: nobody waited for the answer',
    labelNames: ['method', 'route', 'status'],
    registers: [],
  })
  readonly #durations = new Histogram({
    name: 'kontor_http_request_duration_seconds',
    help: 'How long requests took, by route',
    labelNames: ['method', 'route'],
    buckets: durations,
    registers: [],
  })
  readonly #refused = new Counter({
    name: 'kontor_http_refusals_total',
    help: 'Refused requests by reason',
    labelNames: ['reason'],
    registers: [],
  })
  /** By whatever opens an account. */
  readonly #logins = new Counter({
    name: 'kontor_logins_total',
    help: 'Logins and how they ended',
    labelNames: ['outcome'],
    registers: [],
  })
  readonly metrics = [this.#answered, this.#durations, this.inFlight, this.#refused, this.#logins]

  constructor() {
    for (const outcome of ['succeeded', 'failed', 'limited']) this.#logins.inc({ outcome }, 0)
  }

  /** `status` 0 for whoever is gone. */
  count(route: Route, status: number, ms: number) {
    const labels = labelsOf(route)
    this.#answered.inc({ ...labels, status: status === 0 ? 'gone' : `${Math.trunc(status / 100)}xx` })
    this.#durations.observe(labels, ms / 1_000)
    this.minute.requests++
    if (status >= 500) this.minute.failed++
    this.minute.us.record(Math.max(1, Math.round(ms * 1_000)))
  }

  refuse(code: Code) {
    this.#refused.inc({ reason: code })
    if (failed.has(code)) this.#logins.inc({ outcome: 'failed' })
    if (code === 'too_many_logins') this.#logins.inc({ outcome: 'limited' })
  }

  countLogin() {
    this.#logins.inc({ outcome: 'succeeded' })
  }
}

const HOUR_US = 3_600 * 1e6

const labelsOf = ({ method, url }: Route) =>
  url === undefined
    ? { method: 'other', route: 'unknown' }
    : { method: method === 'HEAD' ? 'GET' : method, route: plainPath(url) }

/** `/docs/:doc_id(^\d+).pdf` as the contract writes it: `/docs/{doc_id}.pdf`. */
const plainPath = (url: string) =>
  url
    .split('/')
    .map((part) => part.replace(/^:(\w+)(?:\([^)]*\))?/, '{$1}'))
    .join('/')

export const routeOf = ({ method, routeOptions }: FastifyRequest) =>
  routeOptions.url === undefined ? undefined : `${method} ${plainPath(routeOptions.url)}`

/** The status of an answer that is over; 0 if the caller did not wait for all of it. */
export function statusOf({ raw, request, statusCode }: FastifyReply): number {
  const isTaken = raw.writableFinished || (raw.writableEnded && !request.raw.socket.destroyed)
  return isTaken ? statusCode : 0
}

/** First of all hooks: what the others refuse is counted too. */
export function countRequests(app: FastifyInstance, requests: Requests, connections: Connections) {
  app.decorate('requests', requests)
  app.addHook('onRequest', async (request, reply) => {
    requests.inFlight.inc()
    connections.whenOver(request.raw.socket, reply.raw, () => {
      requests.inFlight.dec()
      const { method, routeOptions } = request
      requests.count({ method, url: routeOptions.url }, statusOf(reply), reply.elapsedTime)
    })
  })
}
