// The frame around all screens: navigation, areas, messages, help, and what a first visit loads.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator, Page, Response } from 'playwright-core'
import { cast, type Person } from '#demo/cast.ts'
import { version } from '#server/version.ts'
import { expectAccessibleInBothSchemes } from '../accessible.ts'
import { logIn } from '../log-in.ts'
import { phone, setStage } from '../stage.ts'
import { isInSight } from '../steps.ts'

const { visit, as, call } = await setStage()

const entriesOf = async (page: Page) => {
  await page.getByRole('navigation', { name: 'Hauptmenü' }).waitFor()
  return page.getByRole('navigation', { name: 'Hauptmenü' }).getByRole('link').allInnerTexts()
}

test('the navigation shows to each what is theirs', async () => {
  const page = await visit('/sw.js')
  const entriesFor = async (person: Person) => {
    await logIn(page.request, person)
    await page.goto('/ui/')
    await page.waitForURL('**/ui/docs?page=0&filter=&status=&order_by=%2Bname')
    return entriesOf(page)
  }
  const reading = ['Heute', 'Prozesse']
  const teams = 'Veranstaltungen'
  const everyday = ['Meine Einsätze', 'Chat']
  const rest = ['Hilfe', 'Mein Profil', 'Logout']
  assert.deepEqual(await entriesFor(cast.anna), [...reading, ...everyday, ...rest])
  assert.deepEqual(await entriesFor(cast.bruno), [...reading, teams, ...everyday, ...rest])
  assert.deepEqual(await entriesFor(cast.clara), [
    ...reading,
    teams,
    ...everyday,
    'Benutzer',
    'Gruppen',
    'Zuweisungen',
    ...rest,
  ])
  await page.getByText('Einstellungen', { exact: true }).click()
  assert.deepEqual(await entriesOf(page), [
    ...reading,
    teams,
    ...everyday,
    'Protokoll',
    'Betrieb',
    'Schnittstellen',
    'Datenschutz',
    ...rest,
  ])
})

test('an unknown address, a foreign screen and the address of a foreign dialog are Not Found, without what lies below it', async () => {
  const page = await as(cast.anna, '/ui/docs/add')
  await page.getByRole('heading', { name: 'Not Found' }).waitFor()
  await expectAccessibleInBothSchemes(page)
  assert.equal(await page.getByRole('heading', { level: 1 }).count(), 1)
  assert.equal(await page.getByRole('table').count(), 0)
  await page.waitForFunction(() => document.title === 'Not Found · Kontor')
  for (const path of ['/ui/users', '/ui/api', '/ui/gibt-es-nicht', '/ui/docs/999999/show']) {
    await page.goto(path)
    await page.getByRole('heading', { name: 'Not Found' }).waitFor()
    await page.waitForFunction(() => document.title === 'Not Found · Kontor')
  }
  await page.getByRole('navigation', { name: 'Hauptmenü' }).getByRole('link', { name: 'Prozesse' }).click()
  await page.getByRole('heading', { name: 'Prozesse' }).waitFor()
  await page.waitForFunction(() => document.title === 'Prozesse · Kontor')
})

test('a new build is offered, and loaded when the person wants it', async () => {
  const page = await as(cast.georg, '/ui/profile', { prepare: (context) => context.clock.install() })
  await page.getByRole('heading', { name: 'Mein Profil' }).waitFor()
  await page.route('**/status/', (route) => route.fulfill({ json: { name: 'Kontor', hash: 'newer' } }))
  await page.clock.fastForward(34_000)
  await page.getByRole('button', { name: 'Neu laden' }).click()
  await page.getByRole('heading', { name: 'Mein Profil' }).waitFor()
  await page.getByRole('button', { name: 'Neu laden' }).waitFor({ state: 'detached' })
})

test('on a phone the links hide behind „Mehr“, which closes on arrival, by Escape, and by the way back before the screen is left; the place of the chat says in words how many are unread', async () => {
  const page = await as(cast.hannah, '/ui/profile', {
    ...phone,
    // On Android, the back button notifies a CloseWatcher instead of the page.
    prepare: (context) =>
      context.addInitScript(() => {
        const open = new Set<CloseWatcher>()
        class CloseWatcher {
          onclose = () => {}
          constructor() {
            open.add(this)
          }
          destroy() {
            open.delete(this)
          }
        }
        const goBack = () => {
          const [watcher] = [...open].slice(-1)
          if (watcher) watcher.onclose()
          else history.back()
        }
        Object.assign(window, { CloseWatcher, goBack })
      }),
  })
  const goBack = () => page.evaluate(() => (window as unknown as { goBack: () => void }).goBack())
  const logout = page.getByRole('link', { name: 'Logout' })
  await page.getByRole('button', { name: 'Menü öffnen' }).tap()
  await logout.waitFor()
  await goBack()
  await logout.waitFor({ state: 'hidden' })
  await page.getByRole('heading', { name: 'Mein Profil' }).waitFor()

  await page.getByRole('button', { name: 'Menü öffnen' }).tap()
  await page.getByRole('link', { name: 'Hilfe' }).focus()
  await page.keyboard.press('Escape')
  await logout.waitFor({ state: 'hidden' })
  await page.locator('button:focus[aria-label="Mehr, Menü öffnen"]').waitFor()
  await page.getByRole('button', { name: 'Menü öffnen' }).tap()
  await page.getByRole('link', { name: 'Hilfe' }).tap()
  await page.getByRole('heading', { name: 'Hilfe', level: 1 }).waitFor()
  await logout.waitFor({ state: 'hidden' })

  await goBack()
  await page.getByRole('heading', { name: 'Mein Profil' }).waitFor()

  const me = (await call(page, 'GET', '/users/current/')) as object
  const isCalled = async (unread_rooms: number, name: RegExp) => {
    const json = { ...me, unread_rooms, unread_chats: unread_rooms > 0 }
    await page.route('**/users/current/', (route) => route.fulfill({ json }))
    await page.goto('/ui/profile')
    await page.getByRole('navigation', { name: 'Bereiche' }).getByRole('link', { name }).waitFor()
  }
  await isCalled(1, /^Chat\s*,\s*1\s+ungelesener Chat$/)
  await isCalled(120, /^Chat\s*,\s*99\+\s+ungelesene Chats$/)
})

