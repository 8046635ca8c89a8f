// Network first for calls and images. Answers marked offline are cached; a copy is used if the network fails or
// is slow.
import {
  ANSWER_CACHE,
  CURRENT_USER_PATH,
  findCopy,
  isGoneOrForbidden,
  NETWORK_TIMEOUT_MS,
  OR_COPY_HEADER,
  updateCopy,
} from '#web/offline/answers.ts'
import type { FetchEvent } from './scope.ts'

/** Response header of the server that permits caching. */
const OFFLINE_HEADER = 'kontor-offline'

export async function networkFirst(event: FetchEvent): Promise<Response> {
  const { request } = event
  const { pathname, search } = new URL(request.url)
  const address = pathname + search
  // With broken storage nothing is copied, but calls still go to the server.
  const cache = await caches.open(ANSWER_CACHE).catch(() => undefined)
  const answering = fetch(request)
  const stored = answering.then((response) => cache && storeInOrder(cache, address, response)).catch(() => {})
  event.waitUntil(stored)
  // The response about the current user reaches the page only after it is stored: if the person has changed, the
  // cache is cleared before the page requests their data.
  const answer = address === CURRENT_USER_PATH ? stored.then(() => answering) : answering
  const isImage = request.destination === 'image'
  if (!isImage && !request.headers.has(OR_COPY_HEADER)) return answer
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, NETWORK_TIMEOUT_MS))
  const response = await Promise.race([answer.catch(() => undefined), late])
  if (response && !isFromGateway(response)) return response
  // For an image a copy in another size will do, since the requested size may never have been loaded.
  return (await findAnyCopy(address, isImage ? pathname : undefined).catch(() => undefined)) ?? answer
}

const findAnyCopy = async (address: string, pathname: string | undefined) =>
  (await findCopy(address)) ??
  (pathname === undefined ? undefined : findCopy(pathname, { ignoreSearch: true }))

/**
 * The server cannot answer now. A proxy sends these statuses if the server is down, the server itself under too much
 * load.
 */
const isFromGateway = ({ status }: Response) => status >= 502 && status <= 504

let lastUserWrite: Promise<unknown> = Promise.resolve()

/**
 * Stores an answer once any pending answer about the current user is stored, which decides whose copies are cached.
 * Other answers do not wait for each other, since they may be large and slow.
 */
function storeInOrder(cache: Cache, address: string, response: Response) {
  if (!response.headers.has(OFFLINE_HEADER) && !isGoneOrForbidden(response)) return undefined
  const answer = response.clone()
  const kept = lastUserWrite.then(() => storeAnswer(cache, address, answer)).catch(() => {})
  if (address === CURRENT_USER_PATH) lastUserWrite = kept
  return kept
}

async function storeAnswer(cache: Cache, address: string, answer: Response) {
  // After a 304 the copy may be missing, because the cache was cleared or evicted it.
  const isMissing = answer.status === 304 && !(await cache.match(address))
  await updateCopy(cache, address, isMissing ? await fetch(address) : answer)
}
