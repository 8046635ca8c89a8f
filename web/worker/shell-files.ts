// Cache of the app's files of one build, for an offline start: page, scripts, styles, icons. Public, and
// separate from offline copies (calls.ts).
import { NETWORK_TIMEOUT_MS } from '#web/offline/answers.ts'
import { ASSETS_PATH, PAGE_PATH } from './rule.ts'
import { type FetchEvent, scope } from './scope.ts'

/** Injected by the build; undefined in development, where nothing is cached. */
declare const BUILD: { version: string; files: string[] } | undefined
const build = typeof BUILD === 'undefined' ? undefined : BUILD
export const shellFiles = build?.files ?? []

/** Prefix of the caches that survive a logout. */
const CACHE_PREFIX = 'kontor-'
const CACHE_NAME = `${CACHE_PREFIX}${build?.version}`

/** Fetches new files; files of an earlier build with the same hashed name are copied. */
export async function installFiles() {
  if (!build) return
  const cache = await caches.open(CACHE_NAME)
  await Promise.all(
    build.files.map(async (path) => {
      const existing = path.startsWith(ASSETS_PATH)
        ? await caches.match(path, { ignoreVary: true })
        : undefined
      const answer =
        existing ?? (await fetch(path, { cache: path.startsWith(ASSETS_PATH) ? 'default' : 'no-cache' }))
      if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
      if (path === PAGE_PATH) await assertSameBuild(answer.clone(), build.files)
      await cache.put(path, answer)
    }),
  )
}

/** During a rollout another node may return a page of a newer build, whose files are missing here. */
async function assertSameBuild(answer: Response, files: readonly string[]) {
  const names = (await answer.text()).match(/\/ui\/assets\/[^"]+/g) ?? []
  if (!names.every((name) => files.includes(name))) throw new Error('the page is of another build')
}

/** Deletes old builds except the previous one, which open windows may still need. */
export async function removeOldFiles() {
  const names = (await caches.keys()).filter((name) => name.startsWith(CACHE_PREFIX) && name !== CACHE_NAME)
  await Promise.all(names.slice(0, -1).map((name) => caches.delete(name)))
  await scope.registration.navigationPreload?.enable()
}

/** Network first, since there may be a newer build. */
export const networkFirstPage = (event: FetchEvent) => orCached(preloadOrFetch(event), PAGE_PATH)

export const networkFirstFile = ({ request }: FetchEvent) =>
  orCached(fetch(request), new URL(request.url).pathname)

/** Cache first, since hashed names are immutable. */
export const cacheFirstAsset = async ({ request }: FetchEvent) =>
  (await caches.match(request.url, { ignoreVary: true })) ?? fetch(request)

const preloadOrFetch = async (event: FetchEvent) =>
  (await event.preloadResponse) ?? (await fetch(event.request))

async function orCached(answer: Promise<Response>, path: string): Promise<Response> {
  const cached = await caches.match(path, { cacheName: CACHE_NAME, ignoreVary: true })
  if (!cached) return answer
  const late = new Promise<Response>((resolve) => setTimeout(() => resolve(cached), NETWORK_TIMEOUT_MS))
  // A gateway's error page counts as no answer.
  const response = answer.then(
    (response) => (response.status < 500 ? response : cached),
    () => cached,
  )
  return Promise.race([response, late])
}
