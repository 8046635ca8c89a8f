import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type * as Call from '#contract/endpoint.ts'
import { type Endpoint, usualBody } from '#contract/endpoint.ts'
import { scopesFor } from '#contract/token-reach.ts'
import type { Caller } from '#server/caller.ts'
import { noBody, pathCheck } from './input/input.ts'
import { isLarge } from './limits/limit-requests.ts'
import { whoseBudget } from './limits/limits.ts'
import { tagOf, tagStillTrue } from './versions.ts'

/** A handler is given checked input, and the caller. */
type Asked<E> = {
  caller: E extends { may: 'everyone' } ? Caller | undefined : Caller
  params: Call.Params<E>
  query: Call.Query<E>
  body: Call.Body<E>
  /** For polled calls: in so many ms it is another one, though no fact changes. */
  lasts: (ms: number) => void
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
/** `restsOn`: the facts, beside those about the caller, without whose change a polled answer stays the same. */
type Repeated<E> = {
  restsOn: (asked: Pick<Asked<E>, 'caller' | 'params' | 'query'>) => readonly string[]
  handle: Handler<E>
}
type Handlers<D> = {
  [K in keyof D]: D[K] extends { polled: true } ? Repeated<D[K]> : Handler<D[K]> | Careful<D[K]>
}

/** The answer of a call that has nothing else to say. */
export const done = { success: true, details: '' } as const

/** Tells the service worker that it may keep an answer: web/worker/calls.ts. */
const OFFLINE = 'kontor-offline'

const JSON_TYPE = 'application/json; charset=utf-8'

/** Serves a domain's calls. A call without handler, or a handler with another answer, does not compile. */
export function serve<D extends Record<string, Endpoint>>(
  app: FastifyInstance,
  domain: D,
  handlers: Handlers<D>,
) {
  for (const [name, endpoint] of Object.entries(domain)) {
    const { method, path, may, answer, polled, limit, mostBytes, mostValues, tooLarge } = endpoint
    const { params, query, body } = endpoint
    const checkParams = params && pathCheck(params)
    const { handle, beforeLarge, restsOn } = partsOf(handlers[name] as AnyHandler)
    const mediaType = (answer as { contentMediaType?: string }).contentMediaType
    app.route({
      method,
      url: urlOf(path),
      schema: {
        ...(params && { params }),
        ...(query && { querystring: query }),
        ...(method !== 'GET' && { body: body ?? noBody }),
      },
      bodyLimit: mostBytes ?? (may === 'everyone' ? usualBody.bytesFromNobody : usualBody.bytes),
      config: {
        may,
        polled: polled ?? false,
        limit,
        givesWay: endpoint.givesWay ?? false,
        beforeFactor: endpoint.beforeFactor ?? false,
        scopes: scopesFor(endpoint),
        ...(tooLarge && { tooLarge }),
        ...(mostValues && { mostValues }),
      },
      ...(beforeLarge && {
        onRequest: async (request: FastifyRequest) => {
          if (!isLarge(request.raw, request.routeOptions.bodyLimit)) return
          const checked = checkParams?.(request.params as Record<string, unknown>)
          if (checked?.error) throw checked.error
          await beforeLarge({ caller: request.caller, params: checked?.value })
        },
      }),
      handler: async (request, reply) => {
        if (endpoint.offline) reply.header(OFFLINE, 'yes')
        let longest = Number.POSITIVE_INFINITY
        const asked = {
          caller: request.caller,
          params: request.params,
          query: request.query,
          body: request.body,
          lasts: (ms: number) => {
            longest = Math.min(longest, ms)
          },
          request,
          reply,
        }
        const version =
          restsOn && app.versions.versionFor(request.caller as Caller, request.url, restsOn(asked))
        const known = version && tagStillTrue(request.headers['if-none-match'], version)
        if (known) return reply.header('etag', known).code(304).send()
        const answered =
          limit === 'searches' && request.caller
            ? await app.budgets.withLimit(limit, whoseBudget(request.caller), () => handle(asked))
            : await handle(asked)
        if (answered === notModified) return reply.code(304).send()
        if (version) reply.header('etag', tagOf(version, longest))
        if (!mediaType) return written(reply, answer, answered)
        if (!reply.hasHeader('content-type')) reply.type(mediaType)
        return isStream(answered) && !(answered instanceof Readable) ? Readable.from(answered) : answered
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

type Work = (asked: unknown) => unknown
type AnyParts = { handle: Work; beforeLarge?: Work; restsOn?: (asked: unknown) => readonly string[] }
type AnyHandler = Work | AnyParts
const partsOf = (handler: AnyHandler): AnyParts =>
  typeof handler === 'function' ? { handle: handler } : handler

/** `/docs/{doc_id}.pdf` as the router writes it: a parameter before a dot says what it consists of. */
export const urlOf = (path: string) =>
  path.replace(/\{(\w+)\}\./g, ':$1(^\\d+).').replace(/\{(\w+)\}/g, ':$1')

const isStream = (answer: unknown): answer is AsyncIterable<Uint8Array> =>
  typeof answer === 'object' && answer !== null && Symbol.asyncIterator in answer
