import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { cast } from '#demo/cast.ts'
import { until } from '#server/testing/until.ts'
import { expectAccessible } from '../accessible.ts'
import { phone } from '../stage.ts'
import { namesOf, open, setDocsStage } from './docs-stage.ts'

const { db, as, call } = await setDocsStage()

const groupsSeeing = (doc: string) =>
  db
    .selectFrom('doc_groups')
    .innerJoin('docs', 'docs.id', 'doc_groups.doc_id')
    .where('docs.name', '=', doc)
    .select('doc_groups.group_id')
    .execute()

/** For a new, invisible process. */
async function visibilityOf(name: string) {
  const { doc_id } = (await call(cast.clara, 'POST', '/docs/', { name })) as { doc_id: number }
  return { page: await as(cast.clara, `/ui/docs/${doc_id}/visibility`), name }
}

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
  await until(async () => (await groupsSeeing(name)).length === 0, 'all three presses are stored')
  await page.reload()
  await page.getByText('0 von 5 Gruppen gewählt').waitFor()

  answer = saved()
  await page.getByLabel('Öffentlich').check()
  await page.getByText('Alle Benutzer sehen den Prozess.').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Bühne', exact: true }).count(), 0)
  await answer
  await georg.reload()
  assert.ok((await namesOf(georg)).includes(name))
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
  // Then it closes without a word.
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
  // This screen does not show that yet.
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

test('groups are searched, and the search stands in the address; what the server refuses is taken back on the screen', async () => {
  const page = await as(cast.clara, '/ui/docs')
  await open(page, 'Abschluss einer Veranstaltung', 'Sichtbarkeit')
  await page.getByText('3 von 5 Gruppen gewählt').waitFor()
  await page.getByLabel('Gruppen suchen').fill('buhne')
  await page.waitForURL('**filter=buhne')
  assert.equal(await page.locator('button[aria-pressed]').count(), 1)

  // Nor can it be asked what it has.
  await page.route('**/visibility/**', (route) => route.abort())
  await page.getByRole('button', { name: 'Bühne', exact: true }).click()
  await page.getByText('Der Server ist gerade nicht zu erreichen.').first().waitFor()
  await page.getByRole('button', { name: 'Bühne', exact: true, pressed: false }).waitFor()
  await page.getByText('3 von 5 Gruppen gewählt').waitFor()
})

test('results are filtered, read whole and downloaded as they are shown; a reset asks, empties the table and keeps it as a round', async () => {
  const page = await as(cast.clara, '/ui/docs')
  await open(page, 'Abschluss einer Veranstaltung', 'Ergebnisse')
  await page.getByText(/^Fertig \d · Angefangen \d$/).waitFor()
  const people = () => page.getByRole('rowheader').allInnerTexts()
  assert.deepEqual(await people(), ['Castell, Bruno', 'Groß, Frieda', 'Oelkers, Hannah', 'Ünal, David'])
  await page.getByRole('cell', { name: '2.184,5', exact: true }).waitFor()
  await expectAccessible(page)

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

  await page.getByLabel('Wer gezeigt wird').selectOption('Nur Unausgefüllte')
  await page.getByText('Niemand gefunden').waitFor()
  await page.getByRole('button', { name: 'Ohne Suche zeigen' }).click()
  await page.getByRole('rowheader', { name: 'Berger, Anna' }).waitFor()

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
  await page.locator('p', { hasText: 'Noch hat niemand angefangen.' }).waitFor()
  await page.locator('button[aria-disabled=true]:focus', { hasText: 'Reset' }).waitFor()
  await rounds.getByRole('row').nth(2).waitFor()
  const newest = await rounds.getByRole('row').nth(1).innerText()
  assert.match(newest, /Clara Döring\s+8/)
  const download = await rounds.getByRole('link').first().getAttribute('href')
  assert.match(download ?? '', /userdata\/rounds\/\d+\/download\/$/)
})

test('on a phone the tab that is open is in sight, however far to the right it stands', async () => {
  const page = await as(cast.clara, '/ui/docs', phone)
  await page.getByRole('link', { name: 'Schlüsselübergabe' }).tap()
  await page.waitForURL(/\/docs\/\d+/)
  const tabs = page.getByRole('navigation', { name: 'Ansichten des Prozesses' })
  await tabs.getByRole('link').last().tap()
  await tabs
    .locator('[aria-current=page]')
    .filter({ hasText: await tabs.getByRole('link').last().innerText() })
    .waitFor()
  const isInSight = async () => {
    const box = await tabs.locator('[aria-current=page]').boundingBox()
    return box !== null && box.x >= 0 && box.x + box.width <= 390
  }
  await until(isInSight, 'it is in sight')
  // With its screen the bar is put in its place once more.
  await page.getByText('Alle Benutzer sehen den Prozess').first().waitFor()

  // Nor does a bar that was pushed aside keep it from whoever opens its address anew.
  await tabs.evaluate((bar) => bar.scrollTo({ left: 0 }))
  await until(async () => !(await isInSight()), 'the bar is pushed aside')
  await page.reload()
  await until(isInSight, 'it is in sight again')
})
