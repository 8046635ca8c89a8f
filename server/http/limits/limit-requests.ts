// Counts what a request costs before anything is done for it, and before its body is read: for the person whose session
// is known here, else for the address. Then, when it is known who asks for what, what that call costs beside.
import type { IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import underPressure from '@fastify/under-pressure'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Limit } from '#contract/endpoint.ts'
import type { Callers } from '../access.ts'
import { networkOf } from '../address.ts'
import { sessionCookie, tokenIn } from '../credentials.ts'
import { refuse } from '../errors.ts'
import { whenOver } from '../listen.ts'
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

/** In seconds; by chance, so that those who were refused do not come back together. */
const RETRY_AFTER = { first: 2, spread: 6 }

/**
 * When there is more to do than can be done, lists that open screens ask for again by themselves give way, and what
 * somebody does goes on.
 */
export async function letListsGiveWay(
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

/** Before it is looked at who asks. */
export function limitRequests(app: FastifyInstance, { budgets, callers }: LimitParts) {
  app.decorate('budgets', budgets)
  app.addHook('onRequest', ({ headers, address, raw, method, routeOptions: { bodyLimit } }, reply, done) => {
    const known = callers.known(headers)
    const token = tokenIn(headers)
    // Until it is looked up in the database what somebody comes with stands for them.
    const who = known?.id ?? token ?? sessionCookie(headers.cookie)
    if (known === undefined) budgets.spend('unknown_requests', networkOf(address))
    if (known !== undefined) budgets.spend('requests', known.id, weight(raw, bodyLimit))
    else if (token !== undefined) budgets.spend('token_requests', token, weight(raw, bodyLimit))
    if (who === undefined) return done()
    if ((known ?? token) !== undefined && !reads.has(method)) budgets.spend('changes', who)
    budgets.acquire('requests_at_once', who, (release) => {
      whenOver(raw, reply.raw, release)
      // Nobody waits for it any more.
      done(raw.socket.destroyed ? refuse('busy') : undefined)
    })
  })
  app.addHook('onSend', async ({ raw }, reply) => {
    if (reply.statusCode < 400 || raw.complete || contentLength(raw, 1) === 0) return
    if (refusedBodies >= MOST_REFUSED_BODIES) {
      reply.header('connection', 'close')
      return
    }
    // The framework would end the connection with a 413.
    if (reply.statusCode === TOO_LARGE) reply.removeHeader('connection')
    const rest = readAway(raw)
    // A client that asks for the end of the connection gets it with the answer, and could not send the rest.
    if (!reply.raw.shouldKeepAlive) await rest
  })
}

/** More than so many at a time are cut off: each is pieces of 64 KB that somebody has to clear away. */
const MOST_REFUSED_BODIES = 4
const PIECE_MS = 20
let refusedBodies = 0

/** Reads what is left of a refused body, slowly: whoever still sends it would not read the refusal before. */
async function readAway(request: IncomingMessage) {
  refusedBodies++
  try {
    for await (const _ of request) await sleep(PIECE_MS)
  } catch {
    // Its sender has gone.
  } finally {
    refusedBodies--
  }
}

const TOO_LARGE = 413
const reads = new Set(['GET', 'HEAD', 'OPTIONS'])

/** When it is known who may ask. Searches wait for their turn instead, around their work (serve.ts). */
export function limitCalls(app: FastifyInstance, { budgets }: Pick<LimitParts, 'budgets'>) {
  app.addHook('onRequest', ({ caller, address, raw, routeOptions }, reply, done) => {
    const { bodyLimit, config } = routeOptions
    const who = (): Subject => (caller ? whoseBudget(caller) : networkOf(address))
    if (config.limit && config.limit !== 'searches') budgets.spend(config.limit, who())
    if (isLarge(raw, bodyLimit))
      whenOver(raw, reply.raw, budgets.acquireBody(who(), contentLength(raw, bodyLimit)))
    done()
  })
}

const LARGE = 64 * 1024

/** Bytes of the body to come; one that does not say is taken for the longest allowed. */
const contentLength = ({ headers }: IncomingMessage, longest: number) =>
  Number(headers['content-length'] ?? (headers['transfer-encoding'] === undefined ? 0 : longest))

/** Reading and checking a long body costs as much as several requests. */
const weight = (request: IncomingMessage, longest: number) =>
  isLarge(request, longest) ? Math.ceil(contentLength(request, longest) / LARGE) : 1

/** A body that is too long is refused without being read. */
export function isLarge(request: IncomingMessage, longest: number): boolean {
  const length = contentLength(request, longest)
  return length > LARGE && length <= longest
}
