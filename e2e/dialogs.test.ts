// Dialogs and menus that an administrator opens by a press, on the smallest phone in both schemes: axe finds
// nothing, nothing is wider than the window, and large letters do not overlap. Screens, and dialogs with an
// address of their own: screens.test.ts. Also printing of dialogs, and leaving them before their call has
// ended.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { cast } from '#demo/cast.ts'
import { today } from '#demo/happenings.ts'
import { insertHappening } from '#server/testing/happenings.ts'
import { tooWide, usualText } from './accessible.ts'
import { findings } from './axe.ts'
import { moment } from './patience.ts'
import { phone, setStage } from './stage.ts'
import { tooSmallForAFinger, underLargeLetters } from './surroundings.ts'

const { as, call, db, idOf } = await setStage()

const doc = await db
  .selectFrom('docs')
  .where('status', '=', 'Aktiv')
  .where('public', '=', true)
  .select('id')
  .orderBy('id')
  .limit(1)
  .executeTakeFirstOrThrow()
const made = await call(cast.clara, 'POST', '/webhooks/', {
  address: 'https://programm.firma.example/kontor',
  events: ['people.changed'],
})
await call(cast.clara, 'POST', `/webhooks/${(made as { webhook_id: number }).webhook_id}/test/`)

await call(cast.clara, 'POST', '/docs/', { name: 'Rückweg' })
/** The toast after a bulk action, with its undo. */
async function changeStatus(page: Page) {
  await page.getByLabel('Rückweg auswählen').check()
  await page.getByLabel('Neuer Status').selectOption('Archiviert')
  await press('Status ändern')(page)
}
const wide = await insertHappening(db, {
  name: 'Breite'.padEnd(120, 'x'),
  ort: 'Ort'.padEnd(120, 'x'),
  part: 'Teil'.padEnd(120, 'x'),
  date: today(),
  recorders: await Promise.all(Object.values(cast).slice(0, 8).map(idOf)),
})
const tickFirst = (page: Page) =>
  page
    .getByRole('checkbox', { name: /auswählen$/ })
    .locator('visible=true')
    .first()
    .check()
const press = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name, exact: true }).locator('visible=true').first().click()
async function repeat(page: Page) {
  await press('Verteilen …')(page)
  await page.getByLabel('Wiederholen').selectOption('Alle … Wochen')
}
/** The columns of results are chosen in the sheet of their filters. */
async function chooseColumns(page: Page) {
  await press('Filtern und sortieren')(page)
  await press('Gezeigt werden: Spalten')(page)
}
/** Presses a row beside the name, at its lower edge. */
const pressRow = (page: Page) =>
  page
    .getByRole('listitem')
    .filter({ hasText: 'Berger, ' })
    .click({ position: { x: 200, y: 60 } })
const table = {
  name: 'Mitarbeitende.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from('Vorname;Nachname;Gruppen;Lohn\nZita;Zorn;Werkstatt;3\n'),
}

const byPress: [path: string, open: (page: Page) => Promise<unknown>, shown: string][] = [
  ['/ui/users', press(/^Aktionen für/), '[role=menu]'],
  [
    '/ui/users',
    async (page) => {
      await page.getByRole('checkbox').locator('visible=true').nth(1).check()
      await press(/^Mit allen Ausgewählten/)(page)
    },
    '[role=menu]',
  ],
  ['/ui/users?filter_status=Admin', press('Filtern und sortieren'), 'dialog[open]'],
  ['/ui/audit', press('Filtern und sortieren'), 'dialog[open]'],
  ['/ui/groupassignments', press('Filtern und sortieren'), 'dialog[open]'],
  [
    '/ui/users/import',
    (page) => page.getByLabel('CSV-Datei').setInputFiles(table),
    'dialog[open] :text("Zorn, Zita")',
  ],
  ['/ui/docs?filter=R%C3%BCckweg', changeStatus, 'button:text("Rückgängig")'],
  [`/ui/docs/${doc.id}/show`, press('Verteilen …'), 'dialog[open]'],
  [`/ui/docs/${doc.id}/show`, repeat, 'dialog[open] :text("Frist nach Tagen")'],
  [`/ui/docs/${doc.id}/people`, pressRow, 'dialog[open]'],
  [`/ui/docs/${doc.id}/people`, press(/^\d+ Personen erinnern$/), 'dialog[open]'],
  [`/ui/docs/${doc.id}/people`, press('Diagramme'), 'main table'],
  [`/ui/docs/${doc.id}/active`, chooseColumns, '[role=menuitemcheckbox]'],
  ['/ui/happenings?filter=Breite', tickFirst, ':text("1 ausgewählt")'],
  [`/ui/happenings/${wide.id}`, async () => {}, 'main :text("Berger, Anna; ")'],
  ['/ui/integrations', press('API-Token anlegen'), 'dialog[open]'],
  ['/ui/integrations', press('Webhook anlegen'), 'dialog[open]'],
  ['/ui/integrations', press(/^Zustellungen: /), 'dialog[open] :text("Probe")'],
  ['/ui/operation', press(/Name und Logo/), 'dialog[open]'],
  ['/ui/profile#einmalcodes', press('Einmalcodes einrichten'), 'dialog[open] ol, dialog[open] ul'],
]

