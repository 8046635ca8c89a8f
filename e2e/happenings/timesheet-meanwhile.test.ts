// What others, another window or the network do to a timesheet while somebody has changes in it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cast, demoPassword } from '#demo/cast.ts'
import { pick } from '../steps.ts'
import { setTimesheetStage } from './timesheet-stage.ts'
import { applied, apply, bar, finish, rowOf, said, start } from './timesheet-steps.ts'

const { db, idOf, open, team, timesOf } = await setTimesheetStage()

test('without a connection nothing is lost, and what is wrong is said at its field', async () => {
  const { screen, entries } = await team('Funkloch')
  const page = await open(cast.bruno, screen)
  await start(page, 'Castell').fill('8')
  await finish(page, 'Castell').fill('8')
  await finish(page, 'Castell').press('Enter')
  await page.getByText('Beginn und Ende sind gleich.').waitFor()
  await apply(page)
  await said(page, 'Bitte korrigieren Sie zuerst die Zeiten von „Castell“.')
  await bar(page).getByText('Bitte korrigieren Sie zuerst die Zeiten von „Castell“.').waitFor()
  await finish(page, 'Castell').fill('16.30')
  await finish(page, 'Castell').press('Enter')
  await page.context().setOffline(true)
  await apply(page)
  await bar(page).getByText('Sie sind offline. Die Änderungen bleiben auf diesem Gerät gespeichert').waitFor()
  await page.context().setOffline(false)
  // What was pressed is done, without another press.
  await applied(page)
  assert.equal((await timesOf(entries[2]))[1]?.slice(11), '16:30')
})

test('two who change the same entry see both values and choose; other fields stay', async () => {
  const { screen, entries } = await team('Zwei')
  const page = await open(cast.bruno, screen)
  await page.getByRole('button', { name: 'Alle wie geplant' }).click()
  await apply(page)
  await applied(page)
  await start(page, 'Aigner').fill('19')
  await start(page, 'Aigner').press('Enter')
  await start(page, 'Berg').fill('19')
  await start(page, 'Berg').press('Enter')
  const clara = await open(cast.clara, screen)
  await start(clara, 'Aigner').fill('17:30')
  await finish(clara, 'Berg').fill('3')
  await finish(clara, 'Berg').press('Enter')
  await apply(clara)
  await applied(clara)
  await apply(page)
  await said(page, 'Bitte entscheiden Sie an der Zeile.')
  await bar(page).getByRole('button', { name: 'Zeigen' }).click()
  assert.deepEqual(await timesOf(entries[1]), ['2025-11-21T19:00', '2025-11-22T03:00'])
  assert.deepEqual((await timesOf(entries[0]))[0], '2025-11-21T17:30')
  await rowOf(page, 'Aigner').getByText('21.11.2025 17:30–').waitFor()
  await page.getByRole('button', { name: 'Meine Angabe behalten' }).click()
  await bar(page).getByText('Bitte entscheiden').waitFor({ state: 'hidden' })
  await apply(page)
  await page.getByText('Alles übernommen').waitFor()
  assert.deepEqual((await timesOf(entries[0]))[0], '2025-11-21T19:00')
  await pick(page, 'Aigner', 'Verlauf')
  const history = page.getByRole('dialog', { name: 'Verlauf: Aigner' })
  await history.getByText('clara').waitFor()
  assert.equal(await history.getByRole('listitem').count(), 3)
  await page.context().close()
})

test('what is pressed in the very moment in which the page is reloaded is there again', async () => {
  const { screen } = await team('Augenblick')
  const page = await open(cast.bruno, screen)
  const all = page.getByRole('button', { name: 'Alle wie geplant' })
  const leaves = page.waitForEvent('load')
  await all.evaluate((button) => {
    if (button instanceof HTMLElement) button.click()
    location.reload()
  })
  await leaves
  await page.getByText('2 Einträge noch nicht übernommen').waitFor()
  await page.getByLabel('Aigner: Beginn', { exact: true }).and(page.locator('[value="18:00"]')).waitFor()
})

test('changes of somebody whom the planner has taken out are named and dropped', async () => {
  const made = await team('Weg')
  const page = await open(cast.bruno, made.screen)
  await pick(page, 'Aigner', 'Wie geplant')
  await db
    .deleteFrom('time_entries')
    .where('id', '=', made.entries[0] as number)
    .execute()
  await rowOf(page, 'Aigner').waitFor({ state: 'hidden' })
  await apply(page)
  await said(page, 'Die Personalplanung hat den Zeiteintrag entfernt.')
  await bar(page).getByRole('button', { name: 'Verwerfen' }).click()
  await page.getByText('Noch nichts eingetragen').waitFor()
})

