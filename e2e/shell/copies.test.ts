// Reading without a network: what was read stays on the device, for the person who is signed in and for nobody else.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { paragraph, processOf, textareaField } from '#contract/document/build.ts'
import { cast, type Person } from '#demo/cast.ts'
import { today } from '#demo/happenings.ts'
import { insertHappening } from '#server/testing/happenings.ts'
import { tinyPng } from '#server/testing/images.ts'
import { until } from '#server/testing/until.ts'
import { COPY_LIMITS } from '#web/offline/bounds.ts'
import { expectAccessibleInBothSchemes } from '../accessible.ts'
import { logIn, logInByForm } from '../log-in.ts'
import { phone, setStage } from '../stage.ts'
import { endRoute, offline } from '../steps.ts'
import { ANSWERS, age, copiesIn, hasWorker, isKept, untilKept } from './copies-stage.ts'

const { as, call, db, idOf, publish, roomOf } = await setStage()

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

function newDoc(name: string) {
  const question = paragraph(`${name}: Was fehlt? `, textareaField('Was fehlt?'))
  return publish(processOf(question), { name })
}

/** Opens a page as this person, with an active service worker. */
async function open(person: Person, path: string): Promise<Page> {
  const page = await as(person, path, { ...phone, worker: true })
  await hasWorker(page)
  return page
}
const title = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 }).waitFor()
const shown = (page: Page, text: string) =>
  page.locator('main').getByText(text).locator('visible=true').first().waitFor()
const standOf = (page: Page) => page.getByText(/^Stand: (heute|gestern), \d\d:\d\d Uhr$/).first()

