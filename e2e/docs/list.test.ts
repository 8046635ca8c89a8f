// The list of processes, and the tabs of one.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { numberField, paragraph, processOf } from '#contract/document/build.ts'
import { docStatuses } from '#contract/document/statuses.ts'
import { cast } from '#demo/cast.ts'
import { otherDocuments } from '#demo/documents/all.ts'
import { insertDocument } from '#demo/documents/insert.ts'
import { inTransaction } from '#server/live/news.ts'
import { until } from '#server/testing/until.ts'
import { phone, setStage } from '../stage.ts'
import { pick } from '../steps.ts'

const { kontor, db, as, call } = await setStage()
await inTransaction(kontor.kontor, async (tx) => {
  for (const document of otherDocuments) await insertDocument(tx, document)
})

const row = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) })

const namesOf = async (page: Page) => {
  await page.getByRole('table', { name: 'Prozesse' }).waitFor()
  return page.getByRole('table').getByRole('link').allInnerTexts()
}

async function open(page: Page, name: string, tab: 'active' | 'visibility') {
  const { id } = await db.selectFrom('docs').where('name', '=', name).select('id').executeTakeFirstOrThrow()
  await page.goto(`/ui/docs/${id}/${tab}`)
}

test('an administrator creates a process from a template, whose name is proposed, renames it and sets its status', async () => {
  const page = await as(cast.clara, '/ui/docs?filter=Garderobe')
  await page.getByText('Kein Prozess gefunden').waitFor()
  await page.getByRole('link', { name: 'Neuer Prozess' }).click()
  const dialog = page.getByRole('dialog', { name: 'Neuer Prozess' })
  assert.equal(await dialog.getByRole('button', { name: 'Anlegen' }).isDisabled(), true)
  const template = dialog.getByLabel('Beginnt mit')
  await template.selectOption({ label: 'Vorlage: Sicherheitsunterweisung' })
  assert.equal(await dialog.getByLabel('Name').inputValue(), 'Sicherheitsunterweisung')
  await dialog.getByLabel('Name').fill('Garderobe')
  await template.selectOption({ label: 'Vorlage: Schlüsselübergabe' })
  assert.equal(await dialog.getByLabel('Name').inputValue(), 'Garderobe')
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
  const choice = status.getByLabel('Status von „Garderobe öffnen“')
  await choice.selectOption('Erledigt')
  assert.deepEqual(await choice.locator('option').allInnerTexts(), docStatuses)
  await status.getByText('Ausfüllen lässt er sich nicht mehr.').waitFor()
  await status.getByRole('button', { name: 'Status ändern' }).click()
  await row(page, 'Garderobe öffnen').getByText('Erledigt').waitFor()
})

test('a copy is opened from its message; what was deleted comes back, from its message or from the list of what was deleted', async () => {
  const name = 'Sicherheitsunterweisung 2026 (Kopie)'
  const page = await as(cast.clara, '/ui/docs')
  await pick(page, 'Sicherheitsunterweisung 2026', 'Kopieren')
  await row(page, name).getByText('Entwurf').waitFor()
  await page.getByRole('button', { name: 'Kopie öffnen' }).click()
  await page.getByRole('heading', { level: 1, name }).waitFor()

  await pick(page, name, 'Löschen')
  const question = page.getByRole('alertdialog', { name: `Soll „${name}“ wirklich gelöscht werden?` })
  await question.getByRole('button', { name: 'Löschen' }).click()
  await page.waitForURL('**/ui/docs?**')
  await page.getByText('Prozess gelöscht').waitFor()
  await page.getByRole('table', { name: 'Prozesse' }).waitFor()
  await row(page, name).waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Rückgängig' }).press('Enter')
  await page.getByText('Prozess wiederhergestellt').waitFor()
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'Prozesse')
  await row(page, name).waitFor()

  await pick(page, name, 'Löschen')
  await question.getByText('30 Tage lang wiederherstellen (Status „Gelöscht“)').waitFor()
  await question.getByRole('button', { name: 'Löschen' }).click()
  await row(page, name).waitFor({ state: 'hidden' })
  await page.getByLabel('Status', { exact: true }).selectOption('Gelöscht')
  const restore = page.getByRole('button', { name: `${name} wiederherstellen` })
  await restore.waitFor()
  await restore.click()
  await page.getByText('In den letzten 30 Tagen wurde kein Prozess gelöscht.').waitFor()
  await page.getByLabel('Status', { exact: true }).selectOption('Alle')
  await row(page, name).waitFor()
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
  await page.goto('/ui/docs?filter=UBERGABE&page=7')
  await page.waitForURL('**page=0**')
  await page.getByRole('link', { name: 'Schlüsselübergabe' }).waitFor()
})

