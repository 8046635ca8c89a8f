// Reading without a network: what was read stays on the device, for the person who is signed in and for nobody else.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { paragraph, processOf, textarea } from '#contract/document/build.ts'
import { cast, type Person } from '#demo/cast.ts'
import { today } from '#demo/happenings.ts'
import { insertHappening } from '#server/testing/happenings.ts'
import { tinyPng } from '#server/testing/images.ts'
import { until } from '#server/testing/until.ts'
import { startChat } from '#web/chat/search.ts'
import { MOST } from '#web/copies/bounds.ts'
import { docsQuery } from '#web/docs/queries.ts'
import { startSearch } from '#web/docs/search.ts'
import { listQuery } from '#web/happenings/list-query.ts'
import { timesQuery } from '#web/happenings/queries.ts'
import { happeningsSearch, timesheetSearch } from '#web/happenings/search.ts'
import { expectAccessible } from '../accessible.ts'
import { logIn, logInByForm } from '../log-in.ts'
import { phone, setStage, ZONE } from '../stage.ts'
import { offline } from '../steps.ts'
import { copiesIn, databasesIn, hasWorker, untilKept } from './copies-stage.ts'

const { as, call, db, idOf } = await setStage()
// What a screen asks for hangs on the day of its browser.
process.env['TZ'] = ZONE

const bruno = await idOf(cast.bruno)
const anna = await idOf(cast.anna)
const happening = await insertHappening(db, {
  name: 'Kellerfest',
  date: today(),
  part: 'Gewölbe',
  recorders: [bruno],
  entries: [{ name: 'Castell', soll: [`${today()}T08:00`, `${today()}T16:00`] }],
})
const doc = await newDoc('Rettungswege')

async function newDoc(name: string): Promise<number> {
  const { doc_id } = (await call(cast.clara, 'POST', '/docs/', { name })) as { doc_id: number }
  await call(cast.clara, 'PATCH', `/docs/${doc_id}/`, {
    content: processOf(paragraph(`${name}: Was fehlt? `, textarea('Was fehlt?'))),
  })
  await call(cast.clara, 'PUT', `/docs/${doc_id}/visibility/public/`, { public: true })
  await call(cast.clara, 'PUT', `/docs/${doc_id}/status/`, { status: 'Aktiv' })
  return doc_id
}

/** A room with a message in it. */
async function newRoom(name: string, ...people: Person[]): Promise<number> {
  await call(cast.clara, 'PUT', `/groups/custom/${name}/`)
  for (const person of people) await call(cast.clara, 'PUT', `/users/${await idOf(person)}/groups/${name}/`)
  const { id } = await db.selectFrom('groups').where('name', '=', name).select('id').executeTakeFirstOrThrow()
  return id
}

/** Signed in, with the app's own files on the device. */
async function open(person: Person, path: string): Promise<Page> {
  const page = await as(person, path, { ...phone, worker: true })
  await hasWorker(page)
  return page
}
const title = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 }).waitFor()
const shown = (page: Page, text: string) =>
  page.locator('main').getByText(text).locator('visible=true').first().waitFor()
const age = (page: Page) => page.getByText(/^Stand: (heute|gestern), \d\d:\d\d Uhr$/).first()

