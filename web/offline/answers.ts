// Offline copies: answers of calls marked `offline`, in one Cache. They belong to the person in the cached
// answer about the current user. Without that one nothing is cached; when person or rights change, the cache is
// cleared.
import type { CurrentUser } from '#contract/users.ts'
import { COPY_LIMITS, copiesToEvict } from './bounds.ts'

/** Deleted on logout, unlike the caches of builds. */
export const ANSWERS = 'answers'
/** Header with the time (ms) of the answer; marks copies. */
const KEPT_AT = 'kontor-kept-at'
/** Request header: a copy is acceptable. */
export const OR_COPY = 'kontor-or-copy'
/** A slower network counts as offline. */
export const PATIENCE_MS = 4_000

/** Event of a page: answers from before the service worker's start were read again, to be cached. */
export const READ_AGAIN = 'kontor-read-again'

/** Path of the current user. */
export const PERSON = '/users/current/'
const USER_HEADER = 'kontor-user'
const SIZE_HEADER = 'kontor-size'
/** Interval of refreshing a copy's time after a 304. */
const AGE_STEP_MS = 30_000
const DAY_MS = 86_400_000
/** Copies are shown for this long without confirmation that the session is valid. */
const TRUSTED_MS = 7 * DAY_MS

/** Gone, or no longer visible to this person. */
export const isNotTheirs = ({ status }: Response) => status === 403 || status === 404 || status === 422

/**
 * Stores an answer, or deletes the copy of one that is gone. `cache` must be opened before the request, so
 * that an answer that arrives after a clearing goes into the deleted cache.
 */
export async function keepAnswer(cache: Cache, address: string, answer: Response) {
  const before = await cache.match(address)
  if (isNotTheirs(answer)) {
    if (before) await cache.delete(address)
    return
  }
  if (answer.status === 304) {
    if (before && Date.now() - keptAt(before) > AGE_STEP_MS) await putCopy(cache, address, before)
    return
  }
  if (!answer.ok) return
  const person = await cache.match(PERSON)
  if (address !== PERSON) {
    if (person?.headers.get(USER_HEADER) !== answer.headers.get(USER_HEADER)) return
    await putCopy(cache, address, answer)
    if (!before) await evictCopies(cache)
  } else if (!person || (await rightsIn(person)) === (await rightsIn(answer.clone()))) {
    await putCopy(cache, address, answer)
  } else {
    await forgetAnswers()
    await putCopy(await caches.open(ANSWERS), address, answer)
  }
}

/** The copy, unless the session was not confirmed for a week. */
export async function copyOf(
  address: string,
  options: CacheQueryOptions = {},
): Promise<Response | undefined> {
  const match = (address: string, options?: CacheQueryOptions) =>
    caches.match(address, { ...options, cacheName: ANSWERS })
  const person = await match(PERSON)
  // The absolute difference also covers a clock that was turned back.
  if (!person || Math.abs(Date.now() - keptAt(person)) < TRUSTED_MS) return person && match(address, options)
  await forgetAnswers()
  return undefined
}

/** Never rejects: without storage there is nothing to clear. */
export async function forgetAnswers() {
  await globalThis.caches?.delete(ANSWERS).catch(() => {})
}

export const keptAt = (copy: Response) => Number(copy.headers.get(KEPT_AT))

/** Identity and visible rights of a person; a change invalidates the copies. */
async function rightsIn(answer: Response): Promise<string> {
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
  const key = new Request(address, { headers: { [KEPT_AT]: at, [SIZE_HEADER]: String(body.byteLength) } })
  const headers = new Headers({ [KEPT_AT]: at })
  for (const name of ['content-type', 'etag', USER_HEADER]) {
    const value = answer.headers.get(name)
    if (value !== null) headers.set(name, value)
  }
  try {
    await cache.put(key, new Response(body, { headers }))
  } catch {
    // Quota exceeded: drops the older half.
    const count = (await cache.keys()).length
    await evictCopies(cache, { ...COPY_LIMITS, copies: Math.floor(count / 2) })
  }
}

async function evictCopies(cache: Cache, most = COPY_LIMITS) {
  const copies = (await cache.keys()).map(({ url, headers }) => ({
    url,
    at: Number(headers.get(KEPT_AT)),
    size: Number(headers.get(SIZE_HEADER)),
  }))
  for (const { url } of copiesToEvict(copies, Date.now(), most)) await cache.delete(url)
}