test('staff see theirs alone, with how far they have come, and no tabs of a process', async () => {
  const page = await as(cast.frieda, '/ui/docs')
  assert.deepEqual(await namesOf(page), [
    'Abschluss einer Veranstaltung',
    'Onboarding der ersten Woche',
    'Schlüsselübergabe',
    'Sicherheitsunterweisung 2026',
  ])
  const heads = await page.getByRole('columnheader').allInnerTexts()
  assert.deepEqual(heads, ['Name', 'Ihr Stand', 'Letzte Änderung'])
  const administrators = page.getByLabel('Status', { exact: true }).or(page.getByLabel(/^Aktionen für/))
  assert.equal(await administrators.count(), 0)
  await row(page, 'Abschluss einer Veranstaltung').getByText('6 von 15').waitFor()
  await row(page, 'Schlüsselübergabe')
    .getByText(/^\d\d\.\d\d\.\d{4} \d\d:\d\d:\d\d$/)
    .waitFor()
  await row(page, 'Schlüsselübergabe').getByText('Fertig').waitFor()
  const set = (status: 'Aktiv' | 'Erledigt') =>
    db.updateTable('docs').set({ status }).where('name', '=', 'Abschluss einer Veranstaltung').execute()
  await set('Erledigt')
  // „Erledigt“ is the status of the process: it is not shown to somebody who has not finished.
  await row(page, 'Abschluss einer Veranstaltung').getByText('Nur noch zum Lesen').waitFor()
  for (const text of ['6 von 15', 'Erledigt'])
    assert.equal(await row(page, 'Abschluss einer Veranstaltung').getByText(text).count(), 0)
  await set('Aktiv')
  assert.equal(await page.getByRole('link', { name: 'Neuer Prozess' }).count(), 0)

  await page.getByRole('link', { name: 'Schlüsselübergabe' }).click()
  await page.getByRole('heading', { level: 1, name: 'Schlüsselübergabe' }).waitFor()
  assert.equal(await page.getByRole('navigation', { name: 'Ansichten des Prozesses' }).count(), 0)
})

const groupsSeeing = (doc: string) =>
  db
    .selectFrom('doc_groups')
    .innerJoin('docs', 'docs.id', 'doc_groups.doc_id')
    .where('docs.name', '=', doc)
    .select('doc_groups.group_id')
    .execute()

/** Opens the visibility of a new process, which nobody sees yet. */
async function visibilityOf(name: string) {
  const { doc_id } = (await call(cast.clara, 'POST', '/docs/', { name })) as { doc_id: number }
  return { page: await as(cast.clara, `/ui/docs/${doc_id}/visibility`), name }
}

