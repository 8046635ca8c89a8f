import { hash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Static, TObject } from 'typebox'
import type * as Call from '#contract/endpoint.ts'
import { defaultBodyLimits, type Endpoint } from '#contract/endpoint.ts'
import { partWithCallerId, type SuccessAnswer } from '#contract/shapes.ts'
import { scopesFor } from '#contract/token-reach.ts'
import type { Caller } from '#server/caller.ts'
import { aboutUser } from '#server/live/facts.ts'
import type { News } from '#server/live/news.ts'
import { refuse } from './errors.ts'
import { noBody, pathCheck } from './input/input.ts'
import { isLarge, limitSubjectOf } from './limits.ts'

declare module 'fastify' {
  interface FastifyInstance {
    news: News
  }
}

/** Arguments of a handler: validated input and the caller. */
type Args<E> = {
  caller: E extends { may: 'everyone' } ? Caller | undefined : Caller
  params: Call.Params<E>
  query: Call.Query<E>
  body: Call.Body<E>
  /** For polled calls: sets the time in ms after which the answer changes even if no fact does. */
  expiresIn: (ms: number) => void
  request: FastifyRequest
  reply: FastifyReply
}
/** Returned instead of an answer for a 304. */
export const notModified = Symbol('not modified')
/** An answer as rules return it: a Date is written as its ISO string. */
export type Serialisable<A> = A extends string
  ? string extends A
    ? A | Date
    : A
  : A extends Uint8Array | AsyncIterable<unknown>
    ? A
    : A extends object
      ? { [K in keyof A]: Serialisable<A[K]> }
      : A
/**
 * A handler returns the answer without the fields of `Success`, which are added here. If the answer has no other
 * fields, the return value is ignored.
 */
type HandlerAnswer<A> = A extends Success
  ? keyof A extends keyof Success
    ? unknown
    : Serialisable<Omit<A, keyof Success>>
  : Serialisable<A>
type Result<E> = HandlerAnswer<Call.Answer<E>> | typeof notModified
type Handler<E> = (args: Args<E>) => Result<E> | Promise<Result<E>>
/** `beforeLarge` runs before a large body is received, so that a caller who will be refused need not send it. */
type LargeBodyHandler<E> = {
  beforeLarge: (args: Pick<Args<E>, 'caller' | 'params'>) => Promise<unknown>
  handle: Handler<E>
}
/** `restsOn`: facts the polled answer depends on, beside those about the caller. */
type PolledHandler<E> = {
  restsOn: (args: Pick<Args<E>, 'caller' | 'params' | 'query'>) => readonly string[]
  handle: Handler<E>
}
type Handlers<D> = {
  [K in keyof D]: D[K] extends { polled: true } ? PolledHandler<D[K]> : Handler<D[K]> | LargeBodyHandler<D[K]>
}

type Success = Static<typeof SuccessAnswer>
const success: Success = { success: true, details: '' }

/** Header that permits the service worker to store the answer: web/worker/calls.ts. */
const OFFLINE_HEADER = 'kontor-offline'

const JSON_TYPE = 'application/json; charset=utf-8'

/** Registers a domain's calls. A missing handler or a wrong type of answer does not compile. */
export function serve<D extends Record<string, Endpoint>>(
  app: FastifyInstance,
  domain: D,
  handlers: Handlers<D>,
) {
  for (const [name, endpoint] of Object.entries(domain)) {
    const { method, path, may, answer, polled, limit, mostBytes, mostValues, tooLarge } = endpoint
    const { params, query, body } = endpoint
    const checkParams = params && pathCheck(params)
    const authorIn = partWithCallerId(endpoint)
    const { handle, beforeLarge, restsOn } = toHandlerObject(handlers[name] as AnyHandler)
    if (endpoint.confirmed && endpoint.may === 'everyone')
      throw new Error(`${method} ${path}: nobody could have confirmed who they are`)
    const saysSuccess = 'success' in ((answer as Partial<TObject>).properties ?? {})
    const mediaType = (answer as { contentMediaType?: string }).contentMediaType
    app.route({
      method,
      url: routerPathOf(path),
      schema: {
        ...(params && { params }),
        ...(query && { querystring: query }),
        ...(method !== 'GET' && { body: body ?? noBody }),
      },
      bodyLimit:
        mostBytes ?? (may === 'everyone' ? defaultBodyLimits.bytesWithoutSession : defaultBodyLimits.bytes),
      config: {
        may,
        path,
        polled: polled ?? false,
        limit,
        shedFirst: endpoint.shedFirst ?? false,
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
        if (endpoint.confirmed && !app.callers.isConfirmed(request.caller as Caller))
          throw refuse('unconfirmed')
        if (authorIn) requireSameAccount(request[authorIn], request.caller as Caller)
        if (endpoint.offline) reply.header(OFFLINE_HEADER, 'yes')
        let longest = Number.POSITIVE_INFINITY
        const args = {
          caller: request.caller,
          params: request.params,
          query: request.query,
          body: request.body,
          expiresIn: (ms: number) => {
            longest = Math.min(longest, ms)
          },
          request,
          reply,
        }
        const version = restsOn && versionFor(app.news, request.caller as Caller, request.url, restsOn(args))
        const tag = version && findValidEtag(request.headers['if-none-match'], version)
        if (tag) return reply.header('etag', tag).code(304).send()
        const result =
          limit === 'searches' && request.caller
            ? await app.budgets.withLimit(limit, limitSubjectOf(request.caller), () => handle(args))
            : await handle(args)
        if (result === notModified) return reply.code(304).send()
        if (version) reply.header('etag', tagOf(version, longest))
        if (!mediaType)
          return sendJson(reply, answer, saysSuccess ? { ...(result as object), ...success } : result)
        if (!reply.hasHeader('content-type')) reply.type(mediaType)
        return isStream(result) && !(result instanceof Readable) ? Readable.from(result) : result
      },
    })
  }
}

