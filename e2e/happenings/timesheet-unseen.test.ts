// What others have stored, and a screen has not shown yet when somebody applies changes there.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cast } from '#demo/cast.ts'
import { setTimesheetStage } from './timesheet-stage.ts'
import { apply, bar, rowOf, said, start } from './timesheet-steps.ts'

const { db, open, team, timesOf } = await setTimesheetStage()

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
