// The app's own files, kept so that it starts without a network: page, scripts, styles, icons of one build. They are
// the same for everybody. Nothing else is ever kept here: whatever the server knows goes past this file untouched.
import { ASSETS, PAGE, ruleFor } from './answer-rule.ts'
import { type AppFetch, scope } from './worker-scope.ts'

/** Put in by the build; in development there is none, and nothing is kept. */
declare const BUILD: { version: string; files: string[] } | undefined
const build = typeof BUILD === 'undefined' ? undefined : BUILD

/** The logout spares the caches whose names begin like this. */
const OURS = 'kontor-'
const NAME = `${OURS}${build?.version}`
/** A network that takes longer to bring the page is as good as none. */
const PATIENCE_MS = 4_000

/** Fetches what is new; what an earlier build had under the same hashed name is taken over. */
export async function install() {
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
export async function removeOld() {
  const names = (await caches.keys()).filter((name) => name.startsWith(OURS) && name !== NAME)
  await Promise.all(names.slice(0, -1).map((name) => caches.delete(name)))
  await scope.registration.navigationPreload?.enable()
}

export function answer(event: AppFetch) {
  const { request } = event
  const rule = build && ruleFor(request, location.origin, build.files)
  if (rule === 'to the page') event.respondWith(Promise.resolve(Response.redirect(PAGE, 302)))
  else if (rule === 'page') event.respondWith(networkFirst(network(event), PAGE))
  else if (rule === 'file') event.respondWith(networkFirst(fetch(request), new URL(request.url).pathname))
  else if (rule) event.respondWith(cacheFirst(request))
}

const network = async (event: AppFetch) => (await event.preloadResponse) ?? (await fetch(event.request))

async function networkFirst(asked: Promise<Response>, path: string): Promise<Response> {
  const kept = await caches.match(path, { cacheName: NAME, ignoreVary: true })
  if (!kept) return asked
  const late = new Promise<Response>((resolve) => setTimeout(() => resolve(kept), PATIENCE_MS))
  // A gateway without a server behind it answers too; the app itself says that better.
  const come = asked.then(
    (response) => (response.status < 500 ? response : kept),
    () => kept,
  )
  return Promise.race([come, late])
}

const cacheFirst = async (request: Request) =>
  (await caches.match(request.url, { ignoreVary: true })) ?? fetch(request)
