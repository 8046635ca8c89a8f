// Not a test: takes the screenshots of the handbook in a browser on the demo. With names, only those: `npx node
// e2e/handbook-pictures.ts chat zeiten`.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import type { BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { cast, type Person } from '#demo/cast.ts'
import { seedCompany } from '#demo/company.ts'
import { prepareDemoSettings } from '#demo/planner.ts'
import { launch } from './browser.ts'
import { startKontor } from './kontor.ts'
import { logIn } from './log-in.ts'
import { canBeNotified } from './push-stubs.ts'

const folder = join(import.meta.dirname, '../docs/handbuch/bilder')
const MOST_BYTES = 120_000
const ANDROID =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Mobile Safari/537.36'

const desk = (height: number): BrowserContextOptions => ({ viewport: { width: 1280, height } })
const phone = (height: number): BrowserContextOptions => ({
  viewport: { width: 390, height },
  isMobile: true,
  hasTouch: true,
  userAgent: ANDROID,
})

const { env, planner } = await prepareDemoSettings({})
assert.ok(planner)
const { PLANNER_URL = '', PLANNER_TOKEN = '' } = env
const kontor = await startKontor({ PLANNER_URL, PLANNER_TOKEN })
await seedCompany(kontor.kontor, planner)
const browser = await launch()

async function as(person: Person, device: BrowserContextOptions, prepare?: (to: BrowserContext) => unknown) {
  const context = await browser.newContext({
    baseURL: kontor.url,
    locale: 'de-DE',
    timezoneId: 'Europe/Berlin',
    deviceScaleFactor: 2,
    reducedMotion: 'reduce',
    ...device,
  })
  await prepare?.(context)
  const page = await context.newPage()
  page.setDefaultTimeout(15_000)
  await logIn(page.request, person)
  return page
}

const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Opens a process, or one of its tabs. */
async function openProcess(page: Page, name: string, tab?: string) {
  await page.goto('/ui/docs')
  await link(page, name).click()
  if (tab) await link(page, tab).click()
  await page.mouse.move(0, 0)
}

/** Opens the gala through the list, as people do. */
async function openGala(page: Page) {
  await page.goto('/ui/happenings?filter=Nordlicht-Gala')
  await link(page, 'Nordlicht-Gala').click()
}

/** Scrolls an element up to just below the top bar of a phone. */
const scrollUp = (to: Locator) =>
  to.evaluate((element) => scrollBy({ top: element.getBoundingClientRect().top - 66, behavior: 'instant' }))

async function shoot(name: string, page: Page) {
  await page.evaluate(() => document.fonts.ready)
  const picture = await page.screenshot({ caret: 'hide' })
  const { size } = await sharp(picture)
    .webp({ quality: 76, effort: 6 })
    .toFile(join(folder, `${name}.webp`))
  console.log(`${name}.webp: ${Math.ceil(size / 1000)} kB`)
  assert.ok(size <= MOST_BYTES, `${name}.webp is larger than ${MOST_BYTES} bytes`)
  await page.context().close()
}

