// The app's own files, kept so that it starts without a network: page, scripts, styles, icons of one build. They are
// the same for everybody; what the server knows is kept apart from them (calls.ts).
import { PATIENCE_MS } from '#web/offline/answers.ts'
import { ASSETS, PAGE } from './rule.ts'
import { type AppFetch, scope } from './scope.ts'

/** Put in by the build; in development there is none, and nothing is kept. */
declare const BUILD: { version: string; files: string[] } | undefined
const build = typeof BUILD === 'undefined' ? undefined : BUILD
export const files = build?.files ?? []

/** The logout spares the caches whose names begin like this. */
const OURS = 'kontor-'
const NAME = `${OURS}${build?.version}`

/** Fetches what is new; what an earlier build had under the same hashed name is taken over. */
export async function installFiles() {
  if (!build) return
  const cache = await caches.open(NAME)
  await Promise.all(
    build.files.map(async (path) => {
      const known = path.startsWith(ASSETS) ? await caches.match(path, { ignoreVary: true }) : undefined
      const answer = known ?? (await fetch(path, { cache: path.startsWith(ASSETS) ? 'default' : 'no-cache' }))
      if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
      if (path === PAGE) await expectOwnPage(answer.clone(), build.files)
      await cache.put(path, answer)
    }),
  )
}

/** While a newer build is being rolled out, another server may answer with a page whose files we do not have. */
async function expectOwnPage(answer: Response, files: readonly string[]) {
  const names = (await answer.text()).match(/\/ui\/assets\/[^"]+/g) ?? []
  if (!names.every((name) => files.includes(name))) throw new Error('the page is of another build')
}

/** Old builds go; the one before stays for the windows that still show it and may open one more of its screens. */
export async function removeOldFiles() {
  const names = (await caches.keys()).filter((name) => name.startsWith(OURS) && name !== NAME)
  await Promise.all(names.slice(0, -1).map((name) => caches.delete(name)))
  await scope.registration.navigationPreload?.enable()
}

/** The network first: a newer page may be of a newer build. */
export const pageOrKept = (event: AppFetch) => orKept(preloaded(event), PAGE)

export const fileOrKept = ({ request }: AppFetch) => orKept(fetch(request), new URL(request.url).pathname)

/** Its name changes with its content. */
export const keptOrAsset = async ({ request }: AppFetch) =>
  (await caches.match(request.url, { ignoreVary: true })) ?? fetch(request)

const preloaded = async (event: AppFetch) => (await event.preloadResponse) ?? (await fetch(event.request))

async function orKept(answer: Promise<Response>, path: string): Promise<Response> {
  const kept = await caches.match(path, { cacheName: NAME, ignoreVary: true })
  if (!kept) return answer
  const late = new Promise<Response>((resolve) => setTimeout(() => resolve(kept), PATIENCE_MS))
  // A gateway without a server behind it answers too; the app itself says that better.
  const response = answer.then(
    (response) => (response.status < 500 ? response : kept),
    () => kept,
  )
  return Promise.race([response, late])
}
