import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { paragraph, processOf, section, textareaField } from '#contract/document/build.ts'
import { cast, type Person } from '#demo/cast.ts'
import { until } from '#server/testing/until.ts'
import { expectAccessible } from '../accessible.ts'
import { setStage } from '../stage.ts'
import { endRoute, isInSight, offline } from '../steps.ts'
import { hasWorker, untilKept } from './copies-stage.ts'

const { as, publish } = await setStage()

/** Opens a page as this person, with an active service worker. */
async function open(person: Person, path: string) {
  const page = await as(person, path, { worker: true })
  await hasWorker(page)
  return page
}

/** All that Cache Storage holds: the names of the caches, and the paths in them. */
const cached = (page: Page) =>
  page.evaluate(async () => {
    const names = await caches.keys()
    const entries = names.map(async (name) => (await caches.open(name)).keys())
    const paths = (await Promise.all(entries)).flat().map(({ url }) => url.replace(location.origin, ''))
    return { names, paths: paths.toSorted() }
  })

async function built(): Promise<string[]> {
  const folder = join(import.meta.dirname, '../../dist/web')
  const names = await readdir(folder, { recursive: true })
  const files = names.filter((name) => /\.(js|css|png|svg|woff2)$/.test(name) && name !== 'sw.js')
  return ['/ui/', ...files.map((name) => `/ui/${name}`)].toSorted()
}

/** Makes the app poll at once. */
const askAgain = (page: Page) =>
  page.evaluate(() => ['offline', 'online'].forEach((event) => void dispatchEvent(new Event(event))))

test('without a service worker, too, the bar says that the network is away; a screen whose files are not there says so, leads back, and comes with the network; what goes wrong is told in German below the specified words, and a part that the server has lost is asked for once more with a new page', async () => {
  const page = await as(cast.clara, '/ui/docs')
  await page.getByRole('table', { name: 'Prozesse' }).waitFor()
  await page.context().setOffline(true)
  await offline(page).waitFor()
  await page.getByRole('link', { name: 'Gruppen', exact: true }).click()
  await page.getByText('Auf diesem Gerät noch nicht geladen.').waitFor()
  await page.getByRole('heading', { name: 'Gruppen', level: 1 }).waitFor()
  assert.equal(await page.getByText('Something went wrong!').count(), 0)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Zurück' }).click()
  await page.getByRole('table', { name: 'Prozesse' }).waitFor()
  await page.getByRole('link', { name: 'Gruppen', exact: true }).click()
  await page.getByText('Auf diesem Gerät noch nicht geladen.').waitFor()
  await page.context().setOffline(false)
  await page.getByText('Auf diesem Gerät noch nicht geladen.').waitFor({ state: 'detached' })
  await page.getByRole('heading', { name: 'Gruppen', level: 1 }).waitFor()

  const logged = page.waitForEvent('console', (message) => message.text().startsWith('No service worker'))
  await page.goto('/ui/docs')
  await page.getByRole('table', { name: 'Prozesse' }).waitFor()
  await logged
  assert.equal(await page.getByRole('alert').filter({ hasText: /\S/ }).count(), 0)
  const lost = /\/assets\/groups-[\w-]+\.js$/
  await page.route(lost, (route) => route.fulfill({ status: 404 }))
  const pages: string[] = []
  page.on('request', (request) => {
    if (request.isNavigationRequest()) pages.push(request.url())
  })
  await page.getByRole('link', { name: 'Gruppen', exact: true }).click()
  await page.getByText('Something went wrong!').waitFor()
  // The app must not load the page a second time.
  await page.waitForTimeout(2_500)
  assert.equal(pages.length, 1)
  await endRoute(page, lost)
  await page.getByRole('button', { name: 'Erneut versuchen' }).click()
  await page.getByRole('heading', { name: 'Gruppen', level: 1 }).waitFor()
  await page.goto('/ui/docs')
  await page.getByRole('table', { name: 'Prozesse' }).waitFor()

  const groups = '**/groups/custom/**'
  const details = 'Das hat nicht geklappt. Bitte melden Sie den Fehler mit der Nummer 0a1b2c.'
  await page.route(groups, (route) => route.fulfill({ status: 500, json: { success: false, details } }))
  await page.getByRole('link', { name: 'Gruppen', exact: true }).click()
  await page.getByText('Something went wrong!').waitFor()
  await page.getByText(`${details} Bitte versuchen Sie es noch einmal.`).waitFor()
  await expectAccessible(page)
  await endRoute(page, groups)

  // After a refusal the app does not suggest to try again.
  const refusal = 'Das dürfen nur Admins.'
  await page.route(groups, (route) =>
    route.fulfill({ status: 403, json: { success: false, details: refusal } }),
  )
  await page.getByRole('button', { name: 'Erneut versuchen' }).click()
  await page.getByText(refusal, { exact: true }).filter({ visible: true }).first().waitFor()
  assert.equal(await page.getByText('Bitte versuchen Sie es noch einmal.').count(), 0)
  await endRoute(page, groups)

  // Every part of the app is covered by this error handling.
  await page.goto('/ui/docs')
  await page.getByRole('table', { name: 'Prozesse' }).waitFor()
  await page.evaluate(() =>
    Object.defineProperty(document, 'activeElement', {
      get() {
        throw new Error('nobody has the focus')
      },
    }),
  )
  await page.getByRole('link', { name: /^Chat/ }).click()
  await page.getByText('Hier ist etwas schiefgegangen. Bitte versuchen Sie es noch einmal.').waitFor()
  await page.getByText('Something went wrong!').waitFor()
  // The error occurs again in the enclosing component, and its screen replaces the one whose button was pressed.
  await until(async () => {
    const show = page.getByRole('button', { name: 'Show Error' })
    if (await show.isVisible()) await show.click()
    return page.getByText('nobody has the focus').isVisible()
  }, 'the error is shown')
  await page.getByRole('button', { name: 'Hide Error' }).waitFor()
})

