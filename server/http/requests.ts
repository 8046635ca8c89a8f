// Requests by route, as the contract writes it, and by class of status. A route that nobody asked for has no lines; an
// address that leads nowhere counts as `unknown`, whatever was typed: so there are at most 15 lines a route, some 1,900
// in all.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { counter, gauge, labelled, type Metric } from '#server/metrics/metric.ts'
import { Spread } from '#server/metrics/spread.ts'
import type { Code } from './errors.ts'
import type { Connections } from './limits/connections.ts'

declare module 'fastify' {
  interface FastifyInstance {
    requests: Requests
  }
}

/** In seconds. */
export const durations = [0.005, 0.025, 0.1, 0.5, 2.5, 10]
/** `gone`: whoever asked did not wait for the answer. */
const classes = ['1xx', '2xx', '3xx', '4xx', '5xx', 'gone'] as const
const GONE = 5

/** What nobody is let in with. */
const failed = [
  'login_failed',
  'wrong_code',
  'passkey_failed',
  'provider_answer',
  'sign_in_over',
  'no_account',
] as const satisfies Code[]

export type Counted = {
  route: string
  statuses: number[]
  /** Those not longer than each of `durations`, and not longer than the one before; the last are longer than all. */
  times: number[]
  seconds: number
  lines: { statuses: string[]; buckets: string[]; route: string }
  /** Until something is counted. */
  written?: WrittenLines | undefined
}
type WrittenLines = { statuses: string; durations: string }

export class Requests {
  inFlight = 0
  /** Times of the answers made here in the current minute, in ms. */
  readonly minute = { requests: 0, failed: 0, ms: new Spread(1, 16) }
  readonly #routes = new Map<string, Counted>()
  readonly #seen = new Map<string, Map<string | undefined, Counted>>()
  readonly #refused = new Map<Code, number>()
  /** By whatever opens an account. */
  #logins = 0

  /** The counter of a route as the router writes it; requests without a route share one. */
  of(method: string, url: string | undefined): Counted {
    // Looked up by the router's own texts: to make one of the two costs more than to count.
    let seen = this.#seen.get(method)
    if (!seen) this.#seen.set(method, (seen = new Map()))
    const known = seen.get(url)
    if (known) return known
    const counted = this.#ofRoute(method, url)
    seen.set(url, counted)
    return counted
  }

  #ofRoute(method: string, url: string | undefined): Counted {
    const route = url === undefined ? 'unknown' : `${method === 'HEAD' ? 'GET' : method} ${plainPath(url)}`
    const known = this.#routes.get(route)
    if (known) return known
    const [verb, path = 'unknown'] = route === 'unknown' ? ['other'] : route.split(' ')
    const labels = { method: verb as string, route: path }
    const counted: Counted = {
      route,
      statuses: classes.map(() => 0),
      times: [...durations, 0].map(() => 0),
      seconds: 0,
      lines: {
        statuses: classes.map((status) => labelled({ ...labels, status })),
        buckets: [...durations.map(String), '+Inf'].map((le) => labelled({ ...labels, le })),
        route: labelled(labels),
      },
    }
    this.#routes.set(route, counted)
    return counted
  }

  /** `status` 0 for whoever is gone. */
  count(counted: Counted, status: number, ms: number) {
    const at = status === 0 ? GONE : Math.trunc(status / 100) - 1
    counted.written = undefined
    counted.statuses[at] = (counted.statuses[at] ?? 0) + 1
    const seconds = ms / 1_000
    let bucket = 0
    while (bucket < durations.length && seconds > (durations[bucket] as number)) bucket++
    counted.times[bucket] = (counted.times[bucket] as number) + 1
    counted.seconds += seconds
    this.minute.requests++
    if (status >= 500) this.minute.failed++
    this.minute.ms.add(ms)
  }

  refuse(code: Code) {
    this.#refused.set(code, (this.#refused.get(code) ?? 0) + 1)
  }

  countLogin() {
    this.#logins++
  }

  metrics(): Metric[] {
    const routes = [...this.#routes.values()].map((counted) => (counted.written ??= linesOf(counted)))
    const refused = (...codes: Code[]) => codes.reduce((all, code) => all + (this.#refused.get(code) ?? 0), 0)
    return [
      {
        name: 'kontor_http_requests_total',
        type: 'counter',
        help: 'Requests by route and class of status; gone: nobody waited for the answer',
        lines: [],
        written: routes.map(({ statuses }) => statuses).join(''),
      },
      {
        name: 'kontor_http_request_duration_seconds',
        type: 'histogram',
        help: 'How long requests took, by route',
        lines: [],
        written: routes.map(({ durations }) => durations).join(''),
      },
      gauge('kontor_http_requests_in_flight', 'Requests that are being answered', this.inFlight),
      counter(
        'kontor_http_refusals_total',
        'Refused requests by reason',
        [...this.#refused].map(([reason, count]) => [labelled({ reason }), count]),
      ),
      counter('kontor_logins_total', 'Logins and how they ended', [
        [labelled({ outcome: 'succeeded' }), this.#logins],
        [labelled({ outcome: 'failed' }), refused(...failed)],
        [labelled({ outcome: 'limited' }), refused('too_many_logins')],
      ]),
    ]
  }
}

/** As it goes out: of most routes the same as at the last look. */
function linesOf({ statuses, times, seconds, lines }: Counted): WrittenLines {
  let count = 0
  const name = 'kontor_http_request_duration_seconds'
  const buckets = times.map((more, at) => `${name}_bucket${lines.buckets[at]} ${(count += more)}\n`)
  const counted = statuses.map((value, at) =>
    value > 0 ? `kontor_http_requests_total${lines.statuses[at]} ${value}\n` : '',
  )
  return {
    statuses: counted.join(''),
    durations: `${buckets.join('')}${name}_sum${lines.route} ${seconds}\n${name}_count${lines.route} ${count}\n`,
  }
}

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
    requests.inFlight++
    const counted = requests.of(request.method, request.routeOptions.url)
    connections.whenOver(request.raw.socket, reply.raw, () => {
      requests.inFlight--
      requests.count(counted, statusOf(reply), reply.elapsedTime)
    })
  })
}
