import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { cast, type Person } from '#demo/cast.ts'
import { otherDocuments } from '#demo/documents/all.ts'
import { insertDocument } from '#demo/documents/insert.ts'
import { inTransaction } from '#server/live/news.ts'
import { expectAccessible } from './accessible.ts'
import { launch } from './browser.ts'
import { startKontor } from './kontor.ts'
import { signIn } from './sign-in.ts'

const kontor = await startKontor()
await inTransaction(kontor.kontor, async (tx) => {
  for (const document of otherDocuments) await insertDocument(tx, document)
})
const browser = await launch()
after(async () => {
  await browser.close()
  await kontor.stop()
})

async function as(
  { username }: Person,
  path: string,
  options: Parameters<typeof browser.newContext>[0] = {},
) {
  const context = await browser.newContext({ baseURL: kontor.url, locale: 'de-DE', ...options })
  const page = await context.newPage()
  page.setDefaultTimeout(10_000)
  await signIn(page, username)
  await page.goto(path)
  return page
}

async function pick(page: Page, name: string, action: string) {
  await page.getByRole('button', { name: `Aktionen für ${name}`, exact: true }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

const row = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) })

const namesOf = async (page: Page) => {
  await page.getByRole('table', { name: 'Prozesse' }).waitFor()
  return page.getByRole('table').getByRole('link').allInnerTexts()
}

/** The tab of a process, by the list and its name. */
async function open(page: Page, name: string, tab: string) {
  await page.goto('/ui/docs')
  await page.getByRole('link', { name, exact: true }).click()
  await page.getByRole('link', { name: tab, exact: true }).click()
  await page.locator(`[aria-current=page]:text-is("${tab}")`).waitFor()
}

test('an administrator creates a process, renames it and sets its status', async () => {
  const page = await as(cast.clara, '/ui/docs?filter=Garderobe')
  await page.getByText('Kein Prozess gefunden').waitFor()
  await page.getByRole('link', { name: 'Neuer Prozess' }).click()
  const dialog = page.getByRole('dialog', { name: 'Neuer Prozess' })
  assert.equal(await dialog.getByRole('button', { name: 'Anlegen' }).isDisabled(), true)
  await dialog.getByLabel('Name').fill('Garderobe')
  await dialog.getByRole('button', { name: 'Anlegen' }).click()
  await page.getByText('Prozess angelegt').waitFor()
  await dialog.waitFor({ state: 'hidden' })
  assert.equal(new URL(page.url()).searchParams.get('filter'), 'Garderobe')
  await row(page, 'Garderobe').getByText('Entwurf').waitFor()

  await pick(page, 'Garderobe', 'Umbenennen')
  const rename = page.getByRole('dialog', { name: 'Prozess umbenennen' })
  assert.equal(await rename.getByLabel('Name').inputValue(), 'Garderobe')
  await rename.getByLabel('Name').fill('Garderobe öffnen')
  await rename.getByRole('button', { name: 'Umbenennen' }).click()
  await page.getByText('Prozess umbenannt').waitFor()
  await row(page, 'Garderobe öffnen').waitFor()

  await pick(page, 'Garderobe öffnen', 'Status ändern')
  await page.reload()
  const status = page.getByRole('dialog', { name: 'Status ändern' })
  await status.getByLabel('Status von „Garderobe öffnen“').selectOption('Erledigt')
  await status.getByText('Ausfüllen lässt er sich nicht mehr.').waitFor()
  await status.getByRole('button', { name: 'Status ändern' }).click()
  await row(page, 'Garderobe öffnen').getByText('Erledigt').waitFor()
  await page.context().close()
})