test('every kind of screen that was read opens again without a network, says how old it is, and renews itself', async () => {
  const room = await newRoom('Keller', cast.bruno, cast.anna)
  await call(cast.anna, 'POST', `/chat/groups/${room}/send_message/`, {
    message: 'Das Licht ist aus.',
    image: null,
  })
  const part = { happening_id: happening.id, subhappening_id: happening.sub }
  const times = `/ui/happenings/${happening.id}/${happening.sub}/timesheet`
  const screens: [path: string, text: string, key: readonly unknown[]][] = [
    ['/ui/today', 'Kellerfest – Gewölbe', ['today']],
    ['/ui/docs', 'Rettungswege', docsQuery(startSearch).queryKey],
    [`/ui/docs/${doc}/show`, 'Rettungswege: Was fehlt?', ['docs', 'one', doc, 'answers', bruno]],
    ['/ui/chat', 'Keller', ['chat', 'rooms', 'groups', startChat]],
    [`/ui/chat/groups/${room}`, 'Das Licht ist aus.', ['chat', 'room', 'groups', room]],
    ['/ui/happenings', 'Kellerfest', listQuery(happeningsSearch({}), false).queryKey],
    [`/ui/happenings/${happening.id}`, 'Gewölbe', ['happenings', 'one', happening.id]],
    [times, 'Castell', timesQuery(part, timesheetSearch({})).queryKey],
    ['/ui/shifts', 'Diese Woche', ['shifts', '']],
  ]
  const page = await open(cast.bruno, '/ui/today')
  for (const [path, text, key] of screens) {
    await page.goto(path)
    await shown(page, text)
    await untilKept(page, key)
  }
  await page.context().setOffline(true)
  for (const [path, text] of screens) {
    await page.goto(path)
    await shown(page, text)
    await offline(page).waitFor()
    await age(page).waitFor()
    assert.equal(await page.getByText('Lade...').count(), 0, path)
    if (path === '/ui/today') await expectAccessible(page)
  }
  // What was never read is not there, and that is said in its place.
  await page.goto('/ui/profile')
  await page.getByText('Auf diesem Gerät noch nicht geladen.').waitFor()
  // And leads nowhere into the blue: what was read is one tap away.
  await page.getByRole('navigation', { name: 'Bereiche' }).getByRole('link', { name: 'Heute' }).tap()
  await page.getByText('Kellerfest – Gewölbe').first().waitFor()
  await page.context().setOffline(false)
  await offline(page).waitFor({ state: 'detached' })
  await age(page).waitFor({ state: 'detached' })
})