test('every kind of screen that was read opens again without a network, says how old it is, and renews itself; a server that does not answer is no reason to wait either', async () => {
  const times = `/happenings/${happening.id}/subhappenings/${happening.sub}/time/?`
  const screens: [path: string, text: string, address: string][] = [
    ['/ui/today', 'Kellerfest – Gewölbe', '/today/'],
    ['/ui/docs', 'Rettungswege', '/docs/?'],
    [`/ui/docs/${doc}/show`, 'Rettungswege: Was fehlt?', `/docs/${doc}/currentuserdata/`],
    [`/ui/happenings/${happening.id}/${happening.sub}/timesheet`, 'Castell', times],
    ['/ui/shifts', 'Diese Woche', '/shifts/'],
  ]
  const page = await open(cast.bruno, '/ui/today')
  for (const [path, text, address] of screens) {
    await page.goto(path)
    await shown(page, text)
    await untilKept(page, address)
  }
  await page.context().setOffline(true)
  for (const [path, text] of screens) {
    await page.goto(path)
    await shown(page, text)
    await offline(page).waitFor()
    await standOf(page).waitFor()
    assert.equal(await page.getByText('Lade...').count(), 0, path)
  }
  // A screen that was never read on this device says so.
  await page.goto('/ui/profile')
  await page.getByText('Auf diesem Gerät noch nicht geladen.').waitFor()
  // The navigation stays usable: a screen with a copy is one tap away.
  await page.getByRole('navigation', { name: 'Bereiche' }).getByRole('link', { name: 'Heute' }).tap()
  await page.getByText('Kellerfest – Gewölbe').first().waitFor()
  await page.context().setOffline(false)
  await offline(page).waitFor({ state: 'detached' })
  await standOf(page).waitFor({ state: 'detached' })

  await page.context().route(/\/(users|today|status)\//, (route) => route.fulfill({ status: 502 }))
  await page.reload()
  await page.getByText('Kellerfest – Gewölbe').first().waitFor()
  await page.getByText('Der Server ist gerade nicht zu erreichen. Sie sehen den letzten Stand.').waitFor()
  await standOf(page).waitFor()
  await endRoute(page.context(), /\/(users|today|status)\//)
  await standOf(page).waitFor({ state: 'detached' })
})

test('a room is there without a network, an image that was looked at too; what was missed meanwhile is not read out, what is said from then on is', async () => {
  const { id: room } = await roomOf(cast.bruno, cast.anna)
  const say = (message: string, image: string | null = null) =>
    call(cast.anna, 'POST', `/chat/groups/${room}/send_message/`, { message, image })
  await say('Vorher', `data:image/png;base64,${tinyPng.toString('base64')}`)
  const page = await open(cast.bruno, `/ui/chat/groups/${room}`)
  await shown(page, 'Vorher')
  const image = page.getByRole('button', { name: 'Bild groß zeigen' }).locator('img')
  await image.waitFor()
  const path = (await image.getAttribute('src')) ?? ''
  await untilKept(page, `/chat/groups/${room}/`)
  await untilKept(page, path)
  // The browser's own cache loses files after some days, or on a device with little room.
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.clearBrowserCache')
  await page.context().setOffline(true)
  await page.reload()
  await shown(page, 'Vorher')
  await until(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth > 0), 'the image is shown')
  // The large image was never opened, but its copy can be read.
  const width = await page.evaluate(
    async (path) => {
      const large = new Image()
      large.src = path
      await large.decode()
      return large.naturalWidth
    },
    path.replace('?size=small', ''),
  )
  assert.ok(width > 0)
  await standOf(page).waitFor()
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
  for (const address of ['/today/', '/docs/?']) await untilKept(other, address)
  // An answer for her is still on its way when she leaves.
  const { promise: left, resolve: leave } = Promise.withResolvers<void>()
  const { promise: held, resolve: hold } = Promise.withResolvers<void>()
  await page.context().route(
    '**/users/current/',
    async (route) => {
      const response = await route.fetch({ headers: { ...route.request().headers(), 'if-none-match': '' } })
      hold()
      await left
      await route.fulfill({ response })
    },
    { times: 1 },
  )
  await held
  await page.goto('/ui/logout')
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL('**/ui/login')
  leave()
  await other.waitForURL('**/ui/login')
  await page.waitForTimeout(2_000)
  assert.deepEqual(await copiesIn(other), { owner: undefined, addresses: [] })
  await page.context().setOffline(true)
  await page.goto('/ui/today')
  await page.getByText('Sobald die Verbindung wieder da ist').waitFor()
  assert.equal(await page.getByRole('heading', { name: 'Heute' }).count(), 0)
})

test('nothing is kept beside the answer that says who is signed in, and what is read again from there on is', async () => {
  const page = await open(cast.anna, '/ui/docs')
  await untilKept(page, '/docs/?')
  await page.context().route('**/users/current/', (route) => route.fulfill({ status: 500 }))
  await page.evaluate((name) => caches.delete(name), ANSWERS)
  for (let polls = 0; polls < 2; polls++)
    await page.waitForResponse((response) => response.url().includes('/docs/?'))
  assert.deepEqual(await copiesIn(page), { owner: undefined, addresses: [] })
  await endRoute(page.context(), '**/users/current/')
  await untilKept(page, '/docs/?')
  assert.equal((await copiesIn(page)).owner, anna)
})

test('what is taken from somebody is taken from the device, and all of it with a session that was ended elsewhere', async () => {
  const id = await newDoc('Nur kurz')
  const page = await open(cast.elif, `/ui/docs/${id}/show`)
  await untilKept(page, `/docs/${id}/`)
  await call(cast.clara, 'PUT', `/docs/${id}/visibility/public/`, { public: false })
  await page.goto('/ui/today')
  await title(page, 'Heute')
  await page.goto(`/ui/docs/${id}/show`)
  await page.getByRole('heading', { name: 'Not Found' }).waitFor()
  await until(async () => !(await isKept(page, `/docs/${id}/`)), 'the process is gone from the device')

  await page.goto('about:blank')
  await call(cast.clara, 'DELETE', `/users/${await idOf(cast.elif)}/sessions/`)
  await page.goto('/ui/today')
  await page.waitForURL('**/ui/login')
  await until(async () => (await copiesIn(page)).owner === undefined, 'the copies are gone')
  assert.deepEqual((await copiesIn(page)).addresses, [])
})

test('100 MB are the most: the oldest go; a device that has not met the server for a week shows nothing, and keeps nothing', async () => {
  const page = await open(cast.anna, '/ui/today')
  await untilKept(page, '/today/')
  await age(page, '/oldest/', 2_000_000, COPY_LIMITS.bytes / 2)
  await age(page, '/old/', 1_000_000, COPY_LIMITS.bytes / 2)
  await page.goto(`/ui/docs/${doc}/show`)
  await untilKept(page, `/docs/${doc}/currentuserdata/`)
  await until(async () => !(await isKept(page, '/oldest/')), 'the oldest is gone')
  assert.equal(await isKept(page, '/today/'), true)

  await page.goto('/ui/today')
  await title(page, 'Heute')
  await page.context().setOffline(true)
  await age(page, '/users/current/', 7 * 86_400_000)
  await page.reload()
  await page.getByText('Sobald die Verbindung wieder da ist').waitFor()
  assert.deepEqual(await copiesIn(page), { owner: undefined, addresses: [] })
})

test('whoever signs in next on the device finds nothing of the one before, also where a window of theirs is still open, or asks for more before it has heard of it', async () => {
  const page = await open(cast.anna, `/ui/docs/${doc}/show`)
  const addresses = [`/docs/${doc}/`, `/docs/${doc}/currentuserdata/`]
  for (const address of addresses) await untilKept(page, address)
  await page.goto('/ui/today')
  const other = await page.context().newPage()
  await logInByForm(other, cast.frieda)
  const frieda = await idOf(cast.frieda)
  await until(async () => (await copiesIn(other)).owner === frieda, 'the copies are hers')
  for (const address of addresses) assert.equal(await isKept(other, address), false)
  await other.context().setOffline(true)
  await other.goto(`/ui/docs/${doc}/show`)
  await other.getByText('Auf diesem Gerät noch nicht geladen.').waitFor()
  assert.equal(await other.getByText('Rettungswege').count(), 0)

  // Another window has signed in, and was closed before this one heard of it.
  await other.context().setOffline(false)
  await other.goto(`/ui/docs/${doc}/show`)
  await untilKept(other, `/docs/${doc}/currentuserdata/`)
  await other.goto('/ui/today')
  await logIn(other.request, cast.bruno)
  await other.getByText('Kellerfest – Gewölbe').first().waitFor()
  await until(async () => (await copiesIn(other)).owner === bruno, 'the copies are Bruno’s')
  await untilKept(other, '/today/')
  assert.equal(await isKept(other, `/docs/${doc}/currentuserdata/`), false)
})

test('without a network the bar says so above what is known; the app starts all the same, and says where the bar stood that the network is back: nothing moves under a finger, and no hole is left', async () => {
  const page = await open(cast.anna, '/ui/profile')
  await page.context().setOffline(true)
  await offline(page).waitFor()
  await page.getByRole('heading', { name: 'Mein Profil' }).waitFor()
  for (const address of ['/', '/ui', '/ui/profile']) {
    await page.goto(address)
    await page.waitForURL('**/ui/**')
    await offline(page).waitFor()
  }
  await expectAccessibleInBothSchemes(page)
  await page.context().setOffline(false)
  await offline(page).waitFor({ state: 'detached' })
  await page.goto('/ui/docs')
  const first = page.getByRole('link', { name: 'Onboarding der ersten Woche' })
  await first.waitFor()
  const never = await first.boundingBox()
  await page.context().setOffline(true)
  await offline(page).waitFor()
  const before = await first.boundingBox()
  const shifts = await page.evaluateHandle(() => {
    const seen: number[] = []
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.push((entry as unknown as { value: number }).value)
    }).observe({ type: 'layout-shift' })
    return seen
  })
  await page.context().setOffline(false)
  const back = page.getByRole('status').filter({ hasText: /^Wieder verbunden\.$/ })
  await back.waitFor()
  assert.deepEqual(await first.boundingBox(), before)
  assert.deepEqual(await shifts.evaluate((seen) => seen), [])
  await back.waitFor({ state: 'detached' })
  assert.deepEqual(await first.boundingBox(), never)
  // A screen that opens while „Wieder verbunden.“ is shown starts without this line.
  await page.context().setOffline(true)
  await offline(page).waitFor()
  await page.context().setOffline(false)
  await back.waitFor()
  await page.getByRole('navigation', { name: 'Bereiche' }).getByRole('link', { name: 'Heute' }).tap()
  await page.getByRole('heading', { name: 'Heute', level: 1 }).waitFor()
  assert.equal(await back.count(), 0)
})