test('a copy can be opened from its message; what was deleted comes back', async () => {
  const page = await as(cast.clara, '/ui/docs')
  await pick(page, 'Schlüsselübergabe', 'Kopieren')
  await row(page, 'Schlüsselübergabe (Kopie)').getByText('Entwurf').waitFor()
  await page.getByRole('button', { name: 'Kopie öffnen' }).click()
  await page.getByRole('heading', { level: 1, name: 'Schlüsselübergabe (Kopie)' }).waitFor()

  await pick(page, 'Schlüsselübergabe (Kopie)', 'Löschen')
  const question = page.getByRole('alertdialog', {
    name: 'Soll „Schlüsselübergabe (Kopie)“ wirklich gelöscht werden?',
  })
  await question.getByRole('button', { name: 'Löschen' }).click()
  await page.waitForURL('**/ui/docs?**')
  await page.getByText('Prozess gelöscht').waitFor()
  assert.ok(!(await namesOf(page)).includes('Schlüsselübergabe (Kopie)'))
  await page.getByRole('button', { name: 'Rückgängig' }).press('Enter')
  await page.getByText('Prozess wiederhergestellt').waitFor()
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'Prozesse')
  await row(page, 'Schlüsselübergabe (Kopie)').waitFor()

  await pick(page, 'Schlüsselübergabe (Kopie)', 'Löschen')
  await question.getByText('in der Liste unter dem Status „Gelöscht“').waitFor()
  await question.getByRole('button', { name: 'Löschen' }).click()
  await row(page, 'Schlüsselübergabe (Kopie)').waitFor({ state: 'hidden' })
  await page.getByLabel('Status', { exact: true }).selectOption('Gelöscht')
  await page.getByRole('button', { name: 'Schlüsselübergabe (Kopie) wiederherstellen' }).waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Schlüsselübergabe (Kopie) wiederherstellen' }).click()
  await page.getByText('In den letzten 30 Tagen wurde kein Prozess gelöscht.').waitFor()
  await page.getByLabel('Status', { exact: true }).selectOption('Alle')
  await row(page, 'Schlüsselübergabe (Kopie)').waitFor()

  await pick(page, 'Schlüsselübergabe (Kopie)', 'Löschen')
  await question.getByRole('button', { name: 'Löschen' }).click()
  await row(page, 'Schlüsselübergabe (Kopie)').waitFor({ state: 'hidden' })
  await page.context().close()
})

test('search, status, order and page stand in the address, and the way back from a process leads there', async () => {
  const page = await as(cast.clara, '/ui/docs')
  await page.getByLabel('Prozesse suchen').fill('UBERGABE')
  await page.waitForURL('**filter=UBERGABE**')
  await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click()
  await page.waitForURL('**order_by=-name**')
  await page.reload()
  assert.deepEqual(await namesOf(page), ['Übergabe der Technik: Sommerfest', 'Schlüsselübergabe'])
  await page.getByLabel('Status', { exact: true }).selectOption('Aktiv')
  await page.waitForURL('**status=Aktiv**')
  await row(page, 'Übergabe der Technik: Sommerfest').waitFor({ state: 'hidden' })
  await page.getByRole('link', { name: 'Schlüsselübergabe' }).click()
  await page.waitForURL('**/show')
  await page.getByRole('heading', { level: 1, name: 'Schlüsselübergabe' }).waitFor()
  assert.match(await page.title(), /^Schlüsselübergabe · /)
  await page.getByRole('navigation', { name: 'Pfad' }).getByRole('link', { name: 'Prozesse' }).click()
  await page.waitForURL('**filter=UBERGABE**status=Aktiv**')
  await page.goto('/ui/docs?page=7')
  await page.waitForURL('**page=0**')
  await page.getByRole('link', { name: 'Schlüsselübergabe' }).waitFor()
  await page.context().close()
})

test('what was never opened says without a network that it cannot be shown, and comes with it', async () => {
  const page = await as(cast.clara, '/ui/docs')
  await namesOf(page)
  await page.context().setOffline(true)
  await page.getByRole('link', { name: 'Gruppen' }).click()
  await page.getByText('Auf diesem Gerät noch nicht geladen.').waitFor()
  await page.context().setOffline(false)
  await page.getByRole('heading', { level: 1, name: 'Gruppen' }).waitFor()
  await page.context().close()
})