const pictures: Record<string, () => Promise<Page>> = {
  async prozess() {
    const page = await as(cast.anna, phone(780))
    await openProcess(page, 'Abschluss einer Veranstaltung')
    const amounts = { Wechselgeld: '300', Bargeld: '2184,5', Kartenzahlungen: '6412,8', Differenz: '0' }
    for (const [name, amount] of Object.entries(amounts))
      await page.getByLabel(name, { exact: true }).fill(amount)
    await page.getByLabel('Differenz', { exact: true }).blur()
    await page.getByText('4 von 15').waitFor()
    await page.getByRole('complementary', { name: 'Überblick' }).getByText('gespeichert').waitFor()
    await scrollUp(page.getByRole('heading', { name: 'Kassenabschluss' }))
    return page
  },

  async chat() {
    const page = await as(cast.anna, phone(780))
    await page.goto('/ui/chat')
    await page.getByRole('link', { name: /^Bühne/ }).click()
    await page.getByText('Neue Nachrichten').waitFor()
    await page.getByRole('log').getByText('Einweisung vorne am Portal').waitFor()
    return page
  },

  async benachrichtigungen() {
    const page = await as(cast.anna, phone(712), (context) =>
      canBeNotified(context, { permission: 'default' }),
    )
    await page.goto('/ui/profile')
    await button(page, 'Benachrichtigungen aktivieren').click()
    await page.getByRole('list', { name: 'Benachrichtigte Geräte' }).getByText('dieses Gerät').waitFor()
    const form = page.getByRole('form', { name: 'Ruhe und Themen' })
    await form.getByLabel('Ruhe von', { exact: true }).fill('22:00')
    await form.getByLabel('Ruhe bis', { exact: true }).fill('6:30')
    await button(page, 'Speichern').click()
    await page.getByText('Gespeichert', { exact: true }).waitFor()
    await page.reload()
    await page.getByRole('list', { name: 'Benachrichtigte Geräte' }).getByText('dieses Gerät').waitFor()
    await scrollUp(page.getByRole('heading', { name: 'Benachrichtigungen' }))
    return page
  },

  async zeiten() {
    const page = await galaStage(780)
    await scrollUp(page.getByRole('row').filter({ hasText: '+0:45' }))
    return page
  },

  async abgleich() {
    const page = await as(cast.clara, desk(760))
    await page.goto('/ui/happenings')
    await link(page, 'Abgleich mit der Personalplanung').click()
    await page.getByText(/^Unverändert/).waitFor()
    return page
  },

  async veranstaltungen() {
    const page = await as(cast.clara, desk(720))
    await page.goto('/ui/happenings')
    for (const row of [1, 2]) await page.getByRole('row').nth(row).getByRole('checkbox').check()
    await page.getByText('2 ausgewählt').waitFor()
    return page
  },

  async zeiterfasser() {
    const page = await as(cast.clara, desk(600))
    await openGala(page)
    await link(page, 'Zeiterfasser ändern: Empfang').click()
    await page.getByRole('dialog').getByText('elif', { exact: true }).waitFor()
    return page
  },

  async zuweisungen() {
    const page = await as(cast.clara, desk(830))
    await page.goto('/ui/groupassignments?filterUser=or')
    await page.getByRole('gridcell', { name: /^Müller-Lüdenscheidt, Georg.* – Bühne: entzogen$/ }).hover()
    await page.getByText('hier entzogen von clara').waitFor()
    return page
  },

  async bearbeiten() {
    const page = await as(cast.clara, desk(760))
    await openProcess(page, 'Abschluss einer Veranstaltung', 'Bearbeiten')
    await page.getByText('Tresor verschlossen').waitFor()
    return page
  },

  async ergebnisse() {
    const page = await as(cast.clara, desk(600))
    await openProcess(page, 'Schlüsselübergabe', 'Ergebnisse')
    await page.getByRole('rowheader', { name: 'Yıldız, Elif' }).waitFor()
    return page
  },

  async protokoll() {
    const guessing = await as(cast.anna, desk(760))
    await guessing.request.get('/docs/4711/')
    await guessing.request.post('/auth/login/', {
      data: { username: cast.bruno.username, password: 'geraten' },
    })
    await guessing.context().close()
    const page = await as(cast.clara, desk(720))
    await page.request.post('/docs/', { data: { name: 'Rückgabe der Funkgeräte' } })
    await kontor.app.refusals.flush()
    await page.goto('/ui/audit')
    await page.getByText('Login fehlgeschlagen').waitFor()
    return page
  },

  // Must run last, because it changes data that other pictures show.
  async bericht() {
    const page = await galaStage(760)
    await button(page, 'Schließen').tap()
    const refused = planner.happenings
      .find(({ name }) => name === 'Nordlicht-Gala')
      ?.subhappenings[0]?.entries.find(({ last_name }) => last_name === cast.hannah.nachname)
    assert.ok(refused)
    refused.status = 'abgesagt'
    await button(page, 'Nur 20 übernehmen').click()
    // Before the evening, the times are in the future and have to be confirmed.
    const asked = button(page, 'Trotzdem übernehmen')
    await asked.or(page.getByText('Alles übernommen')).waitFor()
    if (await asked.isVisible()) await asked.click()
    await page.getByText('Alles übernommen').waitFor()
    await button(page, 'Senden').click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Senden' }).click()
    await page.getByText('19 von 20 Zeiten übermittelt, 1 abgelehnt.').waitFor()
    await page.getByText('Zeiten werden gesendet', { exact: true }).waitFor({ state: 'hidden' })
    await button(page, 'Bericht').tap()
    return page
  },
}

/** Everybody as planned, except that the first person stayed longer. Nothing is applied yet. */
async function galaStage(height: number) {
  const page = await as(cast.bruno, phone(height))
  await openGala(page)
  await link(page, 'Bühne').click()
  await button(page, 'Alle wie geplant').tap()
  await page.getByRole('rowgroup').getByRole('row').first().getByRole('button').tap()
  const later = button(page, 'Ende: 15 Minuten später')
  for (let times = 0; times < 3; times++) await later.tap()
  await page.getByText('20 Einträge noch nicht übernommen').waitFor()
  return page
}

const named = process.argv.slice(2)
try {
  for (const name of named) assert.ok(pictures[name], `There is no picture ${name}.`)
  for (const [name, show] of Object.entries(pictures))
    if (named.length === 0 || named.includes(name)) await shoot(name, await show())
} finally {
  await browser.close()
  await kontor.stop()
  await planner.stop()
}