test('a server that does not answer is told apart from a missing network, and no list grows old without a sign', async () => {
  const page = await as(cast.clara, '/ui/docs', { prepare: (context) => context.clock.install() })
  const bar = page.getByText('Der Server ist gerade nicht zu erreichen. Sie sehen den letzten Stand.')
  /** The app waits before it reports the server as unreachable; the page's clock is advanced. */
  const silence = async () => {
    while (!(await bar.isVisible())) await page.clock.fastForward(4_000)
  }
  await page.getByRole('table', { name: 'Prozesse' }).waitFor()
  await page.context().route(/\/docs\/\?/, (route) => route.fulfill({ status: 502 }))
  await silence()
  await page.getByRole('table', { name: 'Prozesse' }).waitFor()
  await endRoute(page.context(), /\/docs\/\?/)
  await bar.waitFor({ state: 'detached' })

  await page.getByRole('link', { name: 'Mein Profil' }).click()
  await page.getByRole('heading', { name: 'Mein Profil' }).waitFor()
  await page.context().route(/\/(users|status)\//, (route) => route.abort())
  await askAgain(page)
  await silence()
  // A screen that was never open on this device is missing, and no older copy of it is promised.
  await page.context().route(/\/happenings\//, (route) => route.abort())
  await page.getByRole('link', { name: 'Veranstaltungen', exact: true }).click()
  // The loading screen may still be there, hidden.
  await page.getByText('Auf diesem Gerät noch nicht geladen.').filter({ visible: true }).waitFor()
  await page.getByText('Der Server ist gerade nicht zu erreichen.').waitFor()
  assert.equal(await page.getByText('Der Server ist gerade nicht zu erreichen.').count(), 1)
  assert.equal(await page.getByText('Sie sehen den letzten Stand').count(), 0)
  await endRoute(page.context(), /\/happenings\//)
  await endRoute(page.context(), /\/(users|status)\//)
  await askAgain(page)
  await bar.waitFor({ state: 'detached' })
})

test('of all that a visit asks for, the files of the build are kept, and nothing of what administrators see of others', async () => {
  const page = await open(cast.clara, '/ui/profile')
  for (const name of [
    /^Prozesse$/,
    /^Veranstaltungen$/,
    /^Chat/,
    /^Benutzer$/,
    /^Gruppen$/,
    /^Mein Profil$/,
  ]) {
    await page.getByRole('link', { name }).click()
    await page.getByRole('heading', { level: 1 }).first().waitFor()
  }
  await page.evaluate(() => fetch('/users/current/'))
  const { names, paths } = await cached(page)
  assert.deepEqual(
    paths.filter((path) => path.startsWith('/ui/')),
    await built(),
  )
  const others = /^\/(users|groups|assignments)\//
  assert.deepEqual(
    paths.filter((path) => others.test(path)),
    ['/users/current/'],
  )
  assert.match(names.toSorted().join(), /^answers,kontor-[0-9a-f]{16}$/)
})

test('after the logout nothing of the user is left in the browser', async () => {
  const content = processOf(section('Licht', paragraph('Was fehlt? ', textareaField('Was fehlt?'))))
  const doc_id = await publish(content)
  const page = await open(cast.anna, `/ui/docs/${doc_id}/show`)
  // The server never takes the answer: the browser keeps it for the next visit.
  await page.route('**/currentuserdata/', (route) =>
    route.request().method() === 'GET' ? route.continue() : route.abort(),
  )
  await page.getByRole('textbox').fill('Zwei Scheinwerfer')
  await page.getByRole('button', { name: 'Alle zuklappen' }).click()
  await page.evaluate(async () => {
    const cache = await caches.open('something-else')
    await cache.put('/users/current/', new Response('anna'))
    sessionStorage.setItem('anna', 'here')
  })
  await until(async () => {
    const { database, local } = await left(page)
    return database.length > 0 && local.length > 0
  }, 'the browser keeps what was not taken')

  await page.evaluate(() => Object.assign(globalThis, { remembered: 'anna' }))
  await page.getByRole('link', { name: 'Logout' }).click()
  // The logout links to what would be lost, and cancelling leads back to the page.
  const losses = page.getByRole('region', { name: 'Geht verloren' })
  await losses.getByRole('link', { name: /^Abbau/ }).waitFor()
  await page.getByRole('button', { name: 'Abbrechen' }).click()
  await page.getByRole('heading', { name: 'Abbau', level: 1 }).waitFor()
  await page.getByRole('link', { name: 'Logout' }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL('**/ui/login')
  await page.getByLabel('Benutzername').waitFor()
  assert.equal(await page.evaluate(() => 'remembered' in globalThis), false)
  // Longer than any delayed save of the app.
  await page.waitForTimeout(4_000)
  const { paths } = await cached(page)
  assert.deepEqual(paths, await built())
  const { local, session, database } = await left(page)
  assert.deepEqual({ local, database }, { local: [], database: [] })
  assert.doesNotMatch(session, /anna|docs/)
})

test('words are found in all chapters, a hit and a link lead to their headings, pictures come when they are looked at, and all of it can be read without a network', async () => {
  const page = await open(cast.anna, '/ui/help')
  await page.getByRole('heading', { name: 'Für Admins' }).waitFor()
  await page.getByLabel('In der Hilfe suchen').fill('veroeffentlichen frist')
  const hits = page.getByRole('list', { name: 'Treffer' })
  await hits.getByRole('link', { name: 'Veröffentlichen' }).waitFor()
  await hits.getByRole('link', { name: 'Veröffentlichen' }).click()
  await page.waitForURL(/#ver/)
  await page.waitForFunction(isInSight, 'veröffentlichen')
  await page.getByLabel('In der Hilfe suchen').fill('xylophon')
  await page.getByText('Nichts gefunden').waitFor()
  await page.getByLabel('In der Hilfe suchen').fill('Zwei-Faktor')
  await hits.getByRole('link', { name: 'Anmelden' }).waitFor()

  await page.goto('/ui/help?chapter=mitarbeitende#zeiten-am-telefon-erfassen')
  await page.getByRole('article').getByRole('link', { name: 'Für die Leitung eines Teams' }).click()
  await page.getByRole('heading', { name: 'Für die Leitung eines Teams', level: 2 }).waitFor()
  const picture = page.getByRole('img', { name: /Die Zeiten des Teams „Bühne“ auf dem Telefon/ })
  await picture.scrollIntoViewIfNeeded()
  await until(
    () => picture.evaluate((shown: HTMLImageElement) => shown.naturalWidth > 0),
    'the picture is there',
  )

  await untilKept(page, '/users/current/')
  await page.context().setOffline(true)
  await page.goto('/ui/docs')
  await page.getByRole('link', { name: 'Hilfe' }).click()
  await page.getByRole('heading', { name: 'Einen Prozess ausfüllen' }).waitFor()
  await page.getByRole('link', { name: 'Alle Kapitel' }).click()
  await page.getByRole('link', { name: 'Ohne Netz weiterarbeiten' }).click()
  await page.getByText('Was Sie zuletzt gelesen haben, bleibt auf diesem Gerät lesbar').waitFor()
})

const left = (page: Page) =>
  page.evaluate(async () => {
    const request = indexedDB.open('kontor')
    await new Promise((resolve) => request.addEventListener('success', resolve))
    const database = request.result
    const keys = database.objectStoreNames.contains('kept')
      ? database.transaction('kept').objectStore('kept').getAllKeys()
      : undefined
    if (keys) await new Promise((resolve) => keys.addEventListener('success', resolve))
    database.close()
    const names = (await indexedDB.databases()).map(({ name }) => name).filter((name) => name !== 'kontor')
    return {
      local: Object.keys(localStorage),
      session: JSON.stringify(Object.entries(sessionStorage)),
      database: [...(keys?.result ?? []), ...names].map(String),
    }
  })
