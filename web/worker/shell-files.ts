// Cache of the app's files of one build, for an offline start: page, scripts, styles, icons. Public, and
// separate from offline copies (calls.ts).
import { PATIENCE_MS } from '#web/offline/answers.ts'
import { ASSETS, PAGE } from './rule.ts'
import { type AppFetch, scope } from './scope.ts'

/** Injected by the build; undefined in development, where nothing is cached. */
declare const BUILD: { version: string; files: string[] } | undefined
const build = typeof BUILD === 'undefined' ? undefined : BUILD
export const files = build?.files ?? []

/** Prefix of the caches that survive a logout. */
const OURS = 'kontor-'
const NAME = `${OURS}${build?.version}`

/** Fetches new files; files of an earlier build with the same hashed name are copied. */
export async function installFiles() {
  if (!build) return
  const cache = await caches.open(NAME)
  await Promise.all(
    build.files.map(async (path) => {
      const existing = path.startsWith(ASSETS) ? await caches.match(path, { ignoreVary: true }) : undefined
      const answer =
        existing ?? (await fetch(path, { cache: path.startsWith(ASSETS) ? 'default' : 'no-cache' }))
      if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
      if (path === PAGE) await expectOwnPage(answer.clone(), build.files)
      await cache.put(path, answer)
    }),
  )
}

/** During a rollout another node may return a page of a newer build, whose files are missing here. */
async function expectOwnPage(answer: Response, files: readonly string[]) {
  const names = (await answer.text()).match(/\/ui\/assets\/[^"]+/g) ?? []
  if (!names.every((name) => files.includes(name))) throw new Error('the page is of another build')
}

/** Deletes old builds except the previous one, which open windows may still need. */
export async function removeOldFiles() {
  const names = (await caches.keys()).filter((name) => name.startsWith(OURS) && name !== NAME)
  await Promise.all(names.slice(0, -1).map((name) => caches.delete(name)))
  await scope.registration.navigationPreload?.enable()
}

/** Network first, since there may be a newer build. */
export const networkFirstPage = (event: AppFetch) => orKept(preloaded(event), PAGE)

export const networkFirstFile = ({ request }: AppFetch) =>
  orKept(fetch(request), new URL(request.url).pathname)

/** Cache first, since hashed names are immutable. */
export const cacheFirstAsset = async ({ request }: AppFetch) =>
  (await caches.match(request.url, { ignoreVary: true })) ?? fetch(request)

const preloaded = async (event: AppFetch) => (await event.preloadResponse) ?? (await fetch(event.request))

async function orKept(answer: Promise<Response>, path: string): Promise<Response> {
  const cached = await caches.match(path, { cacheName: NAME, ignoreVary: true })
  if (!cached) return answer
  const late = new Promise<Response>((resolve) => setTimeout(() => resolve(cached), PATIENCE_MS))
  // A gateway's error page counts as no answer.
  const response = answer.then(
    (response) => (response.status < 500 ? response : cached),
    () => cached,
  )
  return Promise.race([response, late])
}