test('two windows of one person work on the same changes, and what one applies both have', async () => {
  const { screen, entries } = await team('Fenster')
  const page = await open(cast.bruno, screen)
  const other = await page.context().newPage()
  await other.goto(screen)
  await start(other, 'Aigner').waitFor()
  await start(page, 'Aigner').fill('1815')
  await start(page, 'Aigner').press('Enter')
  await bar(other).getByText('1 Eintrag noch nicht übernommen').waitFor()
  assert.equal(await start(other, 'Aigner').inputValue(), '18:15')
  await finish(other, 'Aigner').fill('130')
  await finish(other, 'Aigner').press('Enter')
  await pick(page, 'Berg', 'Wie geplant')
  await bar(other).getByText('2 Einträge noch nicht übernommen').waitFor()
  await apply(other)
  await applied(other)
  await bar(page).getByText('Alles übernommen').waitFor()
  await page.waitForFunction(() =>
    [...document.querySelectorAll('input')].some(({ value }) => value === '01:30'),
  )
  assert.deepEqual(await timesOf(entries[0]), ['2025-11-21T18:15', '2025-11-22T01:30'])
  assert.deepEqual(await timesOf(entries[1]), ['2025-11-21T18:00', '2025-11-22T02:00'])
})

test('changes of what has been sent meanwhile are not applied, and are dropped in their row', async () => {
  const { screen, entries } = await team('Überholt')
  const page = await open(cast.bruno, screen)
  await pick(page, 'Aigner', 'Wie geplant')
  await db
    .updateTable('time_entries')
    .set({
      submitted: true,
      ist_von: '2025-11-21T17:00:00',
      ist_bis: '2025-11-21T20:00:00',
      ist_minutes: 180,
    })
    .where('id', '=', entries[0] as number)
    .execute()
  const row = rowOf(page, 'Aigner')
  const late = 'Ihre Änderung „18:00–02:00“ wurde nicht übernommen: Die Zeiten sind inzwischen übermittelt.'
  await row.getByText(late).waitFor()
  // What stands in the row and in the bar is what is stored.
  await row.getByText('17:00', { exact: true }).waitFor()
  await bar(page).getByText('1 Eintrag nicht übernommen').waitFor()
  assert.equal(await bar(page).getByText('Alles übernommen').count(), 0)
  await row.getByRole('button', { name: 'Meine Angabe verwerfen' }).click()
  await row.getByText(late).waitFor({ state: 'hidden' })
  await bar(page).getByText('Alles übernommen').waitFor()
  assert.deepEqual((await timesOf(entries[0]))[0], '2025-11-21T17:00')
})

test('a session that ends while changes are open takes none of them along', async () => {
  const { screen, entries } = await team('Sitzung')
  const page = await open(cast.bruno, screen)
  await pick(page, 'Aigner', 'Wie geplant')
  await bar(page).getByText('1 Eintrag noch nicht übernommen').waitFor()
  await db
    .deleteFrom('sessions')
    .where('user_id', '=', await idOf(cast.bruno))
    .execute()
  await page.context().clearCookies()
  // What the page asks by itself finds it out.
  await page.waitForURL('**/ui/login**')
  await page.getByLabel('Benutzername').fill(cast.bruno.username)
  await page.getByLabel('Passwort', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Anmelden' }).click()
  await page.waitForURL(({ pathname }) => !pathname.endsWith('/login'))
  await page.goto(screen)
  await bar(page).getByText('1 Eintrag noch nicht übernommen').waitFor()
  await apply(page)
  await applied(page)
  assert.deepEqual(await timesOf(entries[0]), ['2025-11-21T18:00', '2025-11-22T02:00'])
})

test('a window where the browser keeps nothing says so, and asks before the changes are lost', async () => {
  const { screen } = await team('Vergesslich')
  const page = await open(cast.bruno, screen)
  await page.evaluate(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
  })
  await pick(page, 'Aigner', 'Wie geplant')
  await bar(page).getByText('Nur in diesem Fenster').waitFor()
  await page.getByRole('link', { name: 'Vergesslich' }).click()
  const question = page.getByRole('alertdialog', { name: 'Sollen die Änderungen verworfen werden?' })
  await question.getByRole('button', { name: 'Abbrechen' }).click()
  await apply(page)
  await applied(page)
})
