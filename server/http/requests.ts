// Lifecycle of a request: its id, the client's address, and metrics and log when it is done.
import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { createHistogram } from 'node:perf_hooks'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Counter, Gauge, Histogram } from 'prom-client'
import type { Config } from '#server/config.ts'
import type { TrustedProxies } from './address.ts'
import type { RefusalCode } from './errors.ts'
import { onFinished } from './listen.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Path of the route in the notation of the contract, e.g. `/docs/{doc_id}/`. */
    path?: string
  }
  interface FastifyInstance {
    requests: RequestMetrics
  }
  interface FastifyRequest {
    /** Client address behind trusted proxies. Fastify's own `ip` cannot parse ports. */
    address: string
  }
}

export const REQUEST_ID = 'x-request-id'
const requestIdPattern = /^[\w.:-]{1,64}$/

/** Request id in log lines and the answer: a trusted proxy's id if it is well-formed, else our own. */
export const requestIdOf =
  ({ isProxy }: TrustedProxies) =>
  ({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): string => {
    const id = headers[REQUEST_ID]
    return typeof id === 'string' && requestIdPattern.test(id) && isProxy(socket.remoteAddress ?? '')
      ? id
      : randomUUID()
  }

/** Histogram buckets in seconds. */
const durationBuckets = [0.005, 0.025, 0.1, 0.5, 2.5, 10]
/** Refusals that count as failed logins. */
const failedLoginCodes: ReadonlySet<RefusalCode> = new Set([
  'login_failed',
  'wrong_code',
  'passkey_failed',
  'provider_answer',
  'sign_in_over',
  'no_account',
])

/**
 * Metrics by route pattern and class of status. Unused routes have no lines, and unknown addresses count as
 * `unknown`: at most 15 lines per route, about 1,900 in total.
 */
export class RequestMetrics {
  /** Statistics of the current minute on this node. */
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
    buckets: durationBuckets,
    registers: [],
  })
  readonly #refused = new Counter({
    name: 'kontor_http_refusals_total',
    help: 'Refused requests by reason',
    labelNames: ['reason'],
    registers: [],
  })
  /** Logins by any means. */
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

  /** `path`: of the route, undefined for unknown addresses; `status`: 0 for a disconnected client. */
  count(method: string, path: string | undefined, status: number, ms: number) {
    const labels =
      path === undefined
        ? { method: 'other', route: 'unknown' }
        : { method: method === 'HEAD' ? 'GET' : method, route: path }
    this.#answered.inc({ ...labels, status: status === 0 ? 'gone' : `${Math.trunc(status / 100)}xx` })
    this.#durations.observe(labels, ms / 1_000)
    this.minute.requests++
    if (status >= 500) this.minute.failed++
    this.minute.us.record(Math.max(1, Math.round(ms * 1_000)))
  }

  refuse(code: RefusalCode) {
    this.#refused.inc({ reason: code })
    if (failedLoginCodes.has(code)) this.#logins.inc({ outcome: 'failed' })
    if (code === 'too_many_logins') this.#logins.inc({ outcome: 'limited' })
  }

  countLogin() {
    this.#logins.inc({ outcome: 'succeeded' })
  }
}

const HOUR_US = 3_600 * 1e6

const pathOf = ({ routeOptions: { config, url } }: FastifyRequest) => config.path ?? url

/** Undefined for unknown addresses. */
export const routeOf = (request: FastifyRequest) => {
  const path = pathOf(request)
  return path === undefined ? undefined : `${request.method} ${path}`
}

/** Status of a finished answer; 0 if the client disconnected before its end. */
function statusOf({ raw, request, statusCode }: FastifyReply): number {
  const isTaken = raw.writableFinished || (raw.writableEnded && !request.raw.socket.destroyed)
  return isTaken ? statusCode : 0
}

type WatchDeps = { requests: RequestMetrics; proxies: TrustedProxies } & Pick<Config, 'accessLog'>

/** The first of all hooks, so that refusals by later ones are counted too. */
export function watchRequests(app: FastifyInstance, { requests, proxies, accessLog }: WatchDeps) {
  const log = accessLog === '1' ? createAccessLog(app) : undefined
  app.decorate('requests', requests)
  app.decorateRequest('address', '')
  app.addHook('onRequest', (request, reply, done) => {
    request.address = proxies.visitorOf(request.raw)
    // Set in the first hook, so that a 404 has this header, too.
    reply.header(REQUEST_ID, request.id)
    requests.inFlight.inc()
    const before = log && request.raw.socket.bytesWritten
    onFinished(request.raw, reply.raw, () => {
      const status = statusOf(reply)
      requests.inFlight.dec()
      requests.count(request.method, pathOf(request), status, reply.elapsedTime)
      log?.(request, reply, status, before)
    })
    done()
  })
}

/** Setting `ACCESS_LOG`: a line per request, with the route pattern instead of the path, and no query. */
function createAccessLog(app: FastifyInstance) {
  // Independent of LOG_LEVEL.
  const log = app.log.child({}, { level: 'info' })
  return (request: FastifyRequest, reply: FastifyReply, status: number, bytesBefore = 0) => {
    const length = reply.getHeader('content-length')
    const path = pathOf(request)
    log.info(
      {
        event: 'request',
        method: path === undefined ? undefined : request.method,
        route: path ?? 'unknown',
        // 0 for a disconnected client.
        status,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        // A streamed response has no length. Then the bytes on the socket are counted, including the headers.
        bytes: length === undefined ? request.raw.socket.bytesWritten - bytesBefore : Number(length),
        request_id: request.id,
        user_id: request.caller?.id,
        address: request.address,
      },
      'request',
    )
  }
}