test('who sees a process is changed at once: everybody, some groups, nobody; groups are searched, a dialog leads back there, and what the server refuses is taken back on the screen', async () => {
  const page = await as(cast.clara, '/sw.js')
  const name = 'Schlüsselübergabe'
  const seesIt = async () => {
    const { items } = (await call(cast.georg, 'GET', '/docs/?per_page=100')) as { items: { name: string }[] }
    return items.some((doc) => doc.name === name)
  }
  assert.equal(await seesIt(), false)
  await open(page, name, 'visibility')
  await page.getByText('2 von 5 Gruppen gewählt').waitFor()
  const saved = () => page.waitForResponse((response) => response.request().method() === 'PUT')

  let answer = saved()
  await page.getByRole('button', { name: 'Bühne', exact: true }).click()
  assert.equal(
    await page.getByRole('button', { name: 'Bühne', exact: true }).getAttribute('aria-pressed'),
    'true',
  )
  await answer
  assert.ok(await seesIt())

  // Quick presses do not overtake each other.
  for (const group of ['Bühne', 'Empfang', 'Leitung'])
    await page.getByRole('button', { name: group, exact: true }).click()
  await page.getByText('Niemand außer Admins sieht diesen Prozess').waitFor()
  await until(async () => (await groupsSeeing(name)).length === 0, 'all three presses are stored')
  await page.reload()
  await page.getByText('0 von 5 Gruppen gewählt').waitFor()

  answer = saved()
  await page.getByLabel('Öffentlich').check()
  await page.getByText('Alle Benutzer sehen den Prozess.').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Bühne', exact: true }).count(), 0)
  await answer
  assert.ok(await seesIt())

  // A dialog leads back to where it was opened.
  await open(page, 'Fundsachen', 'visibility')
  await pick(page, 'Fundsachen', 'Umbenennen')
  const dialog = page.getByRole('dialog', { name: 'Prozess umbenennen' })
  await dialog.getByLabel('Name').fill('Fundsachen und Verlorenes')
  await dialog.getByRole('button', { name: 'Umbenennen' }).click()
  await page.getByRole('heading', { level: 1, name: 'Fundsachen und Verlorenes' }).waitFor()
  await page.waitForURL('**/visibility?**')
  assert.match(await page.title(), /^Fundsachen und Verlorenes · /)

  await page.goto('/ui/docs/999999/rename')
  await page.getByText('Diesen Prozess gibt es nicht mehr.').waitFor()
  await page.getByRole('button', { name: 'Zur Liste' }).click()
  await page.getByRole('link', { name: 'Schlüsselübergabe' }).waitFor()

  await open(page, 'Abschluss einer Veranstaltung', 'visibility')
  await page.getByText('3 von 5 Gruppen gewählt').waitFor()
  await page.getByLabel('Gruppen suchen').fill('buhne')
  await page.waitForURL('**filter=buhne')
  await page.locator('button[aria-pressed]').nth(1).waitFor({ state: 'detached' })
  assert.equal(await page.locator('button[aria-pressed]').count(), 1)

  // All requests about visibility fail: saving, and reading the stored state afterwards.
  await page.route('**/visibility/**', (route) => route.abort())
  await page.getByRole('button', { name: 'Bühne', exact: true }).click()
  await page.getByText('Der Server ist gerade nicht zu erreichen.').first().waitFor()
  await page.getByRole('button', { name: 'Bühne', exact: true, pressed: false }).waitFor()
  await page.getByText('3 von 5 Gruppen gewählt').waitFor()
})

test('a press that is not stored yet keeps the window from closing unasked, and is stored on another screen too', async () => {
  const { page, name } = await visibilityOf('Übergabebuch')
  const held = Promise.withResolvers<void>()
  await page.route('**/visibility/groups/', async (route) => {
    if (route.request().method() === 'PUT') await held.promise
    await route.continue()
  })
  const questions: string[] = []
  page.on('dialog', (dialog) => {
    questions.push(dialog.type())
    void dialog.dismiss()
  })
  for (const group of ['Bühne', 'Empfang'])
    await page.getByRole('button', { name: group, exact: true }).click()
  await page.evaluate(() => location.reload())
  await until(async () => questions.length > 0, 'the browser asks')
  await page.getByRole('link', { name: 'Lesen' }).click()
  await page.waitForURL('**/show')
  await page.evaluate(() => location.reload())
  await until(async () => questions.length > 1, 'it asks there too')
  held.resolve()
  await until(async () => (await groupsSeeing(name)).length === 2, 'both presses are stored')
  // Once everything is stored, the window closes without a question.
  const mayClose = () => dispatchEvent(new Event('beforeunload', { cancelable: true }))
  await until(() => page.evaluate(mayClose), 'nothing is under way any more')
  assert.deepEqual(questions, ['beforeunload', 'beforeunload'])
})

