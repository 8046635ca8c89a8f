import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { cast } from '#demo/cast.ts'
import { today } from '#demo/happenings.ts'
import { insertHappening } from '#server/testing/happenings.ts'
import { timesQuery } from '#web/happenings/queries.ts'
import { startTimesheet } from '#web/happenings/search.ts'
import { addDays } from '#web/ui/date-time/days.ts'
import { hasWorker, untilKept } from '../shell/copies-stage.ts'
import { phone, setStage } from '../stage.ts'

const { as, db, idOf } = await setStage()

async function insertTeam(name: string, date: string) {
  const { id, sub, entries } = await insertHappening(db, {
    name,
    date,
    part: 'Gewölbe',
    recorders: [await idOf(cast.bruno)],
    entries: ['Aigner', 'Castell'].map((name) => ({ name, soll: [`${date}T08:00`, `${date}T16:00`] })),
  })
  return { part: { happening_id: id, subhappening_id: sub }, entries }
}
const here = await insertTeam('Kellerfest', today())

async function recordedOf(timeentry_id: number | undefined) {
  const { ist_bis } = await db
    .selectFrom('time_entries')
    .where('id', '=', timeentry_id as number)
    .select('ist_bis')
    .executeTakeFirstOrThrow()
  return ist_bis
}

/** With the times of a team on the device, and no network any more. */
async function downstairs({ part }: typeof here): Promise<Page> {
  const page = await as(cast.bruno, '/ui/today', { ...phone, worker: true })
  await hasWorker(page)
  await untilKept(page, timesQuery(part, startTimesheet).queryKey)
  await page.context().setOffline(true)
  await page.goto('/ui/today')
  return page
}
const goToToday = (page: Page) =>
  page.getByRole('navigation', { name: 'Bereiche' }).getByRole('link', { name: 'Heute' }).tap()

test('the times of one’s own team are recorded without a network though its sheet was never opened, and „Heute“ says where they are', async () => {
  const page = await downstairs(here)
  const team = page.getByRole('link', { name: /Kellerfest – Gewölbe/ })
  await team.tap()
  await page.getByRole('button', { name: 'Alle wie geplant' }).tap()
  await page.getByText('Nur auf diesem Gerät gespeichert').waitFor()
  await goToToday(page)
  await team.getByText('2 Einträge nur auf diesem Gerät, noch nicht übernommen').waitFor()
})

/** A team of yesterday, applied where nobody can be reached. */
async function applyDownstairs(name: string) {
  const made = await insertTeam(name, addDays(today(), -1))
  const page = await downstairs(made)
  const team = page.getByRole('link', { name: new RegExp(`${name} – Gewölbe`) })
  await team.tap()
  await page.getByRole('button', { name: 'Alle wie geplant' }).tap()
  await page.getByRole('button', { name: '2 übernehmen' }).tap()
  await page.getByText('werden übernommen, sobald Sie wieder Netz haben.').waitFor()
  const [aigner, castell] = made.entries
  return { ...made, page, team, aigner, castell }
}
const changeCastell = async (page: Page) => {
  await page.getByRole('row').filter({ hasText: 'Castell' }).getByRole('button').tap()
  await page.getByRole('button', { name: 'Ende: 15 Minuten später' }).tap()
}

test('what was applied without a network goes out as soon as there is one, though the sheet was left', async () => {
  const { page, team, aigner } = await applyDownstairs('Kellerprobe')
  await goToToday(page)
  await team.getByText('2 Einträge nur auf diesem Gerät').waitFor()
  assert.equal(await recordedOf(aigner), null)
  await page.context().setOffline(false)
  await page.getByText('Zeiten von „Kellerprobe – Gewölbe“ übernommen').waitFor()
  assert.match(String(await recordedOf(aigner)), /16:00/)
  await team.getByText('nur auf diesem Gerät').waitFor({ state: 'detached' })
})

test('after a reload, too; and what was changed since waits for its own press', async () => {
  const { page, team, aigner, castell } = await applyDownstairs('Kellerlesung')
  await changeCastell(page)
  await goToToday(page)
  await team.getByText('2 Einträge nur auf diesem Gerät').waitFor()
  await page.goto('about:blank')
  await page.context().setOffline(false)
  await page.goto('/ui/docs')
  await page.getByText('Zeiten von „Kellerlesung – Gewölbe“ übernommen').waitFor()
  assert.match(String(await recordedOf(aigner)), /16:00/)
  assert.equal(await recordedOf(castell), null)
})

test('opened again without a network a sheet says what goes by itself, and takes it back', async () => {
  const { page, team, part, aigner } = await applyDownstairs('Kellerputz')
  await page.reload()
  await page.getByText('werden übernommen, sobald Sie wieder Netz haben.').waitFor()
  await page.getByRole('button', { name: 'Doch nicht übernehmen' }).tap()
  await page.getByText('sobald Sie wieder Netz haben').waitFor({ state: 'detached' })
  await page.context().setOffline(false)
  await page.goto(`/ui/happenings/${part.happening_id}/${part.subhappening_id}/timesheet`)
  await page.getByRole('button', { name: '2 übernehmen' }).waitFor()
  await goToToday(page)
  await team.getByText('2 Einträge nur auf diesem Gerät').waitFor()
  assert.equal(await recordedOf(aigner), null)
})

test('a sheet that is opened again does it itself, and leaves open what was changed since', async () => {
  const { page, part, team, aigner, castell } = await applyDownstairs('Kellerbau')
  await changeCastell(page)
  await goToToday(page)
  await team.getByText('2 Einträge nur auf diesem Gerät').waitFor()
  await page.goto('about:blank')
  await page.context().setOffline(false)
  await page.goto(`/ui/happenings/${part.happening_id}/${part.subhappening_id}/timesheet`)
  await page.getByRole('button', { name: '1 übernehmen' }).waitFor()
  assert.match(String(await recordedOf(aigner)), /16:00/)
  assert.equal(await recordedOf(castell), null)
})

test('what was filled in without a network is counted on „Heute“, and goes out by itself', async () => {
  const page = await as(cast.anna, '/ui/today', { ...phone, worker: true })
  await hasWorker(page)
  const line = page.getByRole('link', { name: /^Onboarding der ersten Woche/ })
  await line.tap()
  const field = page.getByLabel('Notfallkontakt')
  await field.waitFor()
  await page.context().setOffline(true)
  await field.fill('Unten')
  await goToToday(page)
  await line.getByText('Eine Angabe nur auf diesem Gerät, noch nicht gesendet').waitFor()
  await page.context().setOffline(false)
  await line.getByText('nur auf diesem Gerät').waitFor({ state: 'detached' })
})
