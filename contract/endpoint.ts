import type { Static, TSchema } from 'typebox'

/**
 * Who may call at all. Rights on a single record belong to the rule that loads it.
 * `everyone` needs no session; `staff` is any active user; `happenings` needs `may_see_happenings`.
 */
export type Access = 'everyone' | 'staff' | 'happenings' | 'admin'
/** Counted for each person, beside the request itself: server/http/limits/limits.ts says how much. */
export type Limit =
  | 'searches'
  | 'exports'
  | 'syncs'
  | 'sendings'
  | 'mass_changes'
  | 'document_saves'
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

/** One call, said once: the server serves it, OpenAPI describes it, the browser is typed by it. */
export type Endpoint = {
  method: Method
  /** As in OpenAPI: `/docs/{doc_id}/`. */
  path: string
  /** One German line for the reference page. */
  says: string
  may: Access
  params?: TSchema
  query?: TSchema
  body?: TSchema
  answer: TSchema
  /** A refusal with 409, where it says more than others do. */
  conflict?: TSchema
  /** A refusal with 404, likewise. */
  missing?: TSchema
  /** The largest body, where that is more than usual. */
  mostBytes?: number
  /** Upper bound of names and elements in the body, all levels together, where it is above the usual one. */
  mostValues?: number
  /** What a larger one is refused with. */
  tooLarge?: string
  /** Answers the `ETag` of its version: a GET takes it back in `If-None-Match`, a change in `If-Match`. */
  versioned?: true
  /** Some of what the query can ask for needs this permission instead. */
  mayMore?: Access
  /** For whom it is not meant it does not exist (404), whatever `may` says. */
  hidden?: true
  /** Where the last login is long ago, the caller has to confirm first that it is them (403). */
  confirmed?: true
  /**
   * Also for an administrator who still has to set up a second factor (ADMIN_SECOND_FACTOR): whatever else is refused
   * (403).
   */
  beforeFactor?: true
  /** The body may say what the caller takes for true; where that holds no more, nothing is done (412). */
  conditional?: true
  /** Even a read is only for what was made here: the planner's is refused (409). */
  ownOnly?: true
  /** Sets the session's cookie, or takes it away. */
  session?: 'opens' | 'ends'
  /** The same address is also heard live, as a WebSocket. */
  live?: true
  /**
   * Asked for again and again by open screens: whoever names its `ETag` in `If-None-Match` hears whether a fact behind
   * it has changed.
   */
  polled?: true
  /** Its last answer may be read without a network: the service worker keeps it for the person who is signed in. */
  offline?: true
  /**
   * A list that open screens ask for again by themselves: it is refused first (503) when there is more to do than can
   * be done. Nothing else is.
   */
  givesWay?: true
  /** It costs more than a read. */
  limit?: Limit
}

/** Bounds of a body where the call names none; lower for callers who are not signed in. */
export const usualBody = { bytes: 64 * 1024, bytesFromNobody: 16 * 1024, values: 2_000 }

/** For calls about so many records. */
export const bodyOfIds = (ids: number) => ({
  mostBytes: Math.max(usualBody.bytes, ids * '2147483647,'.length + 1_024),
  mostValues: ids + 100,
})

type Parts = Omit<Endpoint, 'method' | 'path'>
const verb =
  <M extends Method>(method: M) =>
  <const P extends string, const E extends Parts>(path: P, parts: E) =>
    ({ method, path, ...parts }) as { method: M; path: P } & E

export const get = verb('GET')
export const post = verb('POST')
export const put = verb('PUT')
export const patch = verb('PATCH')
export const del = verb('DELETE')

type Of<E, K extends string> = E extends { [k in K]: infer S extends TSchema } ? Static<S> : undefined
export type Params<E> = Of<E, 'params'>
export type Query<E> = Of<E, 'query'>
export type Body<E> = Of<E, 'body'>
export type Answer<E> = Of<E, 'answer'>
