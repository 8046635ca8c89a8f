// The stage of a file of stories: the product as people use it, a browser, and whoever stands in front of it.
import assert from 'node:assert/strict'
import { after, afterEach } from 'node:test'
import { type APIRequestContext, type Page, request } from 'playwright-core'
import type { Tree } from '#contract/document/tree.ts'
import type { Method } from '#contract/endpoint.ts'
import { cast, type Person } from '#demo/cast.ts'
import { openSession } from '#server/testing/app.ts'
import { newRoom } from '#server/testing/chat-room.ts'
import { publishDoc } from '#server/testing/docs.ts'
import { startKontor } from './kontor.ts'
import { type Account, logIn } from './log-in.ts'
import { type Options, startBrowser } from './windows.ts'

export { type Options, phone, ZONE } from './windows.ts'

/**
 * `settings` of the server beside the demo's own. All of it ends with the file, and each browser window with its
 * story.
 */
export async function setStage(settings: Record<string, string> = {}) {
  const kontor = await startKontor(settings)
  const { db } = kontor.kontor
  const { browser, openWindow } = await startBrowser()
  const callers = new Map<string, Promise<APIRequestContext>>()

  afterEach(async () => {
    // The next story finds lists as everybody does, not as this one has left them.
    await db.deleteFrom('list_views').execute()
  })
  after(async () => {
    for (const caller of callers.values()) await (await caller).dispose()
    await kontor.stop()
  })

  /** A page as whoever is not signed in opens it. */
  async function visit(path: string, options?: Options): Promise<Page> {
    const page = await openWindow({ baseURL: kontor.url, ...options })
    await page.goto(path)
    return page
  }

  /** A page as this person opens it, signed in already in this browser. */
  async function as(actor: Account, path: string, options?: Options): Promise<Page> {
    const page = await openWindow({ baseURL: kontor.url, ...options })
    if (actor.password === undefined) await putSession(page, actor, options?.baseURL ?? kontor.url)
    else await logIn(page.request, actor)
    await page.goto(path)
    return page
  }

  async function putSession(page: Page, { username }: Account, url: string) {
    const [name = '', value = ''] = (await openSession(kontor.kontor, { username })).split('=')
    await page.context().addCookies([{ name, value, url, httpOnly: true, sameSite: 'Lax' }])
  }

  async function callerFor(person: Person): Promise<APIRequestContext> {
    const cookie = await openSession(kontor.kontor, person)
    return request.newContext({ baseURL: kontor.url, extraHTTPHeaders: { cookie } })
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

  /** A process that people see and fill in; without a word everybody, and nothing to hand in. */
  const publish = async (content: Tree, shown: { name?: string } & Record<string, unknown> = {}) =>
    publishDoc(await kontor.as(cast.clara), content, { name: 'Abbau', ...shown })

  /** A group of its own, with a chat. */
  async function roomOf(...people: Person[]) {
    const { name, id } = await newRoom(kontor, ...people)
    return { name, id, path: `/ui/chat/groups/${id}` }
  }

  return { kontor, db, browser, visit, as, call, idOf: kontor.userId, publish, roomOf }
}
