// Calls the server. Method, path, input and answer are typed by the contract; nothing is validated at run time.
import type { Api } from '#contract/api.ts'
import type { Answer, Body, Method, Params, Query } from '#contract/endpoint.ts'
import type { Refusal, ValidationProblem } from '#contract/shapes.ts'
import { copyTime, deleteCopies } from './offline/answers.ts'

type AnyEndpoint = { [D in keyof Api]: Api[D][keyof Api[D]] }[keyof Api]
type Paths<M extends Method> = Extract<AnyEndpoint, { method: M }>['path']
type EndpointAt<M extends Method, P extends string> = Extract<AnyEndpoint, { method: M; path: P }>
type InputPart<K extends string, T> = undefined extends T ? unknown : { [k in K]: T }
type Input<E> = InputPart<'params', Params<E>> &
  InputPart<'body', Body<E>> &
  (Query<E> extends undefined ? unknown : { query?: Partial<Query<E>> }) & {
    signal?: AbortSignal
    headers?: Record<string, string>
    /** Replacement for `fetch`, for example to report the progress of an upload. */
    via?: FetchFunction
    /** The request survives the end of the page (`keepalive`). Browsers allow that for small bodies only. */
    outlivesPage?: boolean
    /** The server asks other systems, such as the planner, before it answers. Extends the timeout. */
    takesLong?: boolean
  }

type FetchFunction = (url: string, init: RequestInit) => Promise<Response>

const TECHNICAL_ERROR = 'Technischer Fehler'
const UNREACHABLE_SENTENCE = 'Der Server ist gerade nicht zu erreichen. Bitte prüfen Sie die Verbindung.'

/** A failed call; the message is a German sentence for the user, or empty. */
export class CallError extends Error {
  readonly status: number
  readonly detail: string | ValidationProblem[] | undefined
  /** Retry-After in ms. */
  readonly againAfter: number | undefined
  /** The whole response body, for refusals with extra fields. */
  readonly answer: unknown

  constructor(
    status: number,
    sentence = TECHNICAL_ERROR,
    detail?: string | ValidationProblem[],
    againAfter?: number,
    answer?: unknown,
  ) {
    super(sentence)
    this.status = status
    this.detail = detail
    this.againAfter = againAfter
    this.answer = answer
  }

  /** Messages by name of the field. */
  get fields(): Record<string, string> {
    if (!Array.isArray(this.detail)) return {}
    return Object.fromEntries(this.detail.map(({ loc, msg }) => [String(loc[1] ?? ''), msg]))
  }
}

/**
 * The network failed and the service worker returned an offline copy. An error, so that callers that do not
 * handle copies fail.
 */
export class OfflineCopyError extends CallError {
  /** Time of the original answer, in ms. */
  readonly at: number

  constructor(answer: unknown, at: number) {
    super(0, UNREACHABLE_SENTENCE, undefined, undefined, answer)
    this.at = at
  }
}

/** Message for the user: that of the failed call, or „Technischer Fehler“ for any other error. */
export const errorSentence = (problem: unknown) =>
  problem instanceof CallError ? problem.message : TECHNICAL_ERROR

export const isUnreachable = (error: unknown) => error instanceof CallError && error.status === 0

/**
 * No usable answer: no connection, or 502 to 504. A proxy sends these if the server is down, the server itself if it
 * has no database or too much load.
 */
export const isUnanswered = (error: unknown) =>
  isUnreachable(error) || (error instanceof CallError && error.status >= 502 && error.status <= 504)

/** The requested object does not exist: 404, or 422 for an id in the address that is no number. */
export const isGone = (error: unknown) =>
  error instanceof CallError && (error.status === 404 || error.status === 422)

/** `ask('GET', '/docs/{doc_id}/', { params: { doc_id: 7 } })` */
export async function ask<M extends Method, P extends Paths<M>>(
  method: M,
  path: P,
  ...[input]: {} extends Input<EndpointAt<M, P>> ? [Input<EndpointAt<M, P>>?] : [Input<EndpointAt<M, P>>]
): Promise<Answer<EndpointAt<M, P>>> {
  return (await performCall(method, path, input)) as Answer<EndpointAt<M, P>>
}

/**
 * Latest answers with an `ETag`, by URL, for conditional requests. The browser's own cache is bypassed
 * (`no-store`), since its content would outlive a session that ends in another window.
 */
const answersWithEtag = new Map<string, { etag: string; answer: unknown }>()
const MAX_ETAG_ANSWERS = 30

function cacheAnswer(url: string, etag: string | null, answer: unknown) {
  answersWithEtag.delete(url)
  if (etag !== null) answersWithEtag.set(url, { etag, answer })
  for (const oldest of answersWithEtag.keys())
    if (answersWithEtag.size > MAX_ETAG_ANSWERS) answersWithEtag.delete(oldest)
}

type AnyInput = {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
  signal?: AbortSignal
  headers?: Record<string, string>
  outlivesPage?: boolean
  takesLong?: boolean
  via?: FetchFunction
}

