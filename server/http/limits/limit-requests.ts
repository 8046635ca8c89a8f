// Counts what a request costs before anything is done for it, and before its body is read: for the person whose session
// is known here, else for the address. Then, when it is known who asks for what, what that call costs beside.
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Limit } from '#contract/endpoint.ts'

import type { Callers } from '../access.ts'
import { networkOf } from '../address.ts'
import { tokenIn } from '../bearer.ts'
import { refuse } from '../errors.ts'
import { sessionCookie } from '../session-cookie.ts'
import { type Bodies, isLarge, lengthOf, worthOf } from './bodies.ts'
import { type Budgets, type Who, whoseBudget } from './budgets.ts'
import type { Connections } from './connections.ts'
import { RefusedBodies } from './refused-bodies.ts'
import { SlowRefusals } from './slow-refusals.ts'
import type { Unread } from './unread.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    limit?: Limit | undefined
  }
  interface FastifyRequest {
    /** Gives back the place in which it is worked on. */
    release: (() => void) | undefined
    /** Whose session it is, if that is known before anything was looked up. */
    person: number | undefined
  }
  interface FastifyInstance {
    budgets: Budgets
    refusedBodies: RefusedBodies
  }
}

type LimitParts = {
  budgets: Budgets
  connections: Connections
  callers: Callers
  unread: Unread
  bodies: Bodies
}

/** Before it is looked at who asks. */
export function limitRequests(app: FastifyInstance, { budgets, connections, callers, unread }: LimitParts) {
  app.decorate('budgets', budgets)
  app.decorateRequest('release')
  app.decorateRequest('person')
  app.addHook('onRequest', async (request, reply) => {
    const { headers, ip, raw, method } = request
    const known = callers.known(headers)
    const person = known?.id
    request.person = person
    if (known === undefined) budgets.spend('unknown_requests', networkOf(ip))
    else {
      budgets.spend(known.token ? 'token_requests' : 'requests', whoseBudget(known))
      if (!reads.has(method)) budgets.spend('changes', whoseBudget(known))
      if (!connections.belongsTo(raw.socket, known.id)) {
        reply.header('connection', 'close')
        throw budgets.refusal('open_requests')
      }
      if (unread.isTooMuch(known.id)) throw budgets.refusal('open_requests')
    }
    // A session that is not in memory yet is looked up in the database: until then its token stands for the person.
    const who = known ? whoseBudget(known) : (tokenIn(headers) ?? sessionCookie(headers.cookie))
    if (who === undefined) return
    connections.whenOver(raw.socket, reply.raw, budgets.acquireNow('open_requests', who))
    const worth = worthOf(raw, request.routeOptions.bodyLimit)
    const delay = budgets.delay('requests_a_second', who, worth)
    if (delay > 0) await sleep(delay)
    if (lengthOf(raw, 1) > 0) await waitForParseBudget(budgets, who, raw.socket)
    request.release = await budgets.acquire('requests_at_work', who)
    connections.whenOver(raw.socket, reply.raw, request.release)
    // Nobody waits for it any more.
    if (raw.socket.destroyed) throw refuse('busy')
  })
  const refusedBodies = new RefusedBodies()
  app.decorate('refusedBodies', refusedBodies)
  const slowRefusals = new SlowRefusals()
  app.addHook('onSend', async ({ caller, raw, release, person }, reply, payload) => {
    release?.()
    if (reply.statusCode === 429 && person !== undefined) await slowRefusals.whenDue(person)
    if (reply.statusCode >= 400 && lengthOf(raw, 1) > 0) {
      refusedBodies.add(raw)
      // Whoever asks for the end of the connection, as nginx does, gets it with the answer, and could not send the rest.
      if (!reply.raw.shouldKeepAlive) await refusedBodies.whenOver(raw)
    }
    // The framework would end the connection with the answer, and whoever still sends would never read it.
    if (reply.statusCode === TOO_LARGE) reply.removeHeader('connection')
    if (caller && (typeof payload === 'string' || Buffer.isBuffer(payload)))
      connections.whenOver(raw.socket, reply.raw, unread.add(caller.id, raw.socket, payload.length))
  })
}

const TOO_LARGE = 413

/** What a body is thought to cost until it is checked, in ms: of many that wait one goes on at a time. */
const MIN_COST_MS = 1

async function waitForParseBudget(budgets: Budgets, who: Who, socket: Socket) {
  for (;;) {
    const delay = budgets.delay('checking', who, 0)
    if (delay <= 0) break
    await sleep(delay)
    if (socket.destroyed) throw refuse('busy')
  }
  budgets.delay('checking', who, MIN_COST_MS)
}

/** Reads or checks a body, and counts the time that it took. */
export function countChecking<T>(request: FastifyRequest, check: () => T): T {
  const began = performance.now()
  try {
    return check()
  } finally {
    const { caller } = request
    const ms = performance.now() - began
    if (caller) request.server.budgets.delay('checking', whoseBudget(caller), ms)
  }
}

const reads = new Set(['GET', 'HEAD', 'OPTIONS'])

/** When it is known who may ask. Searches wait for their turn instead, around their work (serve.ts). */
export function limitCalls(app: FastifyInstance, { budgets, connections, bodies }: LimitParts) {
  app.addHook('onRequest', async (request, reply) => {
    const { raw, routeOptions } = request
    const { limit } = routeOptions.config
    if (limit && limit !== 'searches') budgets.spend(limit, whoAsks(request))
    const { bodyLimit } = routeOptions
    if (isLarge(raw, bodyLimit))
      connections.whenOver(raw.socket, reply.raw, bodies.take(whoAsks(request), lengthOf(raw, bodyLimit)))
  })
}

const whoAsks = ({ caller, ip }: FastifyRequest): Who => (caller ? whoseBudget(caller) : networkOf(ip))
