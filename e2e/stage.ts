// The stage of a file of stories: the product as people use it, a browser, and whoever stands in front of it.
import assert from 'node:assert/strict'
import { after, afterEach } from 'node:test'
import {
  type APIRequestContext,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
  request,
} from 'playwright-core'
import type { Method } from '#contract/endpoint.ts'
import type { Person } from '#demo/cast.ts'
import { launch } from './browser.ts'
import { startKontor } from './kontor.ts'
import { type Account, logIn } from './log-in.ts'

/** Where the browsers of the stories are. */
export const ZONE = 'Europe/Berlin'

/** How long a story waits for what has to come, in ms: long enough for a slow machine. */
export const PATIENCE = 30_000

export const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }
/** Every screen is looked at on these two. */
export const devices = [
  { device: 'on a phone', options: phone },
  { device: 'at a desk', options: { viewport: { width: 1280, height: 800 } } },
] as const

export type Options = Omit<BrowserContextOptions, 'serviceWorkers'> & {
  /** Whether the app may have its service worker there. Each new window would fetch all files of the app for it. */
  worker?: boolean
  /** What the browser needs before its first page. */
  prepare?: (context: BrowserContext) => unknown
}
export type Stage = Awaited<ReturnType<typeof setStage>>

/**
 * `settings` of the server beside the demo's own. All of it ends with the file, and each browser window with its
 * story.
 */
export async function setStage(settings: Record<string, string> = {}) {
  const kontor = await startKontor(settings)
  const { db } = kontor.kontor
  const browser = await launch()
  const windows = new Set<BrowserContext>()
  const callers = new Map<string, Promise<APIRequestContext>>()

  afterEach(async () => {
    const left = [...windows]
    windows.clear()
    await Promise.all(left.map((context) => context.close()))
    // The next story finds lists as everybody does, not as this one has left them.
    await db.deleteFrom('list_views').execute()
  })
  after(async () => {
    for (const caller of callers.values()) await (await caller).dispose()
    await browser.close()
    await kontor.stop()
  })

  /** A window of a browser of its own, in which nobody is signed in yet. */
  async function openWindow({ prepare, worker = false, ...options }: Options = {}): Promise<Page> {
    const serviceWorkers = worker ? 'allow' : 'block'
    const context = await browser.newContext({
      baseURL: kontor.url,
      locale: 'de-DE',
      timezoneId: ZONE,
      serviceWorkers,
      ...options,
    })
    windows.add(context)
    context.setDefaultTimeout(PATIENCE)
    await prepare?.(context)
    return context.newPage()
  }

  /** A page as whoever is not signed in opens it. */
  async function visit(path: string, options?: Options): Promise<Page> {
    const page = await openWindow(options)
    await page.goto(path)
    return page
  }

  /** A page as this person opens it, signed in already in this browser. */
  async function as(actor: Account, path: string, options?: Options): Promise<Page> {
    const page = await openWindow(options)
    await logIn(page.request, actor)
    await page.goto(path)
    return page
  }

  async function callerFor(person: Person): Promise<APIRequestContext> {
    const caller = await request.newContext({ baseURL: kontor.url })
    await logIn(caller, person)
    return caller
  }

  /** Past all screens, in the session of a page or as a person without any. What is refused fails the story. */
  async function call(who: Page | Person, method: Method, path: string, data?: object): Promise<unknown> {
    const caller = 'request' in who ? who.request : await callerOf(who)
    const answer = await caller.fetch(path, { method, ...(data && { data }) })
    assert.ok(answer.ok(), `${method} ${path}: ${answer.status()} ${await answer.text()}`)
    return answer.json()
  }
  function callerOf(person: Person): Promise<APIRequestContext> {
    const caller = callers.get(person.username) ?? callerFor(person)
    callers.set(person.username, caller)
    return caller
  }

  const idOf = async ({ username }: Person) =>
    (await db.selectFrom('users').where('username', '=', username).select('id').executeTakeFirstOrThrow()).id

  return { kontor, db, browser, visit, as, call, idOf }
}