async function performCall(method: Method, path: string, input: AnyInput = {}): Promise<unknown> {
  const { params = {}, query } = input
  if (Object.values(params).some((id) => typeof id === 'number' && !Number.isSafeInteger(id)))
    throw new CallError(404, 'Das gibt es nicht.')
  const isRead = method === 'GET'
  const url = urlOf(path, params, query)
  const before = isRead ? answersWithEtag.get(url) : undefined
  const { response, answer } = await sendRequest(method, url, input, before?.etag)

  const responseUserId = Number(response.headers.get('kontor-user'))
  if (isRead && responseUserId > 0 && path !== '/users/current/' && isOtherUser(responseUserId))
    throw new CallError(412, 'Hier ist inzwischen jemand anderes angemeldet.')
  if (copyTime(response) > 0) {
    cacheAnswer(url, response.headers.get('etag'), answer)
    throw new OfflineCopyError(answer, copyTime(response))
  }
  if (before && response.status === 304) return before.answer

  const { success, detail } = (answer ?? {}) as { success?: unknown; detail?: unknown }
  const isSound = isRead
    ? response.ok && answer !== undefined && success !== false
    : response.status === 200 && (answer === true || success === true)
  if (isSound && detail !== NO_SESSION_DETAIL) {
    if (isRead) cacheAnswer(url, response.headers.get('etag'), answer)
    // After signing in or out the next person must not get answers of the previous one.
    else if (path.startsWith('/auth/')) answersWithEtag.clear()
    return answer
  }
  if (detail === NO_SESSION_DETAIL && (await handleSessionEnd(isRead, path)))
    return performCall(method, path, input)
  if (detail === UNCONFIRMED_DETAIL && (await confirmPassword())) return performCall(method, path, input)
  throw failureOf(response, answer)
}

// Keywords in `detail`. They are compared instead of the status, which a proxy may have changed.
const NO_SESSION_DETAIL = 'Unauthorized'
const UNCONFIRMED_DETAIL = 'Reauthentication Required'

/**
 * Handles a call that found no session: deletes cached answers and offline copies. Returns true if the call should be
 * repeated, since a sign-in in another window may just be starting a new session. Otherwise goes to the login.
 */
async function handleSessionEnd(isRead: boolean, path: string): Promise<boolean> {
  if (answersWithEtag.size > 0) renewalDeadline = Date.now() + SESSION_RENEWAL_MS
  answersWithEtag.clear()
  void deleteCopies()
  const wait = renewalDeadline - Date.now()
  if (isRead && wait > 0) {
    await new Promise((go) => setTimeout(go, wait))
    return true
  }
  if (path !== '/auth/login/') goToLogin()
  return false
}

function failureOf(response: Response, answer: unknown): CallError {
  const { details, detail } = (answer ?? {}) as Partial<Refusal>
  const status = detail === NO_SESSION_DETAIL ? 401 : response.status
  // No message: the person has cancelled the password prompt.
  const sentence = detail === UNCONFIRMED_DETAIL ? '' : (hasSuccess(answer) && details) || TECHNICAL_ERROR
  const againAfter = Number(response.headers.get('retry-after')) * 1_000 || undefined
  return new CallError(status, sentence, detail, againAfter, answer)
}

/**
 * In ms. A sign-in in another window ends the old session shortly before the new one begins. A read that finds no
 * session waits for this time and is repeated.
 */
const SESSION_RENEWAL_MS = 1_000
let renewalDeadline = 0

/**
 * Browsers limit keepalive bodies to 64 KiB; a character takes up to three bytes. Larger bodies are sent without
 * `keepalive` and count as uploads, with the longer timeout.
 */
const MAX_KEEPALIVE_CHARACTERS = 20_000

let goToLogin = () => {}

/** Registers the callback that goes to the login when a call finds no session. */
export function onSessionEnded(leave: () => void) {
  goToLogin = leave
}

let isOtherUser = (_user_id: number) => false

/**
 * Registers a check: does an answer (by its `kontor-user` header) belong to another user than the one on the screen?
 * Somebody else may have signed in in another window. The call then fails with 412.
 */
export function registerUserCheck(check: (user_id: number) => boolean) {
  isOtherUser = check
}

let confirmPassword = async () => false

/** Registers the password prompt; after confirmation the call is repeated. */
export function onUnconfirmed(ask: () => Promise<boolean>) {
  confirmPassword = ask
}

/** URL of a call: path parameters filled in, empty query values left out. */
export function urlOf(
  path: string,
  params: Record<string, unknown> = {},
  query: Record<string, unknown> = {},
) {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const entries = Object.entries(query).filter(([, value]) => value !== null && value !== undefined)
  const search = new URLSearchParams(entries.map(([name, value]) => [name, String(value)])).toString()
  return search ? `${filled}?${search}` : filled
}

const hasSuccess = (answer: unknown) => typeof answer === 'object' && answer !== null && 'success' in answer

/** Timeout in ms. A server that accepts a call and never answers counts as unreachable. */
const CALL_TIMEOUT_MS = 30_000
/**
 * Timeout in ms for uploads and for calls with `takesLong`. The server itself gives other systems 60 seconds.
 */
const LONG_CALL_TIMEOUT_MS = 90_000

async function sendRequest(
  method: Method,
  url: string,
  { body, signal, headers, outlivesPage, takesLong, via = fetch }: AnyInput,
  etag: string | undefined,
): Promise<{ response: Response; answer: unknown }> {
  const text = body === undefined ? undefined : JSON.stringify(body)
  const isSmall = (text?.length ?? 0) < MAX_KEEPALIVE_CHARACTERS
  const deadline = AbortSignal.timeout(isSmall && !takesLong ? CALL_TIMEOUT_MS : LONG_CALL_TIMEOUT_MS)
  try {
    const response = await via(url, {
      method,
      signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
      headers: {
        ...headers,
        ...(text !== undefined && { 'content-type': 'application/json' }),
        ...(etag !== undefined && { 'if-none-match': etag }),
      },
      ...(text !== undefined && { body: text }),
      keepalive: outlivesPage === true && isSmall,
    })
    const answer: unknown = await response.json().catch((error: unknown) => {
      if (error instanceof SyntaxError) return undefined
      throw error
    })
    return { response, answer }
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw new CallError(0, UNREACHABLE_SENTENCE)
  }
}
