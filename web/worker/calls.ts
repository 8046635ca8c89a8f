// Calls of the app and its images go to the server first. What may be read without a network is kept as it arrives;
// where nobody answers, or not soon, the copy does.
import {
  ANSWERS,
  copyOf,
  isNotTheirs,
  keepAnswer,
  OR_COPY,
  PATIENCE_MS,
  PERSON,
} from '#web/offline/answers.ts'
import type { AppFetch } from './scope.ts'

/** Said by the server, in answers of calls that the contract marks so. */
const OFFLINE = 'kontor-offline'

export async function networkFirst(event: AppFetch): Promise<Response> {
  const { request } = event
  const { pathname, search } = new URL(request.url)
  const address = pathname + search
  const cache = await caches.open(ANSWERS)
  const asked = fetch(request)
  const kept = asked.then((response) => keep(cache, address, response)).catch(() => {})
  event.waitUntil(kept)
  // Where somebody else is named, the cache has begun anew before the page asks for what is theirs.
  const answer = address === PERSON ? kept.then(() => asked) : asked
  const isImage = request.destination === 'image'
  if (!isImage && !request.headers.has(OR_COPY)) return answer
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, PATIENCE_MS))
  const response = await Promise.race([answer.catch(() => undefined), late])
  if (response && !isFromGateway(response)) return response
  // The large one of an image has perhaps never been looked at.
  const copy =
    (await copyOf(address)) ?? (isImage ? await copyOf(pathname, { ignoreSearch: true }) : undefined)
  return copy ?? answer
}

/** There is no server behind it, or none that answers now. */
const isFromGateway = ({ status }: Response) => status >= 502 && status <= 504

let last: Promise<unknown> = Promise.resolve()

/** One after the other: who is signed in is kept before what they read. */
function keep(cache: Cache, address: string, response: Response) {
  if (!response.headers.has(OFFLINE) && !isNotTheirs(response)) return undefined
  const answer = response.clone()
  last = last.then(() => keepOne(cache, address, answer)).catch(() => {})
  return last
}

async function keepOne(cache: Cache, address: string, answer: Response) {
  // The page has it, and the cache was emptied or has made room.
  const isMissing = answer.status === 304 && !(await cache.match(address))
  await keepAnswer(cache, address, isMissing ? await fetch(address) : answer)
}
