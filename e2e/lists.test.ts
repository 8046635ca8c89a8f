// Common to all lists: stored settings, and bulk actions with number and undo.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { paragraph, processOf, textareaField } from '#contract/document/build.ts'
import { cast } from '#demo/cast.ts'
import { insertHappening } from '#server/testing/happenings.ts'
import { expectAccessible } from './accessible.ts'
import { setStage } from './stage.ts'

const { as, call, db, publish } = await setStage()

const head = (page: Page, name: string) => page.getByRole('columnheader', { name })
const tick = (page: Page, name: string) => page.getByLabel(`${name} auswählen`, { exact: true })
const choice = (page: Page) => page.getByLabel('Zeigen', { exact: true })
const resetButton = (page: Page) => page.getByRole('button', { name: 'Filter aufheben: Zeigen', exact: true })
/** Opens the address without any search parameter. */
const users = (page: Page) => page.goto('/ui/users')
/** The button in the message; there is another one above the list. */
const undo = (page: Page) => page.getByRole('button', { name: 'Rückgängig' }).last()
const kept = (page: Page) =>
  page.waitForResponse(
    (response) => response.url().includes('/users/current/lists/') && response.status() === 200,
  )

test('hidden columns and the choice hold in another browser, without another request; a link with its own choice wins', async () => {
  const page = await as(cast.clara, '/ui/users')
  const columns = page.getByRole('button', { name: 'Gezeigt werden: Spalten' })
  await columns.click()
  const columnsKept = kept(page)
  await page.getByRole('menuitemcheckbox', { name: 'Gruppen' }).click()
  await columnsKept
  assert.equal(
    await page.getByRole('menuitemcheckbox', { name: 'Gruppen' }).getAttribute('aria-checked'),
    'false',
  )
  await page.keyboard.press('Escape')
  await head(page, 'Gruppen').waitFor({ state: 'detached' })
  const choiceKept = kept(page)
  await choice(page).selectOption('Admin')
  await choiceKept

  const asked: string[] = []
  const other = await as(cast.clara, '/ui/users', {
    prepare: (context) => context.on('request', (request) => void asked.push(request.url())),
  })
  await resetButton(other).waitFor()
  assert.equal(new URL(other.url()).searchParams.get('filter_status'), 'Admin')
  assert.equal(await head(other, 'Gruppen').count(), 0)
  const lists = asked.filter((url) => new URL(url).pathname === '/users/')
  assert.ok(
    lists.every((url) => url.includes('filter_status=Admin')),
    lists.join('\n'),
  )

  await other.goto('/ui/users?filter_status=Benutzer')
  await resetButton(other).waitFor()
  assert.equal(await choice(other).inputValue(), 'Benutzer')
  await users(other)
  await resetButton(other).waitFor()
  assert.equal(await choice(other).inputValue(), 'Admin')

  const reset = kept(other)
  await resetButton(other).click()
  await reset
  await resetButton(other).waitFor({ state: 'detached' })
  await users(page)
  await head(page, 'Benutzername').waitFor()
  assert.equal(await choice(page).inputValue(), 'Alle')
  await columns.click()
  await page.getByRole('menuitem', { name: 'Zurücksetzen' }).click()
  await head(page, 'Gruppen').waitFor()
})

test('an address gets what it names, the word for everything too; only what it leaves out is as it was left', async () => {
  const today = Temporal.Now.plainDateISO('Europe/Berlin').toString()
  const { id, sub } = await insertHappening(db, { date: today, status: 'Erledigt' })
  const page = await as(cast.clara, '/ui/happenings')
  const says = (name: string) => new URL(page.url()).searchParams.get(name)
  const status = page.getByLabel('Status', { exact: true })
  const order = (name: string) => head(page, name).getByRole('button')
  for (const choose of [() => status.selectOption('Erledigt'), () => order('Status').click()]) {
    const chosen = kept(page)
    await choose()
    await chosen
  }
  const days = `start=${today}&end=${today}`
  await page.goto(`/ui/happenings?page=0&filter=&status=&type=&${days}&order_by=%2Bdate`)
  await head(page, 'Status').waitFor()
  assert.deepEqual([says('status'), says('order_by'), await status.inputValue()], ['', '+date', 'Alle'])

  await page.goto('/ui/happenings?status=')
  await head(page, 'Status').waitFor()
  assert.deepEqual([says('status'), says('order_by')], ['', '+status'])

  await page.getByRole('navigation', { name: 'Hauptmenü' }).getByText('Veranstaltungen').click()
  await page.getByRole('button', { name: 'Filter aufheben: Status' }).waitFor()
  assert.deepEqual([says('status'), says('order_by')], ['Erledigt', '+status'])

  await page.goto(`/ui/happenings/${id}/${sub}/timesheet`)
  const path = page.getByRole('navigation', { name: 'Pfad' })
  await path.getByText('Veranstaltungen').click()
  await head(page, 'Status').waitFor()
  assert.deepEqual([says('status'), says('order_by')], ['', '+date'])
})