test('the actions on the screen of a process leave it where it is', async () => {
  const page = await as(cast.clara, '/ui/docs')
  await open(page, 'Fundsachen', 'Sichtbarkeit')
  await pick(page, 'Fundsachen', 'Umbenennen')
  const dialog = page.getByRole('dialog', { name: 'Prozess umbenennen' })
  await dialog.getByLabel('Name').fill('Fundsachen und Verlorenes')
  await dialog.getByRole('button', { name: 'Umbenennen' }).click()
  await page.getByRole('heading', { level: 1, name: 'Fundsachen und Verlorenes' }).waitFor()
  await page.waitForURL('**/visibility?**')
  assert.match(await page.title(), /^Fundsachen und Verlorenes · /)
  await page.context().close()
})

test('staff see theirs alone, with how far they have come, and no tabs', async () => {
  const page = await as(cast.frieda, '/ui/docs')
  assert.deepEqual(await namesOf(page), [
    'Abschluss einer Veranstaltung',
    'Onboarding der ersten Woche',
    'Schlüsselübergabe',
    'Sicherheitsunterweisung 2026',
  ])
  await row(page, 'Abschluss einer Veranstaltung').getByText('6 von 15').waitFor()
  await row(page, 'Schlüsselübergabe').getByText('Ausgefüllt').waitFor()
  const { db } = kontor.kontor
  const set = (status: 'Aktiv' | 'Erledigt') =>
    db.updateTable('docs').set({ status }).where('name', '=', 'Abschluss einer Veranstaltung').execute()
  await set('Erledigt')
  await row(page, 'Abschluss einer Veranstaltung').getByText('Erledigt').waitFor()
  assert.equal(await row(page, 'Abschluss einer Veranstaltung').getByText('6 von 15').count(), 0)
  await set('Aktiv')
  assert.equal(await page.getByRole('link', { name: 'Neuer Prozess' }).count(), 0)
  await page.getByRole('link', { name: 'Schlüsselübergabe' }).click()
  await page.getByRole('heading', { level: 1, name: 'Schlüsselübergabe' }).waitFor()
  assert.equal(await page.getByRole('navigation', { name: 'Ansichten des Prozesses' }).count(), 0)
  const theirs = page.url()
  for (const other of [theirs.replace('show', 'visibility'), theirs.replace('show', 'active')]) {
    await page.goto(other)
    await page.getByRole('heading', { name: 'Not Found' }).waitFor()
  }
  for (const nowhere of ['/ui/docs/999999/show', '/ui/docs/keine-zahl/show']) {
    await page.goto(nowhere)
    await page.getByRole('heading', { name: 'Not Found' }).waitFor()
  }
  await page.context().close()
})

test('a dialog about a process that is gone says so and leads back', async () => {
  const page = await as(cast.clara, '/ui/docs/999999/rename')
  await page.getByText('Diesen Prozess gibt es nicht mehr.').waitFor()
  await page.getByRole('button', { name: 'Zur Liste' }).click()
  await page.getByRole('link', { name: 'Schlüsselübergabe' }).waitFor()
  await page.context().close()
})

test('who sees a process is changed at once: everybody, some groups, nobody', async () => {
  const page = await as(cast.clara, '/ui/docs')
  const georg = await as(cast.georg, '/ui/docs')
  const name = 'Schlüsselübergabe'
  assert.ok(!(await namesOf(georg)).includes(name))
  await open(page, name, 'Sichtbarkeit')
  await page.getByText('2 von 5 Gruppen gewählt').waitFor()
  const saved = () => page.waitForResponse((response) => response.request().method() === 'PUT')

  let answer = saved()
  await page.getByRole('button', { name: 'Bühne', exact: true }).click()
  assert.equal(
    await page.getByRole('button', { name: 'Bühne', exact: true }).getAttribute('aria-pressed'),
    'true',
  )
  await answer
  await georg.reload()
  assert.ok((await namesOf(georg)).includes(name))

  // Quick presses do not overtake each other.
  for (const group of ['Bühne', 'Empfang', 'Leitung'])
    await page.getByRole('button', { name: group, exact: true }).click()
  await page.getByText('Niemand außer Admins sieht diesen Prozess').waitFor()
  await page.waitForLoadState('networkidle')
  await page.reload()
  await page.getByText('0 von 5 Gruppen gewählt').waitFor()

  answer = saved()
  await page.getByLabel('Öffentlich').check()
  await page.getByText('Alle Benutzer sehen den Prozess.').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Bühne', exact: true }).count(), 0)
  await answer
  await georg.reload()
  assert.ok((await namesOf(georg)).includes(name))
  for (const one of [page, georg]) await one.context().close()
})

