// Rate limits. A request is counted before any work is done for it and before its body is read, for the person
// if the session is cached, else for the address. Once the caller and the route are known, the extra limit of
// the call is counted.
import type { IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import underPressure from '@fastify/under-pressure'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Limit } from '#contract/endpoint.ts'
import type { Callers } from '../access.ts'
import { networkOf } from '../address.ts'
import { sessionCookie, tokenIn } from '../credentials.ts'
import { refuse } from '../errors.ts'
import { onFinished } from '../listen.ts'
import { type Budgets, type Subject, whoseBudget } from './limits.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    limit?: Limit | undefined
    givesWay?: boolean
  }
  interface FastifyInstance {
    budgets: Budgets
  }
}

/** Interval at which the delay of the event loop is sampled. */
const SAMPLE_MS = 250

/** In seconds; random, so that refused clients do not return all at once. */
const RETRY_AFTER = { first: 2, spread: 6 }

/** Under overload, polled lists are refused so that people's own actions go on. */
export async function shedPolledLists(
  app: FastifyInstance,
  budgets: Budgets,
  waitingForDatabase: () => number,
) {
  const giveWay = ({ routeOptions }: FastifyRequest) => {
    if (!routeOptions.config.givesWay) return
    throw refuse('overloaded', undefined, RETRY_AFTER.first + Math.round(Math.random() * RETRY_AFTER.spread))
  }
  const { event_loop_delay, crowd, waiting_for_database } = budgets.table.together
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

type LimitParts = { budgets: Budgets; callers: Callers }

/** Runs before authentication. */
export function limitRequests(app: FastifyInstance, { budgets, callers }: LimitParts) {
  app.decorate('budgets', budgets)
  app.addHook('onRequest', ({ headers, address, raw, method, routeOptions: { bodyLimit } }, reply, done) => {
    const caller = callers.cachedCaller(headers)
    const token = tokenIn(headers)
    // Until authenticated, a caller is counted by their credentials.
    const who = caller?.id ?? token ?? sessionCookie(headers.cookie)
    if (caller === undefined) budgets.spend('unknown_requests', networkOf(address))
    if (caller !== undefined) budgets.spend('requests', caller.id, weight(raw, bodyLimit))
    else if (token !== undefined) budgets.spend('token_requests', token, weight(raw, bodyLimit))
    if (who === undefined) return done()
    if ((caller ?? token) !== undefined && !reads.has(method)) budgets.spend('changes', who)
    budgets.acquire('requests_at_once', who, (release) => {
      onFinished(raw, reply.raw, release)
      // The client has disconnected.
      done(raw.socket.destroyed ? refuse('busy') : undefined)
    })
  })
  app.addHook('onSend', async ({ raw }, reply) => {
    if (reply.statusCode < 400 || raw.complete || contentLength(raw, 1) === 0) return
    if (refusedBodies >= MOST_REFUSED_BODIES) {
      reply.header('connection', 'close')
      return
    }
    // Fastify would close the connection with a 413.
    if (reply.statusCode === TOO_LARGE) reply.removeHeader('connection')
    const rest = discardBody(raw)
    // A client that asked for „connection: close“ could not send the rest after the answer.
    if (!reply.raw.shouldKeepAlive) await rest
  })
}

/** Further ones are disconnected: each costs buffers of 64 KB. */
const MOST_REFUSED_BODIES = 4
const PIECE_MS = 20
let refusedBodies = 0

/**
 * Reads and discards the rest of a refused body at a low rate: a client that is still sending would not read
 * the refusal.
 */
async function discardBody(request: IncomingMessage) {
  refusedBodies++
  try {
    for await (const _ of request) await sleep(PIECE_MS)
  } catch {
    // The client has disconnected.
  } finally {
    refusedBodies--
  }
}

const TOO_LARGE = 413
const reads = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Runs after authorisation. Searches are queued around their work instead (serve.ts). */
export function limitCalls(app: FastifyInstance, { budgets }: Pick<LimitParts, 'budgets'>) {
  app.addHook('onRequest', ({ caller, address, raw, routeOptions }, reply, done) => {
    const { bodyLimit, config } = routeOptions
    const who = (): Subject => (caller ? whoseBudget(caller) : networkOf(address))
    if (config.limit && config.limit !== 'searches') budgets.spend(config.limit, who())
    if (isLarge(raw, bodyLimit))
      onFinished(raw, reply.raw, budgets.acquireBody(who(), contentLength(raw, bodyLimit)))
    done()
  })
}

const LARGE = 64 * 1024

/** Remaining bytes of the body; without a length the longest allowed. */
const contentLength = ({ headers }: IncomingMessage, longest: number) =>
  Number(headers['content-length'] ?? (headers['transfer-encoding'] === undefined ? 0 : longest))

/** A long body costs as much as several requests. */
const weight = (request: IncomingMessage, longest: number) =>
  isLarge(request, longest) ? Math.ceil(contentLength(request, longest) / LARGE) : 1

/** Oversized bodies are refused unread. */
export function isLarge(request: IncomingMessage, longest: number): boolean {
  const length = contentLength(request, longest)
  return length > LARGE && length <= longest
}