test('the fields of results stay hidden for a process, while its tab shows who has filled it in whatever was chosen the last time', async () => {
  const content = processOf(paragraph(textareaField('Eins'), textareaField('Zwei')))
  const doc_id = await publish(content, { name: 'Kasse' })
  const data = { Eins: 'eins', Zwei: 'zwei' }
  await call(cast.anna, 'PATCH', `/docs/${doc_id}/currentuserdata/`, { data })
  const page = await as(cast.clara, `/ui/docs/${doc_id}/active`)
  await page.getByRole('button', { name: 'Gezeigt werden: Spalten' }).click()
  const hidden = kept(page)
  await page.getByRole('menuitemcheckbox', { name: 'Eins' }).click()
  await hidden
  await page.reload()
  await head(page, 'Zwei').waitFor()
  assert.equal(await head(page, 'Eins').count(), 0)
  await page.getByRole('cell', { name: 'zwei' }).waitFor()

  await choice(page).selectOption('Alle')
  await page.getByRole('link', { name: 'Lesen' }).click()
  await page.getByRole('link', { name: 'Ergebnisse' }).click()
  await page.waitForURL(/fill_status=filled$/)
  assert.equal(await choice(page).inputValue(), 'filled')
})

test('a mass status of happenings is taken back from above the list, long after its message has gone', async () => {
  for (const name of ['Rückweg eins', 'Rückweg zwei']) await insertHappening(db, { name, type: 'Rückweg' })
  const page = await as(cast.clara, '/ui/happenings?type=R%C3%BCckweg&start=&end=')
  await tick(page, 'Rückweg eins').check()
  await tick(page, 'Rückweg zwei').check()
  const bar = page.getByRole('region', { name: 'Auswahl' })
  await bar.getByLabel('Neuer Status').selectOption('Erledigt')
  await bar.getByRole('button', { name: 'Status ändern' }).click()
  const line = page.getByRole('region', { name: 'Rückgängig machen' })
  await line.getByText('Status von 2 Veranstaltungen geändert').waitFor()
  await page.getByRole('row', { name: 'Rückweg eins' }).getByText('Erledigt').waitFor()
  await page.getByRole('button', { name: 'Meldung schließen' }).waitFor({ state: 'detached' })
  const menu = page.getByRole('navigation', { name: 'Hauptmenü' })
  await menu.getByText('Prozesse').click()
  await head(page, 'Letzte Änderung').waitFor()
  assert.equal(await line.count(), 0, 'of happenings it is taken back where they are')
  await page.goBack()
  await line.getByRole('button', { name: 'Rückgängig' }).click()
  await page.getByText('Rückgängig gemacht').waitFor()
  await page.getByRole('row', { name: 'Rückweg eins' }).getByText('Aktiv').waitFor()
  assert.equal(await line.count(), 0)
})

test('people are put into a group and deactivated together: first it is said how many, then it can be taken back', async () => {
  for (const username of ['aushilfe-1', 'aushilfe-2']) await call(cast.clara, 'POST', '/users/', { username })
  const page = await as(cast.clara, '/ui/users?filter=aushilfe')
  const bar = page.getByRole('region', { name: 'Auswahl' })
  const act = async (name: string) => {
    await tick(page, 'aushilfe-1').check()
    await tick(page, 'aushilfe-2').check()
    await bar.getByRole('button', { name: 'Mit allen Ausgewählten' }).click()
    await page.getByRole('menuitem', { name }).click()
  }
  await act('Gruppe zuweisen')
  const dialog = page.getByRole('dialog', { name: 'Gruppe zuweisen' })
  await dialog.getByLabel('Gruppe', { exact: true }).selectOption({ label: 'Empfang' })
  await dialog.getByText('2 Personen bekommen sie.').waitFor()
  await expectAccessible(page, 'dialog[open]')
  await dialog.getByRole('button', { name: 'Zuweisen' }).click()
  await page.getByText('Gruppe „Empfang“ 2 Personen zugewiesen').last().waitFor()
  await undo(page).click()
  await page.getByText('Rückgängig gemacht').waitFor()

  await act('Deaktivieren')
  const question = page.getByRole('alertdialog', { name: '2 Personen deaktivieren?' })
  // „Ihre Sitzungen“ could be read as the sessions of the administrator who is asked.
  await question.getByText('Niemand davon kann sich noch anmelden').waitFor()
  await question.getByRole('button', { name: 'Deaktivieren' }).click()
  await page.getByText('2 Personen deaktiviert').last().waitFor()
  assert.equal(
    await page.getByText('Deaktiviert', { exact: true }).count(),
    3,
    'two marks and a word of the filter',
  )
  await undo(page).click()
  await page.getByRole('row', { name: 'aushilfe-1' }).getByText('Deaktiviert').waitFor({ state: 'detached' })
})