test('two administrators change who sees a process: neither takes back what the other has chosen', async () => {
  const page = await as(cast.clara, '/ui/docs/add')
  const name = 'Schichtbuch'
  await page.getByLabel('Name').fill(name)
  await page.getByRole('button', { name: 'Anlegen' }).click()
  await row(page, name).waitFor()
  const other = await as(cast.clara, '/ui/docs')
  const group = (at: Page, name: string, pressed: boolean) =>
    at.getByRole('button', { name, exact: true, pressed })
  for (const one of [page, other]) {
    await open(one, name, 'Sichtbarkeit')
    await one.getByText('0 von 5 Gruppen gewählt').waitFor()
  }
  const press = async (at: Page, name: string) => {
    const saved = at.waitForResponse((response) => response.request().method() === 'PUT')
    await group(at, name, false).click()
    assert.equal((await saved).status(), 200)
  }
  await press(page, 'Bühne')
  // What is drawn here is older than that.
  await group(other, 'Bühne', false).waitFor()
  await press(other, 'Leitung')
  await group(other, 'Bühne', true).waitFor()
  await other.getByText('2 von 5 Gruppen gewählt').waitFor()

  // A group has another name by now: the next press goes through, and brings it to the screen.
  const rename = (from: string, to: string) =>
    kontor.kontor.db.updateTable('groups').set({ name: to }).where('name', '=', from).execute()
  await rename('Bühne', 'Bühne und Technik')
  await press(page, 'Empfang')
  await page.getByText('3 von 5 Gruppen gewählt').waitFor()
  for (const name of ['Bühne und Technik', 'Empfang', 'Leitung']) await group(page, name, true).waitFor()
  await rename('Bühne und Technik', 'Bühne')
  for (const one of [page, other]) await one.context().close()
})

test('what the server refuses is taken back on the screen', async () => {
  const page = await as(cast.clara, '/ui/docs')
  await open(page, 'Abschluss einer Veranstaltung', 'Sichtbarkeit')
  await page.route('**/visibility/groups/', (route) => route.abort())
  await page.getByRole('button', { name: 'Bühne', exact: true }).click()
  await page.getByText('Der Server ist gerade nicht zu erreichen.').waitFor()
  assert.equal(
    await page.getByRole('button', { name: 'Bühne', exact: true }).getAttribute('aria-pressed'),
    'false',
  )
  await page.getByText('3 von 5 Gruppen gewählt').waitFor()
  await page.getByLabel('Gruppen suchen').fill('buhne')
  await page.waitForURL('**filter=buhne')
  assert.equal(await page.locator('button[aria-pressed]').count(), 1)
  await page.context().close()
})

