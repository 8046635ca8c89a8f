// What somebody has read, for when there is no network: answers of calls that the contract marks `offline`, in one
// cache of the browser. It is that person's whom the answer beside them names that says who is signed in. Without that
// one no other is kept; when it names somebody else, or other rights, the cache begins anew.
import type { CurrentUser } from '#contract/users.ts'
import { beyond, MOST } from './bounds.ts'

/** The logout, which spares the caches of the build, deletes it with all others. */
export const ANSWERS = 'answers'
/** When the server said so, in ms: in a copy, by which it is known as one, and in its key. */
const KEPT_AT = 'kontor-kept-at'
/** In a request: where nobody answers, a copy will do. */
export const OR_COPY = 'kontor-or-copy'
/** A network that takes longer is as good as none. */
export const PATIENCE_MS = 4_000

/** Told in a page: what it had read before the service worker was there has been read again, to be kept. */
export const READ_AGAIN = 'kontor-read-again'

/** The call that says who is signed in. */
export const PERSON = '/users/current/'
const USER = 'kontor-user'
const SIZE = 'kontor-size'
/** That an answer is still true is written down so often. */
const AGE_STEP_MS = 30_000
const DAY_MS = 86_400_000
/** A device shows copies for so long without having heard from the server that the session goes on. */
const TRUSTED_MS = 7 * DAY_MS

/** There is no such thing any more, or not for this person. */
export const isNotTheirs = ({ status }: Response) => status === 403 || status === 404 || status === 422

/** `cache` as it was opened before the server was asked: one that is emptied meanwhile takes this answer along. */
export async function keepAnswer(cache: Cache, address: string, answer: Response) {
  const before = await cache.match(address)
  if (isNotTheirs(answer)) {
    if (before) await cache.delete(address)
    return
  }
  if (answer.status === 304) {
    if (before && Date.now() - keptAt(before) > AGE_STEP_MS) await put(cache, address, before)
    return
  }
  if (!answer.ok) return
  const person = await cache.match(PERSON)
  if (address !== PERSON) {
    if (person?.headers.get(USER) !== answer.headers.get(USER)) return
    await put(cache, address, answer)
    if (!before) await makeRoom(cache)
  } else if (!person || (await rightsIn(person)) === (await rightsIn(answer.clone()))) {
    await put(cache, address, answer)
  } else {
    await forgetAnswers()
    await put(await caches.open(ANSWERS), address, answer)
  }
}

/** The copy under this address, unless the server has not confirmed for a week that somebody is signed in here. */
export async function copyOf(
  address: string,
  options: CacheQueryOptions = {},
): Promise<Response | undefined> {
  const match = (address: string, options?: CacheQueryOptions) =>
    caches.match(address, { ...options, cacheName: ANSWERS })
  const person = await match(PERSON)
  // A clock that was turned back trusts nobody either.
  if (!person || Math.abs(Date.now() - keptAt(person)) < TRUSTED_MS) return person && match(address, options)
  await forgetAnswers()
  return undefined
}

/** Never rejects: a browser that keeps nothing has nothing to forget. */
export async function forgetAnswers() {
  await globalThis.caches?.delete(ANSWERS).catch(() => {})
}

export const keptAt = (copy: Response) => Number(copy.headers.get(KEPT_AT))

/** Who sees it, and what they may see as far as it shows: with other rights it is another's view. */
async function rightsIn(answer: Response): Promise<string> {
  const { id, is_admin, may_see_happenings, groups } = (await answer.json()) as CurrentUser
  return JSON.stringify([
    id,
    is_admin,
    may_see_happenings,
    groups.map((group) => group.id).toSorted((one, other) => one - other),
  ])
}

/** The key says age and size, too: to make room no copy is opened. */
async function put(cache: Cache, address: string, answer: Response) {
  const body = await answer.arrayBuffer()
  const at = String(Date.now())
  const key = new Request(address, { headers: { [KEPT_AT]: at, [SIZE]: String(body.byteLength) } })
  const headers = new Headers({ [KEPT_AT]: at })
  for (const name of ['content-type', 'etag', USER]) {
    const value = answer.headers.get(name)
    if (value !== null) headers.set(name, value)
  }
  try {
    await cache.put(key, new Response(body, { headers }))
  } catch {
    // The browser gives less than we would take: the older half goes.
    const count = (await cache.keys()).length
    await makeRoom(cache, { ...MOST, copies: Math.floor(count / 2) })
  }
}

async function makeRoom(cache: Cache, most = MOST) {
  const copies = (await cache.keys()).map(({ url, headers }) => ({
    url,
    at: Number(headers.get(KEPT_AT)),
    size: Number(headers.get(SIZE)),
  }))
  for (const { url } of beyond(copies, Date.now(), most)) await cache.delete(url)
}