/** Only what is in front is checked: the screen below has tests of its own. */
const FRONT = 'dialog[open], [role=menu]:popover-open'

async function openOn(page: Page, path: string) {
  const front = page.locator(FRONT)
  if (new URL(page.url()).pathname === path.split('#')[0] && (await front.count()) > 0) {
    await usualText(page)
    await page.keyboard.press('Escape')
    await front.waitFor({ state: 'detached' })
  } else await page.goto(path)
}

async function lookAt(page: Page, [path, open, shown]: (typeof byPress)[number]) {
  await openOn(page, path)
  await open(page)
  await page.locator(shown).first().waitFor()
  const within = (await page.locator(FRONT).count()) > 0 ? FRONT : 'html'
  const found = [...(await findings(page, { within })), ...(await tooWide(page))]
  await page.emulateMedia({ colorScheme: 'light' })
  found.push(...(await findings(page, { within, look: 'colours' })))
  await page.emulateMedia({ colorScheme: 'dark' })
  return found.map((one) => `${path}: ${one}`)
}

test('on the smallest phone what a press opens fits, has nothing for axe to find, and bears large letters and a thumb', async () => {
  const page = await as(cast.clara, '/sw.js', {
    ...phone,
    viewport: { width: 320, height: 640 },
    colorScheme: 'dark',
  })
  const found: string[] = []
  for (const one of byPress) {
    found.push(...(await lookAt(page, one)))
    const lost = [...(await tooSmallForAFinger(page)), ...(await underLargeLetters(page))]
    found.push(...lost.map((fault) => `${one[0]}: ${fault}`))
  }
  assert.deepEqual(found, [])
})

test('a dialog is printed alone, and whole: a long one goes on where a sheet ends', async () => {
  const page = await as(cast.clara, '/ui/users/create')
  const countSheets = async () =>
    (await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0
  const body = page.getByRole('dialog').locator('[data-body]')
  await body.waitFor()
  assert.equal(await countSheets(), 1)
  const height = await body.evaluate((element) => {
    for (let line = 1; line <= 200; line++) {
      const words = document.createElement('p')
      words.textContent = `Zeile ${line}`
      element.append(words)
    }
    return element.scrollHeight
  })
  // An A4 sheet without an edge has 1,122 pixels.
  const needed = Math.ceil(height / 1_122)
  const sheets = await countSheets()
  assert.ok(needed > 3 && [needed, needed + 1].includes(sheets), `${sheets} sheets for ${height} pixels`)
})

/**
 * Sends the dialog, closes it with Escape, and goes to the list of chats. Returns a function that lets the
 * request continue.
 */
async function leaveWhileItIsSent(page: Page, verb: string, call: string) {
  const given = moment<() => Promise<void>>(`${call} was not called`)
  await page.route(call, (route) =>
    route.request().method() === 'GET' ? route.continue() : given.resolve(() => route.continue()),
  )
  await page.getByRole('dialog').getByRole('button', { name: verb, exact: true }).click()
  const goOn = await given.wait()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Chat' }).first().click()
  await page.waitForURL(({ pathname }) => pathname === '/ui/chat')
  await page.getByRole('heading', { name: 'Chat' }).first().waitFor()
  return goOn
}

test('whoever has left a dialog and gone on stays there when its answer comes, and hears of a refusal all the same', async () => {
  const rename = `/ui/users/${await idOf(cast.georg)}/rename`
  const page = await as(cast.clara, '/sw.js')
  for (const [name, message] of [
    [cast.anna.username, page.getByRole('alert').getByText('gibt es schon')],
    ['georg.neu', page.getByText('Benutzer umbenannt')],
  ] as const) {
    await page.goto(rename)
    await page.getByLabel('Benutzername').fill(name)
    const goOn = await leaveWhileItIsSent(page, 'Umbenennen', '**/users/*/username/')
    await goOn()
    await message.waitFor()
    await page.unrouteAll()
    await page.getByRole('heading', { name: 'Chat' }).first().waitFor()
    assert.equal(new URL(page.url()).pathname, '/ui/chat')
  }
})

test('a chat that somebody begins and does not wait for does not come over the next screen', async () => {
  const page = await as(cast.elif, '/ui/chat')
  const given = moment<() => Promise<void>>('no chat was begun')
  await page.route('**/chat/direct/', (route) =>
    route.request().method() === 'POST' ? given.resolve(() => route.continue()) : route.continue(),
  )
  await page.getByRole('combobox', { name: 'Person suchen' }).fill('ünal')
  await page.getByRole('option', { name: /Ünal/ }).first().click()
  const goOn = await given.wait()
  await page.getByRole('link', { name: 'Prozesse' }).first().click()
  await page.waitForURL(({ pathname }) => pathname === '/ui/docs')
  const answered = page.waitForResponse('**/chat/direct/')
  await goOn()
  await answered
  // If a chat opened now, it would send further requests.
  await page.waitForLoadState('networkidle')
  assert.equal(new URL(page.url()).pathname, '/ui/docs')
})