test('a server that does not answer is no reason to wait either: the last answers stand in at once, and say so', async () => {
  const page = await open(cast.bruno, '/ui/today')
  await untilKept(page, ['today'])
  await page.context().route(/\/(users|today|status)\//, (route) => route.fulfill({ status: 502 }))
  await page.reload()
  await page.getByText('Kellerfest – Gewölbe').first().waitFor()
  await page.getByText('Der Server ist gerade nicht zu erreichen. Sie sehen den letzten Stand.').waitFor()
  await age(page).waitFor()
  await page.context().unroute(/\/(users|today|status)\//)
  await age(page).waitFor({ state: 'detached' })
})

test('an answer that could not be sent stands in the process without a network, is no fault, and goes out later', async () => {
  const id = await newDoc('Sicherungskasten')
  const page = await open(cast.anna, `/ui/docs/${id}/show`)
  await untilKept(page, ['docs', 'one', id, 'answers', anna])
  await page.context().setOffline(true)
  await page.getByRole('textbox').fill('Die dritte Sicherung')
  await page.getByRole('status').getByText('auf diesem Gerät').waitFor()
  assert.equal(await page.getByText('nicht gespeichert').count(), 0)
  await page.reload()
  await page.getByText('Sicherungskasten: Was fehlt?').waitFor()
  const typed = async () => (await page.getByRole('textbox').inputValue()) === 'Die dritte Sicherung'
  await until(typed, 'what was typed stands there again')
  await page.context().setOffline(false)
  await until(async () => {
    const { data } = (await call(page, 'GET', `/docs/${id}/currentuserdata/`)) as { data: object }
    return Object.values(data).includes('Die dritte Sicherung')
  }, 'the answer goes out')
})

test('an image that was looked at is there without a network', async () => {
  const room = await newRoom('Bilder', cast.anna)
  await call(cast.anna, 'POST', `/chat/groups/${room}/send_message/`, {
    message: 'Plan',
    image: `data:image/png;base64,${tinyPng.toString('base64')}`,
  })
  const page = await open(cast.anna, `/ui/chat/groups/${room}`)
  const image = page.getByRole('button', { name: 'Bild groß zeigen' }).locator('img')
  await image.waitFor()
  const path = (await image.getAttribute('src')) ?? ''
  await untilKept(page, ['chat', 'room', 'groups', room])
  await untilKept(page, path)
  // As after some days, or on a device with little room.
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.clearBrowserCache')
  await page.context().setOffline(true)
  await page.reload()
  await image.waitFor()
  await until(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth > 0), 'the image is shown')
  assert.match((await image.getAttribute('src')) ?? '', /^blob:/)
  // What could show none is given another one to show.
  const address = await page.evaluate(async (path) => {
    const other = new Image()
    const end = () =>
      new Promise((go) => {
        for (const name of ['load', 'error']) other.addEventListener(name, go, { once: true })
      })
    document.body.append(other)
    other.src = `${path}&size=none`
    await end()
    other.src = path
    await end()
    return other.src
  }, path)
  assert.match(address, /^blob:/)
})

test('what was missed while the copy of a room stood there is not read out, what is said from then on is', async () => {
  const room = await newRoom('Funk', cast.bruno, cast.anna)
  const say = (message: string) =>
    call(cast.anna, 'POST', `/chat/groups/${room}/send_message/`, { message, image: null })
  await say('Vorher')
  const page = await open(cast.bruno, `/ui/chat/groups/${room}`)
  await shown(page, 'Vorher')
  await untilKept(page, ['chat', 'room', 'groups', room])
  await page.context().setOffline(true)
  await page.reload()
  await shown(page, 'Vorher')
  await age(page).waitFor()
  await say('Verpasst')
  await page.context().setOffline(false)
  await shown(page, 'Verpasst')
  assert.equal(await page.getByText('Anna Berger: Verpasst').count(), 0)
  await say('Nachher')
  await page.getByText('Anna Berger: Nachher').waitFor({ state: 'attached' })
})

test('the logout leaves nothing to be read, and another window keeps nothing more', async () => {
  const page = await open(cast.anna, '/ui/today')
  const other = await page.context().newPage()
  await other.goto('/ui/docs')
  for (const one of [page, other]) await untilKept(one, ['today'])
  await untilKept(other, docsQuery(startSearch).queryKey)
  await page.goto('/ui/logout')
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL('**/ui/login')
  await other.waitForURL('**/ui/login')
  await until(async () => !(await databasesIn(page)).includes('kontor-copies'), 'the copies are gone')
  assert.deepEqual(await copiesIn(other), { owner: undefined, copies: 0, bytes: 0, isKept: false })
  await page.context().setOffline(true)
  await page.goto('/ui/today')
  await page.getByText('Sobald die Verbindung wieder da ist').waitFor()
  assert.equal(await page.getByRole('heading', { name: 'Heute' }).count(), 0)
})

test('a device that was emptied while nobody said who is signed in keeps what is read again from the next answer on', async () => {
  const page = await open(cast.anna, '/ui/today')
  await untilKept(page, ['today'])
  await page.context().route('**/users/current/', (route) => route.fulfill({ status: 500 }))
  await page.evaluate(async () => {
    const request = indexedDB.open('kontor-copies')
    await new Promise((resolve) => request.addEventListener('success', resolve))
    const stores = ['owner', 'ages', 'copies']
    const transaction = request.result.transaction(stores, 'readwrite')
    for (const name of stores) transaction.objectStore(name).clear()
    await new Promise((resolve) => transaction.addEventListener('complete', resolve))
    request.result.close()
    // From here on it is seen when the page looks whose copies there are.
    // oxlint-disable-next-line typescript/unbound-method -- called with what it belongs to
    const { get } = IDBObjectStore.prototype
    IDBObjectStore.prototype.get = function (this: IDBObjectStore, key) {
      if (this.name === 'owner') document.documentElement.dataset['asked'] = ''
      return get.call(this, key)
    }
  })
  await page.getByRole('navigation', { name: 'Bereiche' }).getByRole('link', { name: 'Prozesse' }).tap()
  await page.locator('html[data-asked]').waitFor()
  await page.waitForResponse((response) => response.url().endsWith('/users/current/'))
  assert.equal((await copiesIn(page)).owner, undefined)
  await page.context().unroute('**/users/current/')
  for (const key of [['today'], docsQuery(startSearch).queryKey]) await untilKept(page, key)
  assert.equal((await copiesIn(page)).owner, anna)
})

test('a session that was ended elsewhere takes along what was kept', async () => {
  const page = await open(cast.elif, '/ui/today')
  await untilKept(page, ['today'])
  await page.goto('about:blank')
  await call(cast.clara, 'DELETE', `/users/${await idOf(cast.elif)}/sessions/`)
  await page.goto('/ui/today')
  await page.waitForURL('**/ui/login')
  await until(async () => !(await databasesIn(page)).includes('kontor-copies'), 'the copies are gone')
})

test('a device that has not met the server for a week shows nothing, and keeps nothing', async () => {
  const page = await open(cast.anna, '/ui/today')
  await untilKept(page, ['today'])
  await page.context().setOffline(true)
  await page.evaluate(async () => {
    const request = indexedDB.open('kontor-copies')
    await new Promise((resolve) => request.addEventListener('success', resolve))
    const store = request.result.transaction('owner', 'readwrite').objectStore('owner')
    const owner = store.get('owner')
    await new Promise((resolve) => owner.addEventListener('success', resolve))
    const put = store.put({ ...owner.result, seen_at: Date.now() - 7 * 86_400_000 }, 'owner')
    await new Promise((resolve) => put.addEventListener('success', resolve))
    request.result.close()
  })
  await page.reload()
  await page.getByText('Sobald die Verbindung wieder da ist').waitFor()
  await until(async () => !(await databasesIn(page)).includes('kontor-copies'), 'the copies are gone')
})

test('whoever signs in next on the device finds nothing of the one before, also where a window of theirs is still open', async () => {
  const page = await open(cast.anna, `/ui/docs/${doc}/show`)
  for (const key of [[], ['answers', anna]]) await untilKept(page, ['docs', 'one', doc, ...key])
  await page.goto('/ui/today')
  const other = await page.context().newPage()
  await logInByForm(other, cast.frieda)
  const frieda = await idOf(cast.frieda)
  await until(async () => (await copiesIn(other)).owner === frieda, 'the copies are hers')
  await untilKept(other, ['users', 'current'])
  for (const key of [[], ['answers', anna]])
    assert.equal((await copiesIn(other, JSON.stringify(['docs', 'one', doc, ...key]))).isKept, false)
  await other.context().setOffline(true)
  await other.goto(`/ui/docs/${doc}/show`)
  await other.getByText('Auf diesem Gerät noch nicht geladen.').waitFor()
  assert.equal(await other.getByText('Rettungswege').count(), 0)
})

test('an answer for somebody else never stands among one’s own: the page asks who is signed in, and starts anew', async () => {
  const page = await open(cast.anna, '/ui/today')
  await untilKept(page, ['today'])
  // Another window has signed in, and was closed before this one heard of it.
  await logIn(page.request, cast.bruno)
  await page.getByText('Kellerfest – Gewölbe').first().waitFor()
  await until(async () => (await copiesIn(page)).owner === bruno, 'the copies are Bruno’s')
  await untilKept(page, ['today'])
  assert.equal((await copiesIn(page, JSON.stringify(['docs', 'one', doc, 'answers', anna]))).isKept, false)
})

test('what is taken from somebody is taken from the device', async () => {
  const id = await newDoc('Nur kurz')
  const page = await open(cast.anna, `/ui/docs/${id}/show`)
  const key = JSON.stringify(['docs', 'one', id])
  await untilKept(page, key)
  await call(cast.clara, 'PUT', `/docs/${id}/visibility/public/`, { public: false })
  await page.goto('/ui/today')
  await title(page, 'Heute')
  await page.goto(`/ui/docs/${id}/show`)
  await page.getByRole('heading', { name: 'Not Found' }).waitFor()
  await until(async () => !(await copiesIn(page, key)).isKept, 'the process is gone from the device')
})

test('100 MB are the most: the oldest go, and nothing of it can be read in the database', async () => {
  const page = await open(cast.anna, '/ui/today')
  await untilKept(page, ['today'])
  await page.evaluate(async (bytes) => {
    const request = indexedDB.open('kontor-copies')
    await new Promise((resolve) => request.addEventListener('success', resolve))
    const transaction = request.result.transaction(['ages', 'copies'], 'readwrite')
    for (const [name, at] of [
      ['oldest', Date.now() - 2_000_000],
      ['old', Date.now() - 1_000_000],
    ] as const) {
      transaction.objectStore('ages').put({ at, size: bytes / 2 }, name)
      transaction.objectStore('copies').put({}, name)
    }
    await new Promise((resolve) => transaction.addEventListener('complete', resolve))
    request.result.close()
  }, MOST.bytes)
  await page.goto(`/ui/docs/${doc}/show`)
  await untilKept(page, ['docs', 'one', doc, 'answers', anna])
  assert.ok((await copiesIn(page)).bytes <= MOST.bytes)
  const { names, text } = await page.evaluate(async () => {
    const request = indexedDB.open('kontor-copies')
    await new Promise((resolve) => request.addEventListener('success', resolve))
    const store = request.result.transaction('copies').objectStore('copies')
    const [keys, values] = [store.getAllKeys(), store.getAll()]
    await new Promise((resolve) => values.addEventListener('success', resolve))
    request.result.close()
    const bytes = (values.result as { text?: ArrayBuffer }[]).map(({ text }) =>
      new TextDecoder().decode(text),
    )
    return { names: keys.result.map(String), text: bytes.join('') }
  })
  assert.deepEqual([names.includes('oldest'), names.includes('old')], [false, true])
  assert.doesNotMatch(text, /Rettungswege|anna/i)
})
