import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type * as Call from '#contract/endpoint.ts'
import { type Endpoint, usualBody } from '#contract/endpoint.ts'
import { Body } from '#contract/shapes.ts'
import { scopesFor } from '#contract/token-reach.ts'
import type { Caller } from '#server/caller.ts'
import { bodyCheck, textCheck } from './input/input.ts'
import { isLarge } from './limits/bodies.ts'
import { whoseBudget } from './limits/budgets.ts'
import { countChecking } from './limits/limit-requests.ts'
import { JSON_TYPE, knownAs } from './written.ts'

/** A handler is given checked input, and the caller. */
type Asked<E> = {
  caller: E extends { may: 'everyone' } ? Caller | undefined : Caller
  params: Call.Params<E>
  query: Call.Query<E>
  body: Call.Body<E>
  /** For polled calls: a fact beside the caller's own that the answer rests on. */
  restsOn: (fact: string) => void
  /** For polled calls: in so many ms it is another one, though no fact changes. */
  lasts: (ms: number) => void
  /**
   * For polled calls: how the same answer is made anew, of what is in memory alone; undefined where that is not
   * there. `version` is another number as soon as it is another answer.
   */
  again: (compose: () => Call.Answer<E> | undefined, version?: () => number | undefined) => void
  request: FastifyRequest
  reply: FastifyReply
}
/** In place of an answer: the caller has the newest one already. */
export const notModified = Symbol('not modified')
type Answered<E> = Call.Answer<E> | typeof notModified
type Handler<E> = (asked: Asked<E>) => Answered<E> | Promise<Answered<E>>
/** `beforeLarge` refuses before a large body is received: a caller who is refused anyway need not send it. */
type Careful<E> = {
  beforeLarge: (asked: Pick<Asked<E>, 'caller' | 'params'>) => Promise<unknown>
  handle: Handler<E>
}
type Handlers<D> = { [K in keyof D]: Handler<D[K]> | Careful<D[K]> }

/** The answer of a call that has nothing else to say. */
export const done = { success: true, details: '' } as const

/** Serves a domain's calls. A call without handler, or a handler with another answer, does not compile. */
export function serve<D extends Record<string, Endpoint>>(
  app: FastifyInstance,
  domain: D,
  handlers: Handlers<D>,
) {
  for (const [name, endpoint] of Object.entries(domain)) {
    const { method, path, may, answer, polled, limit, mostBytes, mostValues, tooLarge, beforeFactor } =
      endpoint
    const { readParams, read } = inputOf(endpoint)
    const { handle, beforeLarge } = carefulOf(handlers[name] as AnyHandler)
    const mediaType = (answer as { contentMediaType?: string }).contentMediaType
    app.route({
      method,
      url: urlOf(path),
      bodyLimit: mostBytes ?? (may === 'everyone' ? usualBody.bytesFromNobody : usualBody.bytes),
      config: {
        may,
        polled: polled ?? false,
        limit,
        beforeFactor: beforeFactor ?? false,
        scopes: scopesFor(endpoint),
        ...(tooLarge && { tooLarge }),
        ...(mostValues && { mostValues }),
      },
      ...(beforeLarge && {
        onRequest: async (request: FastifyRequest) => {
          if (isLarge(request.raw, request.routeOptions.bodyLimit))
            await beforeLarge({
              caller: request.caller,
              params: readParams?.(request.params as Record<string, unknown>),
            })
        },
      }),
      handler: async (request, reply) => {
        const asked = {
          caller: request.caller,
          ...read(request),
          restsOn: (fact: string) => request.facts.push(fact),
          lasts: (ms: number) => {
            request.lastsMs = Math.min(request.lastsMs, ms)
          },
          again: (compose: () => unknown, version?: () => number | undefined) => {
            request.compose = compose
            request.version = version
          },
          request,
          reply,
        }
        const answered =
          limit === 'searches' && request.caller
            ? await app.budgets.withLimit(limit, whoseBudget(request.caller), () => handle(asked))
            : await handle(asked)
        if (answered === notModified) return reply.code(304).send()
        if (polled) {
          request.answered = answered
          const known = knownAs(answered)
          if (known) return reply.type(JSON_TYPE).send(known.text)
        }
        if (!mediaType) return written(reply, answer, answered)
        if (!reply.hasHeader('content-type')) reply.type(mediaType)
        return isStream(answered) ? Readable.from(answered) : answered
      },
    })
  }
}

/**
 * The schema of an answer is an allow-list: what it does not name never leaves. The writer of each is made with its
 * first answer: all of them at once would be a tenth of a start.
 */
function written(reply: FastifyReply, schema: Endpoint['answer'], answered: unknown): FastifyReply {
  const write = reply.compileSerializationSchema(schema as Record<string, unknown>)
  return reply.type(JSON_TYPE).send(write(answered as Record<string, unknown>))
}

type AnyHandler =
  | ((asked: unknown) => unknown)
  | Record<'beforeLarge' | 'handle', (asked: unknown) => unknown>
const carefulOf = (handler: AnyHandler) =>
  typeof handler === 'function' ? { handle: handler, beforeLarge: undefined } : handler

/** `/docs/{doc_id}.pdf` as the router writes it: a parameter before a dot says what it consists of. */
export const urlOf = (path: string) =>
  path.replace(/\{(\w+)\}\./g, ':$1(^\\d+).').replace(/\{(\w+)\}/g, ':$1')

const isStream = (answer: unknown): answer is AsyncIterable<Uint8Array> =>
  typeof answer === 'object' && answer !== null && Symbol.asyncIterator in answer

/** The body of a call that has none: if one is sent all the same, it must be empty. */
const nothing = Body({})
const isSent = (body: unknown) => body !== undefined && body !== null

function inputOf({ params, query, body }: Endpoint) {
  const readParams = params && textCheck('path', params)
  const readQuery = query && textCheck('query', query)
  const readBody = bodyCheck(body ?? nothing)
  const read = (request: FastifyRequest) => ({
    params: readParams?.(request.params as Record<string, unknown>),
    query: readQuery?.(request.query as Record<string, unknown>),
    body: body || isSent(request.body) ? countChecking(request, () => readBody(request.body)) : undefined,
  })
  return { readParams, read }
}
