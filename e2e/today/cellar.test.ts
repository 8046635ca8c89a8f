import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { cast } from '#demo/cast.ts'
import { today } from '#demo/happenings.ts'
import { insertHappening } from '#server/testing/happenings.ts'
import { addDays } from '#web/ui/date-time/days.ts'
import { hasWorker, untilKept } from '../shell/copies-stage.ts'
import { phone, setStage } from '../stage.ts'

const { as, db, idOf } = await setStage()
const yesterday = addDays(today(), -1)

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
async function recordedOf(timeentry_id: number | undefined) {
  const { ist_bis } = await db
    .selectFrom('time_entries')
    .where('id', '=', timeentry_id as number)
    .select('ist_bis')
    .executeTakeFirstOrThrow()
  return ist_bis
}

type Team = Awaited<ReturnType<typeof insertTeam>>

/** Opens „Heute“ offline, with copies of these teams' times on the device. */
async function downstairs(...teams: Team[]): Promise<Page> {
  const page = await as(cast.bruno, '/ui/today', { ...phone, worker: true })
  await hasWorker(page)
  // The current user and today were first read before there was a worker to keep them.
  for (const address of ['/users/current/', '/today/']) await untilKept(page, address)
  for (const { part } of teams)
    await untilKept(page, `/happenings/${part.happening_id}/subhappenings/${part.subhappening_id}/time/?`)
  await page.context().setOffline(true)
  await page.goto('/ui/today')
  return page
}
const goToToday = (page: Page) =>
  page.getByRole('navigation', { name: 'Bereiche' }).getByRole('link', { name: 'Heute' }).tap()
const lineOf = (page: Page, name: string) =>
  page
    .getByRole('region', { name: 'Meine Teams' })
    .getByRole('link', { name: new RegExp(`${name} – Gewölbe`) })
const unsentOf = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Nur auf diesem Gerät' }).getByRole('link', { name: new RegExp(name) })
const pathOf = ({ part }: Team) => `/ui/happenings/${part.happening_id}/${part.subhappening_id}/timesheet`

async function apply(page: Page) {
  await page.getByRole('button', { name: '2 übernehmen' }).tap()
  await page.getByText('werden übernommen, sobald Sie wieder Netz haben.').waitFor()
}

test('times are recorded without a network though their sheet was never opened, „Heute“ says where they are, and what was applied goes out by itself unless it was taken back', async () => {
  const [gone, kept] = [await insertTeam('Kellerfest', yesterday), await insertTeam('Kellerputz', yesterday)]
  const page = await downstairs(gone, kept)
  const [goes, stays] = [lineOf(page, 'Kellerfest'), lineOf(page, 'Kellerputz')]
  for (const line of [goes, stays]) {
    await line.tap()
    await page.getByRole('button', { name: 'Alle wie geplant' }).tap()
    await page.getByText('Nur auf diesem Gerät gespeichert').waitFor()
    await goToToday(page)
    const name = line === goes ? 'Kellerfest' : 'Kellerputz'
    await unsentOf(page, name).getByText('2 Änderungen · noch nicht übernommen').waitFor()
    await line.tap()
    await apply(page)
    if (line === goes) await goToToday(page)
  }
  // Opened again, the sheet says what goes by itself.
  await page.reload()
  await page.getByText('werden übernommen, sobald Sie wieder Netz haben.').waitFor()
  await page.getByRole('button', { name: 'Doch nicht übernehmen' }).tap()
  await page.getByText('sobald Sie wieder Netz haben').waitFor({ state: 'detached' })
  await goToToday(page)
  await unsentOf(page, 'Kellerfest').getByText('2 Änderungen · wartet auf Verbindung').waitFor()
  assert.equal(await recordedOf(gone.entries[0]), null)

  await page.context().setOffline(false)
  await page.getByText('Änderungen übernommen: Kellerfest – Gewölbe').waitFor()
  assert.match(String(await recordedOf(gone.entries[0])), /16:00/)
  await unsentOf(page, 'Kellerfest').waitFor({ state: 'detached' })
  await unsentOf(page, 'Kellerputz').getByText('2 Änderungen · noch nicht übernommen').waitFor()
  await page.goto(pathOf(kept))
  await page.getByRole('button', { name: '2 übernehmen' }).waitFor()
  assert.equal(await recordedOf(kept.entries[0]), null)
})

test('after a reload what was applied without a network goes out, from its sheet and from elsewhere; what was changed since waits for its own press', async () => {
  const teams = [await insertTeam('Kellerlesung', yesterday), await insertTeam('Kellerbau', yesterday)]
  const page = await downstairs(...teams)
  for (const name of ['Kellerlesung', 'Kellerbau']) {
    await lineOf(page, name).tap()
    await page.getByRole('button', { name: 'Alle wie geplant' }).tap()
    await apply(page)
    await page.getByRole('row').filter({ hasText: 'Castell' }).getByRole('button').tap()
    await page.getByRole('button', { name: 'Ende: 15 Minuten später' }).tap()
    await goToToday(page)
    await unsentOf(page, name).getByText('2 Änderungen · wartet auf Verbindung').waitFor()
  }
  await page.goto('about:blank')
  await page.context().setOffline(false)
  await page.goto(pathOf(teams[1] as Team))
  await page.getByText('Änderungen übernommen: Kellerlesung – Gewölbe').waitFor()
  await page.getByRole('button', { name: '1 übernehmen' }).waitFor()
  for (const { entries } of teams) {
    assert.match(String(await recordedOf(entries[0])), /16:00/)
    assert.equal(await recordedOf(entries[1]), null)
  }
})