test('two administrators change who sees a process: neither takes back what the other has chosen', async () => {
  const { page } = await visibilityOf('Schichtbuch')
  const other = await as(cast.clara, new URL(page.url()).pathname)
  const group = (at: Page, name: string, pressed: boolean) =>
    at.getByRole('button', { name, exact: true, pressed })
  for (const one of [page, other]) await one.getByText('0 von 5 Gruppen gewählt').waitFor()
  const press = async (at: Page, name: string) => {
    const saved = at.waitForResponse((response) => response.request().method() === 'PUT')
    await group(at, name, false).click()
    assert.equal((await saved).status(), 200)
  }
  await press(page, 'Bühne')
  // The other window does not show the change yet.
  await group(other, 'Bühne', false).waitFor()
  await press(other, 'Leitung')
  await group(other, 'Bühne', true).waitFor()
  await other.getByText('2 von 5 Gruppen gewählt').waitFor()

  // A group was renamed meanwhile: the next press is stored all the same, and brings the new name to the screen.
  const rename = (from: string, to: string) =>
    db.updateTable('groups').set({ name: to }).where('name', '=', from).execute()
  await rename('Bühne', 'Bühne und Technik')
  await press(page, 'Empfang')
  await page.getByText('3 von 5 Gruppen gewählt').waitFor()
  for (const name of ['Bühne und Technik', 'Empfang', 'Leitung']) await group(page, name, true).waitFor()
  await rename('Bühne und Technik', 'Bühne')
})

test('results are filtered, read whole and downloaded as they are shown; a reset asks, empties the table and keeps it as a round', async () => {
  const page = await as(cast.clara, '/sw.js')
  await open(page, 'Abschluss einer Veranstaltung', 'active')
  await page.getByText(/^Fertig \d · Angefangen \d$/).waitFor()
  const people = () => page.getByRole('rowheader').allInnerTexts()
  assert.deepEqual(await people(), ['Castell, Bruno', 'Groß, Frieda', 'Oelkers, Hannah', 'Ünal, David'])
  await page.getByRole('cell', { name: '2.184,5', exact: true }).waitFor()

  await page.getByRole('button', { name: /^Gegen 21 Uhr/ }).click()
  const whole = page.getByRole('dialog', { name: 'Erklärung der Differenz' })
  await whole.getByText('Eine Quittung liegt im Umschlag.').waitFor()
  await page.keyboard.press('Escape')

  await page.getByLabel('Ergebnisse suchen').fill('quittung')
  await page.waitForURL('**filter=quittung**')
  await page.getByText(/^Fertig [01] · Angefangen [01]$/).waitFor()
  assert.deepEqual(await people(), ['Groß, Frieda'])
  const excel = await page.getByRole('link', { name: 'Excel' }).getAttribute('href')
  assert.match(excel ?? '', /userdata\/download\/\?filter=quittung&fill_status=filled$/)
  const pdf = await page.getByRole('link', { name: 'PDF' }).getAttribute('href')
  assert.match(pdf ?? '', /\.pdf\?results=1&filter=quittung&fill_status=filled$/)

  const choices = page.getByLabel('Zeigen')
  const words = ['Alle', 'Nur Ausgefüllte', 'Nur Unausgefüllte']
  assert.deepEqual(await choices.locator('option').allInnerTexts(), words)
  await choices.selectOption('Nur Unausgefüllte')
  await page.getByText('Niemand gefunden').waitFor()
  await page.getByRole('button', { name: 'Ohne Suche zeigen' }).click()
  await page.getByRole('rowheader', { name: 'Berger, Anna' }).waitFor()

  await open(page, 'Sicherheitsunterweisung 2026', 'active')
  const rounds = page.getByRole('table', { name: 'Frühere Runden' })
  await rounds.getByRole('row').nth(1).waitFor()
  assert.equal(await rounds.getByRole('row').count(), 2)
  await page.getByRole('button', { name: 'Weitere Aktionen' }).click()
  await page.getByRole('menuitem', { name: 'Reset' }).click()
  const question = page.getByRole('alertdialog', {
    name: 'Sollen die Ergebnisse wirklich gelöscht werden?',
  })
  await question.getByRole('button', { name: 'Ergebnisse löschen' }).click()
  await page.getByText('Ergebnisse gelöscht').waitFor()
  await page.locator('p', { hasText: 'Noch hat niemand angefangen.' }).waitFor()
  await page.getByRole('button', { name: 'Weitere Aktionen' }).and(page.locator(':focus')).click()
  await page.getByRole('menuitem', { name: 'Reset', disabled: true }).waitFor()
  await page.keyboard.press('Escape')
  await rounds.getByRole('row').nth(2).waitFor()
  const newest = await rounds.getByRole('row').nth(1).innerText()
  assert.match(newest, /Clara Döring\s+8/)
  const download = await rounds.getByRole('link').first().getAttribute('href')
  assert.match(download ?? '', /userdata\/rounds\/\d+\/download\/$/)
})

