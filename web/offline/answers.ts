// Offline copies: answers of calls marked `offline`, in one Cache. The cached answer of `/users/current/` says whose
// copies they are. Without this answer nothing is cached, and when its user or rights change, the cache is cleared.
import type { CurrentUser } from '#contract/users.ts'
import { COPY_LIMITS, copiesToEvict } from './bounds.ts'

/** Deleted on logout, unlike the caches of builds. */
export const ANSWER_CACHE = 'answers'
/** Header with the time (ms) of the answer; marks copies. */
const COPIED_AT_HEADER = 'kontor-kept-at'
/** Request header: a copy is acceptable. */
export const OR_COPY_HEADER = 'kontor-or-copy'
/** In ms. A network that takes longer to answer counts as offline. */
export const NETWORK_TIMEOUT_MS = 4_000

/** DOM event: the page has repeated the requests from before the service worker's start, so that they are cached. */
export const REFETCHED_EVENT = 'kontor-read-again'

export const CURRENT_USER_PATH = '/users/current/'
const USER_HEADER = 'kontor-user'
const SIZE_HEADER = 'kontor-size'
/** In ms. After a 304 the time of a copy is renewed only if it is older than this. */
const MIN_RENEWAL_AGE_MS = 30_000
const DAY_MS = 86_400_000
/** In ms. Copies are shown for this long without confirmation that the session is valid. */
const MAX_UNCONFIRMED_MS = 7 * DAY_MS

/** The record is deleted, or no longer visible to this person. */
export const isGoneOrForbidden = ({ status }: Response) => status === 403 || status === 404 || status === 422

/**
 * Stores an answer, or deletes the copy if the record is gone. The caller opens `cache` before the request. If the
 * cache is deleted meanwhile, a late answer goes into the deleted cache and is lost, as it should be.
 */
export async function updateCopy(cache: Cache, address: string, answer: Response) {
  const before = await cache.match(address)
  if (isGoneOrForbidden(answer)) {
    if (before) await cache.delete(address)
    return
  }
  if (answer.status === 304) {
    if (before && Date.now() - copyTime(before) > MIN_RENEWAL_AGE_MS) await putCopy(cache, address, before)
    return
  }
  if (!answer.ok) return
  const person = await cache.match(CURRENT_USER_PATH)
  if (address !== CURRENT_USER_PATH) {
    if (person?.headers.get(USER_HEADER) !== answer.headers.get(USER_HEADER)) return
    await putCopy(cache, address, answer)
    if (!before) await evictCopies(cache)
  } else if (!person || (await rightsFingerprint(person)) === (await rightsFingerprint(answer.clone()))) {
    await putCopy(cache, address, answer)
  } else {
    await deleteCopies()
    await putCopy(await caches.open(ANSWER_CACHE), address, answer)
  }
}

/** The copy of an answer. If the session was not confirmed for a week, all copies are deleted instead. */
export async function findCopy(
  address: string,
  options: CacheQueryOptions = {},
): Promise<Response | undefined> {
  const match = (address: string, options?: CacheQueryOptions) =>
    caches.match(address, { ...options, cacheName: ANSWER_CACHE })
  const person = await match(CURRENT_USER_PATH)
  // The absolute difference also covers a clock that was turned back.
  if (!person || Math.abs(Date.now() - copyTime(person)) < MAX_UNCONFIRMED_MS)
    return person && match(address, options)
  await deleteCopies()
  return undefined
}

/** Never rejects: without storage there is nothing to clear. */
export async function deleteCopies() {
  await globalThis.caches?.delete(ANSWER_CACHE).catch(() => {})
}

export const copyTime = (copy: Response) => Number(copy.headers.get(COPIED_AT_HEADER))

/** Identity and visible rights of a person; a change invalidates the copies. */
async function rightsFingerprint(answer: Response): Promise<string> {
  const { id, is_admin, may_see_happenings, groups } = (await answer.json()) as CurrentUser
  return JSON.stringify([
    id,
    is_admin,
    may_see_happenings,
    groups.map((group) => group.id).toSorted((one, other) => one - other),
  ])
}

/** Time and size are headers of the cached request, so that eviction reads only the keys. */
async function putCopy(cache: Cache, address: string, answer: Response) {
  const body = await answer.arrayBuffer()
  const at = String(Date.now())
  const key = new Request(address, {
    headers: { [COPIED_AT_HEADER]: at, [SIZE_HEADER]: String(body.byteLength) },
  })
  const headers = new Headers({ [COPIED_AT_HEADER]: at })
  for (const name of ['content-type', 'etag', USER_HEADER]) {
    const value = answer.headers.get(name)
    if (value !== null) headers.set(name, value)
  }
  try {
    await cache.put(key, new Response(body, { headers }))
  } catch {
    // Quota exceeded: the older half of the copies is dropped, and this answer is not stored.
    const count = (await cache.keys()).length
    await evictCopies(cache, { ...COPY_LIMITS, copies: Math.floor(count / 2) })
  }
}

async function evictCopies(cache: Cache, most = COPY_LIMITS) {
  const copies = (await cache.keys()).map(({ url, headers }) => ({
    url,
    at: Number(headers.get(COPIED_AT_HEADER)),
    size: Number(headers.get(SIZE_HEADER)),
  }))
  for (const { url } of copiesToEvict(copies, Date.now(), most)) await cache.delete(url)
}
