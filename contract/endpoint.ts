import type { Static, TSchema } from 'typebox'

/**
 * Permission to make a call at all. Rights on a single record are checked by the rule that loads the record.
 * `everyone`: no session needed. `staff`: any active user. `happenings`: needs `may_see_happenings`.
 */
export type Access = 'everyone' | 'staff' | 'happenings' | 'admin'
/** Additional limits per person for some calls. The amounts are in server/http/limits.ts. */
export type RateLimit =
  | 'searches'
  | 'exports'
  | 'syncs'
  | 'sendings'
  | 'mass_changes'
  | 'document_saves'
  | 'message_changes'
  | 'new_documents'
  | 'resets'
  | 'reminders'
  | 'passwords'
  | 'invitations'
  | 'factors'
  | 'tokens'
  | 'webhooks'
  | 'push_tests'
  | 'mail_tests'
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** One call, declared once: the server serves it, OpenAPI describes it, the browser gets its types from it. */
export type Endpoint = {
  method: Method
  /** OpenAPI syntax: `/docs/{doc_id}/`. */
  path: string
  /** One German line for the reference page. */
  says: string
  may: Access
  params?: TSchema
  query?: TSchema
  body?: TSchema
  answer: TSchema
  /** Body of a refusal with 409, if it has more fields than `Refusal`. */
  conflict?: TSchema
  /** Body of a refusal with 404, if it has more fields than `Refusal`. */
  missing?: TSchema
  /** Upper bound of the body in bytes, if it differs from `defaultBodyLimits`. */
  mostBytes?: number
  /** Upper bound of keys and array elements in the body over all levels, if it differs from `defaultBodyLimits`. */
  mostValues?: number
  /** German sentence of the refusal of a larger body (413). */
  tooLarge?: string
  /** The answer has an `ETag`: a GET accepts it in `If-None-Match`, a change in `If-Match`. */
  versioned?: true
  /** Permission for some query parameters of the call, which need more than `may`. */
  mayMore?: Access
  /** Without permission the answer is 404, as if the call did not exist. */
  hidden?: true
  /** Refused (403) if the caller proved their identity too long ago; they have to confirm it first. */
  confirmed?: true
  /**
   * Also allowed for an administrator who still has to set up a second factor (ADMIN_SECOND_FACTOR); every
   * other call is refused (403).
   */
  beforeFactor?: true
  /**
   * Only for records that were created in this app. For a record of the planner the call is refused (409), even
   * if it only reads.
   */
  ownOnly?: true
  /** Sets or clears the session cookie. */
  session?: 'opens' | 'ends'
  /** The same address also accepts a WebSocket. */
  live?: true
  /**
   * Open screens repeat the call. With a known `ETag` in `If-None-Match` the answer is 304, unless a fact
   * that it depends on has changed.
   */
  polled?: true
  /** The service worker keeps the last answer for the signed-in person, to be read without a network. */
  offline?: true
  /** Under overload the call is refused (503) before others, since open screens repeat it by themselves. */
  shedFirst?: true
  /** Counts the call against this limit too, beside the limit of all calls. */
  limit?: RateLimit
}

/** Default upper bounds of a body; lower without a session. */
export const defaultBodyLimits = { bytes: 64 * 1024, bytesWithoutSession: 16 * 1024, values: 2_000 }

/** Upper bounds of a body with this number of ids. */
export const bodyLimitsForIds = (ids: number) => ({
  mostBytes: Math.max(defaultBodyLimits.bytes, ids * '2147483647,'.length + 1_024),
  mostValues: ids + 100,
})

type EndpointDetails = Omit<Endpoint, 'method' | 'path'>
const endpointBuilder =
  <M extends Method>(method: M) =>
  <const P extends string, const E extends EndpointDetails>(path: P, parts: E) =>
    ({ method, path, ...parts }) as { method: M; path: P } & E

export const get = endpointBuilder('GET')
export const post = endpointBuilder('POST')
export const put = endpointBuilder('PUT')
export const patch = endpointBuilder('PATCH')
export const del = endpointBuilder('DELETE')

type StaticPart<E, K extends string> = E extends { [k in K]: infer S extends TSchema } ? Static<S> : undefined
export type Params<E> = StaticPart<E, 'params'>
export type Query<E> = StaticPart<E, 'query'>
export type Body<E> = StaticPart<E, 'body'>
export type Answer<E> = StaticPart<E, 'answer'>
