// The list of happenings as a calendar at a desk.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cast } from '#demo/cast.ts'
import { insertHappening } from '#server/testing/happenings.ts'
import { daysOf } from '#web/happenings/views.ts'
import { monthName } from '#web/ui/date-time/date-text.ts'
import { today } from '#web/ui/date-time/days.ts'
import { doubleText, expectAccessibleInBothSchemes } from '../accessible.ts'
import { link, setHappeningsStage } from './happenings-stage.ts'

const { db, as } = await setHappeningsStage()

test('the list is a month or a week as well, by its own filters, and leads back to a day of it', async () => {
  for (let number = 0; number < 6; number++)
    await insertHappening(db, { name: `Messe ${number}`, type: 'Kalenderkunde', date: '2027-03-10' })
  await insertHappening(db, { name: 'Anderer Monat', type: 'Kalenderkunde', date: '2027-04-20' })
  await insertHappening(db, { name: 'Fremde Art', type: 'Sonstiges', date: '2027-03-10' })
  const page = await as(
    cast.clara,
    '/ui/happenings?type=Kalenderkunde&view=month&start=2027-03-01&end=2027-04-04',
  )
  await page.getByRole('heading', { name: 'März 2027' }).waitFor()
  await link(page, 'Messe 2').waitFor()
  assert.equal(await page.getByRole('link', { name: 'Fremde Art' }).count(), 0)
  await page.getByRole('button', { name: 'Nächster Monat' }).click()
  await link(page, 'Anderer Monat').waitFor()
  await page.getByRole('button', { name: 'Voriger Monat' }).click()
  await page.getByRole('button', { name: 'Woche' }).click()
  await page.waitForURL('**view=week**')
  await page.goBack()
  await page.getByRole('link', { name: '3 weitere' }).click()
  await page.getByRole('table', { name: 'Veranstaltungen' }).getByRole('link', { name: 'Messe 5' }).waitFor()
  assert.equal(new URL(page.url()).searchParams.get('start'), '2027-03-10')
  await page.goBack()
  await page.getByRole('button', { name: 'Liste' }).click()
  await page.waitForURL(({ searchParams }) => !searchParams.has('view'))
  await page.getByLabel('Von', { exact: true }).waitFor()
})

test('an address that asks for a month alone shows this one, whole', async () => {
  const page = await as(cast.clara, '/ui/happenings?view=month')
  await page.getByRole('heading', { name: monthName(today()) }).waitFor()
  const { searchParams } = new URL(page.url())
  assert.equal(searchParams.get('start'), daysOf('month', today())[0]?.[0])
})

test('the calendar is accessible and never too wide, in both schemes, from a small desk to a large one', async () => {
  for (const status of ['Aktiv', 'Erledigt', 'Entwurf', 'Archiv'] as const)
    await insertHappening(db, {
      name: status.padEnd(80, 'x'),
      type: 'Farbenlehre',
      date: '2027-05-12',
      status,
    })
  const page = await as(cast.clara, '/ui/docs')
  for (const view of [
    'view=month&start=2027-04-26&end=2027-06-06',
    'view=week&start=2027-05-10&end=2027-05-16',
  ])
    for (const width of [768, 1280, 1920]) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto(`/ui/happenings?type=Farbenlehre&${view}`)
      await page.getByRole('region', { name: 'Kalender' }).getByRole('link').first().waitFor()
      await expectAccessibleInBothSchemes(page)
      if (width !== 1920) continue
      await doubleText(page)
      await page.getByRole('region', { name: 'Kalender' }).waitFor()
      await expectAccessibleInBothSchemes(page)
    }
})
