// Set-up of a test file: the server as in production, a browser, and signed-in people.
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

/** `settings`: further settings of the server. The server ends with the file, each browser window with its test. */
export async function setStage(settings: Record<string, string> = {}) {
  const kontor = await startKontor(settings)
  const { db } = kontor.kontor
  const { browser, openWindow } = await startBrowser()
  const callers = new Map<string, Promise<APIRequestContext>>()

  afterEach(async () => {
    // The next test must not find lists as this one has left them.
    await db.deleteFrom('list_views').execute()
  })
  after(async () => {
    for (const caller of callers.values()) await (await caller).dispose()
    await kontor.stop()
  })

  /** Opens a page without being signed in. */
  async function visit(path: string, options?: Options): Promise<Page> {
    const page = await openWindow({ baseURL: kontor.url, ...options })
    await page.goto(path)
    return page
  }

  /** Opens a page as this person, with a session in place. */
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

  /** Calls the API without any screen, in the session of a page or of a person. A refusal fails the test. */
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

  /** Publishes a process. By default it is for everybody and has no hand-in. */
  const publish = async (content: Tree, shown: { name?: string } & Record<string, unknown> = {}) =>
    publishDoc(await kontor.as(cast.clara), content, { name: 'Abbau', ...shown })

  /** Creates a group of these people, with a chat. */
  async function roomOf(...people: Person[]) {
    const { name, id } = await newRoom(kontor, ...people)
    return { name, id, path: `/ui/chat/groups/${id}` }
  }

  return { kontor, db, browser, visit, as, call, idOf: kontor.userId, publish, roomOf }
}