test('results are filtered, read whole and downloaded as they are shown', async () => {
  const page = await as(cast.clara, '/ui/docs')
  await open(page, 'Abschluss einer Veranstaltung', 'Ergebnisse')
  await page.getByText(/^4 von \d+ ausgefüllt$/).waitFor()
  const people = () => page.getByRole('rowheader').allInnerTexts()
  assert.deepEqual(await people(), ['Castell, Bruno', 'Groß, Frieda', 'Oelkers, Hannah', 'Ünal, David'])
  await page.getByRole('cell', { name: '2.184,5', exact: true }).waitFor()

  await page.getByRole('button', { name: /^Gegen 21 Uhr/ }).click()
  const whole = page.getByRole('dialog', { name: 'Erklärung der Differenz' })
  await whole.getByText('Eine Quittung liegt im Umschlag.').waitFor()
  await page.keyboard.press('Escape')

  await page.getByLabel('Ergebnisse suchen').fill('quittung')
  await page.waitForURL('**filter=quittung**')
  await page.getByText('1 von 1 ausgefüllt').waitFor()
  assert.deepEqual(await people(), ['Groß, Frieda'])
  const excel = await page.getByRole('link', { name: 'Excel' }).getAttribute('href')
  assert.match(excel ?? '', /userdata\/download\/\?filter=quittung&fill_status=filled$/)
  const pdf = await page.getByRole('link', { name: 'PDF' }).getAttribute('href')
  assert.match(pdf ?? '', /\.pdf\?results=1&filter=quittung&fill_status=filled$/)

  await page.getByLabel('Wer gezeigt wird').selectOption('Nur Unausgefüllte')
  await page.getByText('Niemand gefunden').waitFor()
  await page.getByRole('button', { name: 'Ohne Suche zeigen' }).click()
  await page.getByRole('rowheader', { name: 'Berger, Anna' }).waitFor()
  await page.context().close()
})

test('a reset asks, empties the table and keeps it as a round', async () => {
  const page = await as(cast.clara, '/ui/docs')
  await open(page, 'Sicherheitsunterweisung 2026', 'Ergebnisse')
  const rounds = page.getByRole('table', { name: 'Frühere Runden' })
  await rounds.getByRole('row').nth(1).waitFor()
  assert.equal(await rounds.getByRole('row').count(), 2)
  await page.getByRole('button', { name: 'Reset' }).click()
  const question = page.getByRole('alertdialog', {
    name: 'Sollen die Ergebnisse wirklich gelöscht werden?',
  })
  await question.getByRole('button', { name: 'Ergebnisse löschen' }).click()
  await page.getByText('Ergebnisse gelöscht').waitFor()
  await page.locator('p', { hasText: 'Noch hat niemand etwas ausgefüllt.' }).waitFor()
  await page.locator('button[aria-disabled=true]:focus', { hasText: 'Reset' }).waitFor()
  await rounds.getByRole('row').nth(2).waitFor()
  const newest = await rounds.getByRole('row').nth(1).innerText()
  assert.match(newest, /Clara Döring\s+8/)
  const download = await rounds.getByRole('link').first().getAttribute('href')
  assert.match(download ?? '', /userdata\/rounds\/\d+\/download\/$/)
  await page.context().close()
})

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [390, 1280]) {
    test(`the screens of processes are accessible and never too wide: ${colorScheme}, ${width} px`, async () => {
      const options = { colorScheme, viewport: { width, height: 800 }, isMobile: width < 500 }
      const staff = await as(cast.frieda, '/ui/docs', options)
      await namesOf(staff)
      await expectAccessible(staff)
      await staff.context().close()

      const page = await as(cast.clara, '/ui/docs/add', options)
      await page.getByLabel('Name').fill(`${colorScheme}${width}`.padEnd(80, 'x'))
      await page.getByRole('button', { name: 'Anlegen' }).click()
      await page.getByRole('dialog').waitFor({ state: 'hidden' })
      await expectAccessible(page)
      const name = `${colorScheme}${width}`.padEnd(80, 'x')
      await pick(page, name, 'Status ändern')
      await page.getByRole('dialog').waitFor()
      await expectAccessible(page)
      for (const [process, tab] of [
        [name, 'Sichtbarkeit'],
        [name, 'Ergebnisse'],
        ['Abschluss einer Veranstaltung', 'Sichtbarkeit'],
        ['Abschluss einer Veranstaltung', 'Ergebnisse'],
      ] as const) {
        await open(page, process, tab)
        await expectAccessible(page)
      }
      await page.context().close()
    })
  }
}