test('on a phone title and way back stand in the bar above; the areas below go away while one types, and stand beside on its side; a message lies above them, leaves search, filters and buttons free, and what it offers can be pressed', async () => {
  const page = await as(cast.clara, '/ui/docs', phone)
  await page.getByRole('link', { name: 'Onboarding' }).tap()
  const title = page.getByRole('heading', { level: 1 })
  const box = async (what: Locator) => (await what.boundingBox()) ?? assert.fail('is not to be seen')
  await page.waitForURL('**/show')
  const heading = await box(title)
  assert.ok(heading.y >= 0 && heading.y + heading.height <= 56, 'the title is in the bar')
  const back = await box(page.getByRole('navigation', { name: 'Pfad' }).getByRole('link'))
  assert.ok(back.x + back.width <= heading.x && back.height >= 44, 'the arrow stands before it')
  const areas = page.getByRole('navigation', { name: 'Bereiche' })
  const { y } = await box(areas)
  const progress = await box(page.getByRole('complementary', { name: 'Überblick' }))
  assert.ok(progress.y + progress.height <= y, 'what sticks to the lower edge stands above the areas')
  await page.getByRole('textbox').first().focus()
  await areas.waitFor()
  await page.setViewportSize({ width: 390, height: 500 })
  await areas.waitFor({ state: 'hidden' })
  await page.setViewportSize({ width: 844, height: 390 })
  await areas.waitFor()
  const beside = await box(areas)
  assert.ok(beside.width <= 80 && beside.x === 0, 'they stand beside')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('navigation', { name: 'Pfad' }).getByRole('link').tap()
  await page.getByRole('heading', { name: 'Prozesse', level: 1 }).waitFor()

  await page.getByRole('link', { name: 'Neuer Prozess' }).tap()
  const dialog = page.getByRole('dialog', { name: 'Neuer Prozess' })
  await dialog.getByLabel('Name').fill('Meldung')
  await dialog.getByRole('button', { name: 'Anlegen' }).tap()
  const offered = page.getByRole('button', { name: 'Jetzt bearbeiten' })
  await dialog.waitFor({ state: 'detached' })
  const [message, edge] = [await box(offered), await box(areas)]
  assert.ok(message.y + message.height <= edge.y)
  for (const free of [
    page.getByRole('link', { name: 'Neuer Prozess' }),
    page.getByRole('button', { name: 'Suchen' }),
    page.getByRole('button', { name: 'Filtern und sortieren' }),
  ]) {
    const above = await box(free.first())
    assert.ok(above.y + above.height < message.y)
  }
  await offered.tap()
  await page.waitForURL(/\/edit/)
})

test('administrators can read every call of the interface', async () => {
  const page = await as(cast.clara, '/ui/profile#schnittstelle')
  await page.getByRole('link', { name: 'Beschreibung öffnen' }).click()
  await page.getByRole('heading', { name: 'Schnittstelle' }).waitFor()
  await page.getByText(`Fassung ${version}`, { exact: true }).waitFor()
  await page.getByRole('link', { name: 'Zurück zum Profil' }).click()
  await page.waitForURL('/ui/profile')
  await page.goto('/ui/api')
  await page.waitForURL('/api/')
})

test('help opens at the heading about the screen that one comes from, and leads back', async () => {
  const page = await as(cast.clara, '/ui/groupassignments', phone)
  await page.getByRole('heading', { name: 'Zuweisungen' }).waitFor()
  await page.getByRole('button', { name: /Menü öffnen/ }).tap()
  await page.getByRole('link', { name: 'Hilfe' }).tap()
  await page.getByRole('heading', { name: 'Zuweisungen', level: 3 }).waitFor()
  assert.match(page.url(), /\/ui\/help\?chapter=verwaltung#zuweisungen$/)
  await page.waitForFunction(isInSight, 'zuweisungen')
  assert.equal(await page.evaluate(() => document.activeElement?.id), 'zuweisungen')
  await page.goBack()
  await page.getByRole('heading', { name: 'Zuweisungen', level: 1 }).waitFor()
})

const REQUESTS = 25
const KB = 1_000
const budgets = [
  ['a list', '/ui/docs', 155 * KB],
  ['a document', '/ui/docs/1/show', 155 * KB],
  ['the editor', '/ui/docs/1/edit', 235 * KB],
] as const

for (const [screen, address, budget] of budgets)
  test(`the first visit of ${screen} stays within its budget of script and requests`, async () => {
    const responses: Response[] = []
    const page = await as(cast.clara, address, {
      prepare: (context) => void context.on('response', (response) => responses.push(response)),
    })
    await page.locator('main h1').first().waitFor()
    await page.waitForLoadState('networkidle')
    const urls = responses.map((response) => response.url())
    assert.ok(urls.length <= REQUESTS, urls.join('\n'))
    const scripts = responses.filter((response) => response.url().endsWith('.js'))
    assert.ok(scripts.length > 0)
    const sizes = await Promise.all(scripts.map((script) => script.request().sizes()))
    const bytes = sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0)
    assert.ok(bytes <= budget, `${bytes} bytes of script`)
  })