test('results are found at once, however far down the table one has read', async () => {
  const names = Array.from({ length: 150 }, (_, at) => `aushilfe-${at}`)
  await db
    .insertInto('users')
    .values(names.map((username) => ({ username })))
    .execute()
  const { doc_id } = (await call(cast.clara, 'POST', '/docs/', { name: 'Umfrage' })) as { doc_id: number }
  await call(cast.clara, 'PATCH', `/docs/${doc_id}/`, { content: processOf(paragraph(numberField('Zahl'))) })
  await call(cast.clara, 'POST', `/docs/${doc_id}/publish/`, { public: true, groups: [], notify: false })
  const page = await as(cast.clara, `/ui/docs/${doc_id}/active?fill_status=all`)
  await page.getByRole('rowheader').first().waitFor()
  const table = page.getByRole('region', { name: 'Ergebnisse' })
  await table.evaluate((scroller) => scroller.scrollTo(0, scroller.scrollHeight))
  await page.locator('[data-row="149"]').waitFor()
  const blanks = await table.evaluateHandle((scroller) => {
    const seen: number[] = []
    const look = () => {
      const rows = scroller.querySelectorAll('[role=rowheader]').length
      if (rows === 0) seen.push(rows)
      if (scroller.isConnected) requestAnimationFrame(look)
    }
    look()
    return seen
  })
  await page.getByLabel('Ergebnisse suchen').fill('aushilfe-14')
  await page.waitForURL('**filter=aushilfe**')
  await page.getByRole('rowheader', { name: 'aushilfe-14', exact: true }).waitFor()
  assert.equal(await blanks.evaluate((seen) => seen.length), 0, 'a table without a row was seen')
})

test('all tabs of a process stand on a phone side by side; where there is no room the one that is open is in sight', async () => {
  const page = await as(cast.clara, '/ui/docs', phone)
  await page.getByRole('link', { name: 'Schlüsselübergabe' }).tap()
  await page.waitForURL(/\/docs\/\d+/)
  const tabs = page.getByRole('navigation', { name: 'Ansichten des Prozesses' })
  assert.ok(await tabs.evaluate((bar) => bar.scrollWidth <= bar.clientWidth))
  await page.setViewportSize({ width: 320, height: 700 })
  await tabs.getByRole('link').last().tap()
  await tabs
    .locator('[aria-current=page]')
    .filter({ hasText: await tabs.getByRole('link').last().innerText() })
    .waitFor()
  const isInSight = async () => {
    const box = await tabs.locator('[aria-current=page]').boundingBox()
    return box !== null && box.x >= 0 && box.x + box.width <= 320
  }
  await until(isInSight, 'it is in sight')
  // Waits for the screen, because the bar scrolls once more when it has loaded.
  await page.getByText('Alle Benutzer sehen den Prozess').first().waitFor()

  // Opening the address anew brings the current tab into view, even if the bar was scrolled away.
  await tabs.evaluate((bar) => bar.scrollTo({ left: 0 }))
  await until(async () => !(await isInSight()), 'the bar is pushed aside')
  await page.reload()
  await until(isInSight, 'it is in sight again')
})
