// Changes by others, another window or the network while a timesheet has edits.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cast, demoPassword } from '#demo/cast.ts'
import { pick } from '../steps.ts'
import { setTimesheetStage } from './timesheet-stage.ts'
import { applied, apply, bar, finish, rowOf, said, start } from './timesheet-steps.ts'

const { call, db, idOf, open, team, timesOf } = await setTimesheetStage()

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
  const { screen, entries, times } = await team('Zwei')
  const page = await open(cast.bruno, screen)
  await page.getByRole('button', { name: 'Alle wie geplant' }).click()
  await apply(page)
  await applied(page)
  await start(page, 'Aigner').fill('19')
  await start(page, 'Aigner').press('Enter')
  await start(page, 'Berg').fill('19')
  await start(page, 'Berg').press('Enter')
  const [from, until] = [
    { ist_von_date: '2025-11-21', ist_von_time: '17:30' },
    { ist_bis_date: '2025-11-22', ist_bis_time: '03:00' },
  ]
  const items = [
    { timeentry_id: entries[0], revision: 1, ...from },
    { timeentry_id: entries[1], revision: 1, ...until },
  ]
  await call(cast.clara, 'PATCH', times, { items })
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

test('changes of what has been sent or taken out meanwhile are not applied, and are dropped where that is said', async () => {
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

  await pick(page, 'Berg', 'Wie geplant')
  await db
    .deleteFrom('time_entries')
    .where('id', '=', entries[1] as number)
    .execute()
  await rowOf(page, 'Berg').waitFor({ state: 'hidden' })
  await apply(page)
  await said(page, 'Die Personalplanung hat den Zeiteintrag entfernt.')
  await bar(page).getByRole('button', { name: 'Verwerfen' }).click()
  await bar(page).getByText('Alles übernommen').waitFor()
})

test('what is pressed in the very moment of a reload is there again, and a session that ends takes none of it along', async () => {
  const { screen, entries } = await team('Augenblick')
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
  await bar(page).getByText('2 Einträge noch nicht übernommen').waitFor()
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

test('what a screen has not shown yet is not overwritten: the rest is stored, and nothing was read before', async () => {
  const { screen, entries, times } = await team('Ungesehen')
  const page = await open(cast.bruno, screen)
  await start(page, 'Aigner').fill('19')
  await start(page, 'Aigner').press('Enter')
  await start(page, 'Berg').fill('19')
  await start(page, 'Berg').press('Enter')
  const isList = ({ pathname }: URL) => pathname === times
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  // From now on this screen shows what it has shown so far.
  const seen = await (await page.request.get(`${times}?filter=&order_by=%2Bnachname`)).text()
  await page.route(isList, (route) =>
    route.request().method() === 'GET'
      ? route.fulfill({ contentType: 'application/json', body: seen })
      : route.continue(),
  )
  await db
    .updateTable('time_entries')
    .set({ ist_von: '2025-11-21T17:30:00', revision: 1 })
    .where('id', '=', entries[0] as number)
    .execute()
  await apply(page)
  await said(page, 'Ein Eintrag wurde nicht übernommen')
  assert.equal((await timesOf(entries[0]))[0], '2025-11-21T17:30')
  assert.equal((await timesOf(entries[1]))[0], '2025-11-21T19:00')
  assert.deepEqual(
    asked.filter((url) => url.includes('per_page=')),
    [],
  )
  await page.unroute(isList)
  await rowOf(page, 'Aigner').getByText('21.11.2025 17:30–').waitFor()
  await page.getByRole('button', { name: 'Meine Angabe behalten' }).click()
  await apply(page)
  await bar(page).getByText('Alles übernommen').waitFor()
  assert.equal((await timesOf(entries[0]))[0], '2025-11-21T19:00')
})

test('a dispute names who has changed the same and when, also of what this device has kept since', async () => {
  const { screen, entries, times } = await team('Strittig')
  const page = await open(cast.bruno, screen)
  await start(page, 'Aigner').fill('19')
  await start(page, 'Aigner').press('Enter')
  await bar(page).getByText('Nur auf diesem Gerät gespeichert').waitFor()
  await page.goto('about:blank')
  const from = { ist_von_date: '2025-11-21', ist_von_time: '17:30' }
  await call(cast.clara, 'PATCH', times, { items: [{ timeentry_id: entries[0], ...from }] })
  await page.goto(screen)
  const clara = `${cast.clara.vorname} ${cast.clara.nachname}`
  const moment = String.raw`\(\d\d\.\d\d\.\d{4} \d\d:\d\d:\d\d\)`
  const row = rowOf(page, 'Aigner')
  await row
    .getByText(
      new RegExp(
        `^Inzwischen hat ${clara} den Eintrag geändert ${moment}: 21\\.11\\.2025 17:30–offen\\. Ihre`,
      ),
    )
    .waitFor()
  await apply(page)
  const refused = new RegExp(
    `^Ein Eintrag wurde nicht übernommen: ${clara} hat inzwischen dasselbe geändert ${moment}\\.`,
  )
  await page.getByRole('alert').getByText(refused).waitFor()
  assert.equal((await timesOf(entries[0]))[0], '2025-11-21T17:30')
  await row.getByRole('button', { name: 'Andere Angabe übernehmen' }).click()
  await bar(page).getByText('Alles übernommen').waitFor()
})