/** Refuses a call whose input was entered under another account, e.g. on a device that several people use. */
function requireSameAccount(sent: unknown, { id }: Caller) {
  const { user_id = id } = sent as { user_id?: number }
  if (user_id !== id) throw refuse('someone_else')
}

/**
 * The answer's schema is an allow-list: undeclared fields never leave. Serialisers are compiled on first use,
 * since all of them would take a tenth of the start.
 */
function sendJson(reply: FastifyReply, schema: Endpoint['answer'], result: unknown): FastifyReply {
  const write = reply.compileSerializationSchema(schema as Record<string, unknown>)
  return reply.type(JSON_TYPE).send(write(result as Record<string, unknown>))
}

type AnyHandle = (args: unknown) => unknown
type AnyHandlerObject = {
  handle: AnyHandle
  beforeLarge?: AnyHandle
  restsOn?: (args: unknown) => readonly string[]
}
type AnyHandler = AnyHandle | AnyHandlerObject
const toHandlerObject = (handler: AnyHandler): AnyHandlerObject =>
  typeof handler === 'function' ? { handle: handler } : handler

/** Translates a path for the router: a parameter before a dot, as in `/docs/{doc_id}.pdf`, needs a pattern. */
export const routerPathOf = (path: string) =>
  path.replace(/\{(\w+)\}\./g, ':$1(^\\d+).').replace(/\{(\w+)\}/g, ':$1')

const isStream = (answer: unknown): answer is AsyncIterable<Uint8Array> =>
  typeof answer === 'object' && answer !== null && Symbol.asyncIterator in answer

/**
 * Version of a polled answer, made of the versions of the facts that it depends on. It is computed before the
 * answer is read, so a change during the read only causes one more read. Undefined while this node does not
 * receive the news of other nodes; every poll is then answered in full.
 */
function versionFor(
  news: News,
  caller: Caller,
  address: string,
  facts: readonly string[],
): string | undefined {
  if (!news.isListening) return undefined
  // The caller is part of the version, so that changed rights change it. Values of the session itself are
  // excluded, since they change all the time.
  const { session_id: _session, ends_at: _end, confirmed_at: _proof, ...person } = caller
  const versions = [aboutUser(caller.id), ...facts].map((fact) => news.versionOf(fact))
  const parts = [news.name, address, JSON.stringify(person), ...versions]
  return hash('sha256', parts.join(' '), 'base64url').slice(0, 22)
}

/** `expiresIn`: ms until the answer changes by the clock. */
const tagOf = (version: string, expiresIn: number) =>
  `"${version}.${expiresIn === Number.POSITIVE_INFINITY ? '' : Math.floor((Date.now() + expiresIn) / 1_000)}"`

/** The matching tag of the header, unless it has expired by the clock. */
function findValidEtag(header: string | undefined, version: string): string | undefined {
  return tagsOf(header).find((tag) => {
    const [, named, end] = /^"([\w-]+)\.(\d*)"$/.exec(tag) ?? []
    return named === version && (end === '' || Number(end) * 1_000 > Date.now())
  })
}

/** Tags of `If-Match` or `If-None-Match`, strong and weak alike. */
export const tagsOf = (header: string | undefined) =>
  (header ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''))

/** True if the header contains this tag or a star. */
export const matchesEtag = (header: string | undefined, etag: string) =>
  tagsOf(header).some((tag) => tag === '*' || tag === etag)
