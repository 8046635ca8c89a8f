// What others have stored, and a screen has not shown yet when somebody applies changes there.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cast } from '#demo/cast.ts'
import { setTimesheetStage } from './timesheet-stage.ts'
import { apply, bar, rowOf, said, start } from './timesheet-steps.ts'

const { call, db, open, team, timesOf } = await setTimesheetStage()

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
