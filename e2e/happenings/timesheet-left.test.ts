// Changes in flight or offline when somebody leaves the timesheet.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page, Route } from 'playwright-core'
import { cast } from '#demo/cast.ts'
import { until } from '#server/testing/until.ts'
import { moment } from '../patience.ts'
import { pick } from '../steps.ts'
import { setTimesheetStage } from './timesheet-stage.ts'
import { applied, apply, bar, finish, rowOf, start } from './timesheet-steps.ts'

const { db, open, team, timesOf } = await setTimesheetStage()

/** Handles calls that store times; others pass. */
const onStoring = (page: Page, act: (route: Route) => Promise<void>) =>
  page.route('**/time/', (route) => (route.request().method() === 'PATCH' ? act(route) : route.continue()))
/** Until it is let go. */
async function holdStoring(page: Page): Promise<() => void> {
  const { promise: isLetGo, resolve: letGo } = Promise.withResolvers<void>()
  await onStoring(page, async (route) => {
    await isLetGo
    await route.continue()
  })
  return letGo
}
const leave = async (page: Page, name: string) => {
  await page.getByRole('link', { name }).first().click()
  await bar(page).waitFor({ state: 'detached' })
}
const planned = ['2025-11-21T18:00', '2025-11-22T02:00']

test('what is on its way when the sheet is left takes along nothing that was changed meanwhile', async () => {
  const { screen, entries } = await team('Verlassen')
  const page = await open(cast.bruno, screen)
  await pick(page, 'Aigner', 'Wie geplant')
  const letGo = await holdStoring(page)
  await apply(page)
  await pick(page, 'Berg', 'Wie geplant')
  await bar(page).getByText('2 Einträge noch nicht übernommen').waitFor()
  await page.getByRole('link', { name: 'Prozesse' }).first().click()
  await bar(page).waitFor({ state: 'detached' })
  // The changes of a sheet that is left are not held in memory for longer.
  await page.waitForTimeout(5_500)
  const stored = page.waitForResponse((answer) => answer.request().method() === 'PATCH')
  letGo()
  await stored
  await page.goBack()
  await bar(page).getByText('1 Eintrag noch nicht übernommen').waitFor()
  assert.deepEqual(await timesOf(entries[0]), planned)
  await page.reload()
  await bar(page).getByText('1 Eintrag noch nicht übernommen').waitFor()
  await apply(page)
  await applied(page)
  assert.deepEqual(await timesOf(entries[1]), planned)
})

test('a time that still stands in its field when the page goes is there afterwards', async () => {
  const { screen } = await team('Neu geladen')
  const page = await open(cast.bruno, screen)
  await finish(page, 'Aigner').fill('1730')
  await page.reload()
  await bar(page).getByText('1 Eintrag noch nicht übernommen').waitFor()
  assert.equal(await finish(page, 'Aigner').inputValue(), '17:30')
})

test('a server that is too busy is asked again without another press, also after the sheet was left', async () => {
  const { screen, entries } = await team('Gedränge')
  const page = await open(cast.bruno, screen)
  let tries = 0
  await onStoring(page, (route) =>
    ++tries % 2 === 1
      ? route.fulfill({ status: 503, json: { detail: 'Zu viel zu tun.' } })
      : route.continue(),
  )
  await pick(page, 'Aigner', 'Wie geplant')
  await apply(page)
  await bar(page).getByText('werden übernommen, sobald es wieder geht.').waitFor()
  await applied(page)
  assert.deepEqual(await timesOf(entries[0]), planned)
  await pick(page, 'Berg', 'Wie geplant')
  await apply(page)
  await bar(page).getByText('werden übernommen, sobald es wieder geht.').waitFor()
  await leave(page, 'Gedränge')
  await page.getByText(/^Zeiten von „.*“ übernommen$/).waitFor()
  assert.deepEqual(await timesOf(entries[1]), planned)
})

test('a server that puts off what is only read is asked to store again all the same, and nothing is said to wait any more once it is locked', async () => {
  const { screen, entries } = await team('Überlast')
  const page = await open(cast.bruno, screen)
  const busy = { status: 503, json: { detail: 'Zu viel zu tun.' } }
  let tries = 0
  await page.route('**/time/hints/**', (route) => (tries > 1 ? route.continue() : route.fulfill(busy)))
  await page.waitForResponse((answer) => answer.status() === 503)
  await onStoring(page, (route) => (++tries > 1 ? route.continue() : route.fulfill(busy)))
  await pick(page, 'Aigner', 'Wie geplant')
  await apply(page)
  const notice = bar(page).getByText('werden übernommen, sobald es wieder geht.')
  await notice.waitFor()
  await applied(page)
  assert.deepEqual(await timesOf(entries[0]), planned)

  await onStoring(page, (route) => route.fulfill(busy))
  await pick(page, 'Berg', 'Wie geplant')
  await apply(page)
  await notice.waitFor()
  await db
    .updateTable('time_entries')
    .set({ submitted: true })
    .where('id', '=', entries[1] as number)
    .execute()
  await notice.waitFor({ state: 'detached' })
  await bar(page).getByText('1 Eintrag nicht übernommen').waitFor()
})

test('a server that stays busy is asked by one alone after the sheet was left, until it has what was pressed', async () => {
  const { screen, entries } = await team('Ausdauer')
  const page = await open(cast.bruno, screen)
  await pick(page, 'Aigner', 'Wie geplant')
  const { promise: isLetGo, resolve: letGo } = Promise.withResolvers<void>()
  let isBusy = true
  await onStoring(page, async (route) => {
    await isLetGo
    await (isBusy ? route.fulfill({ status: 503, json: { detail: 'Zu viel zu tun.' } }) : route.continue())
  })
  await apply(page)
  await leave(page, 'Prozesse')
  letGo()
  // Longer than what somebody has left is held in memory.
  await page.waitForTimeout(7_500)
  isBusy = false
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await page.getByText(/^Zeiten von „.*“ übernommen$/).waitFor()
  assert.deepEqual(await timesOf(entries[0]), planned)
})

test('what is opened again before the answer comes is told of it, and goes from there where the server was too busy', async () => {
  const { screen, entries } = await team('Wiederkehr')
  const page = await open(cast.bruno, screen)
  const leaveAndComeBack = async () => {
    await leave(page, 'Prozesse')
    await page.goBack()
    await bar(page).getByText('1 Eintrag noch nicht übernommen').waitFor()
  }
  await pick(page, 'Aigner', 'Wie geplant')
  const letGo = await holdStoring(page)
  await apply(page)
  await leaveAndComeBack()
  letGo()
  await bar(page).getByText('Alles übernommen').waitFor()

  const { promise: isLetGo, resolve: letGoAgain } = Promise.withResolvers<void>()
  let tries = 0
  await onStoring(page, async (route) => {
    await isLetGo
    await (++tries === 1
      ? route.fulfill({ status: 503, json: { detail: 'Zu viel zu tun.' } })
      : route.continue())
  })
  await pick(page, 'Berg', 'Wie geplant')
  await apply(page)
  await leaveAndComeBack()
  letGoAgain()
  await applied(page)
  for (const id of entries.slice(0, 2)) assert.deepEqual(await timesOf(id), planned)
})

test('what is refused after its sheet was left is said wherever somebody is, and leads nobody away', async () => {
  const { screen, id, entries } = await team('Anderswo')
  const page = await open(cast.bruno, screen)
  await pick(page, 'Aigner', 'Wie geplant')
  const letGo = await holdStoring(page)
  await apply(page)
  await leave(page, 'Prozesse')
  const address = page.url()
  await db
    .updateTable('time_entries')
    .set({ ist_von: '2025-11-21T19:00:00', revision: 1 })
    .where('id', '=', entries[0] as number)
    .execute()
  letGo()
  await page.getByText(/^„Anderswo – .*“: Ein Eintrag wurde nicht übernommen: /).waitFor()
  assert.equal(page.url(), address)
  await page.goBack()
  await rowOf(page, 'Aigner').getByRole('button', { name: 'Meine Angabe behalten' }).click()
  const letGoAgain = await holdStoring(page)
  await apply(page)
  await leave(page, 'Prozesse')
  await db.updateTable('happenings').set({ status: 'Inaktiv' }).where('id', '=', id).execute()
  letGoAgain()
  await page.getByText(/^„Anderswo – .*“: Fehler beim Übernehmen der Änderungen: /).waitFor()
})

test('what is pressed anew while an older press is on its way from elsewhere goes as well', async () => {
  const { screen, entries } = await team('Nachtrag')
  const page = await open(cast.bruno, screen)
  const waits = bar(page).getByText('werden übernommen, sobald es wieder geht.')
  const busy = { status: 503, json: { detail: 'Zu viel zu tun.' } }
  let become: (route: Route) => Promise<void> = (route) => route.fulfill(busy)
  await onStoring(page, (route) => become(route))
  await pick(page, 'Aigner', 'Wie geplant')
  await apply(page)
  await waits.waitFor()

  const { promise: isLetGo, resolve: letGo } = Promise.withResolvers<void>()
  const sent = moment('the first press was not sent again')
  become = async (route) => {
    become = (next) => next.fulfill(busy)
    sent.resolve()
    await isLetGo
    await route.continue()
  }
  await leave(page, 'Prozesse')
  await sent.wait()
  await page.goBack()
  await pick(page, 'Berg', 'Wie geplant')
  await apply(page)
  await leave(page, 'Prozesse')
  become = (route) => route.continue()
  letGo()
  await page
    .getByText(/^Zeiten von „.*“ übernommen$/)
    .first()
    .waitFor()
  await until(async () => (await timesOf(entries[1]))?.[0] === planned[0], 'the later press does not go')
  assert.deepEqual(await timesOf(entries[0]), planned)
})

test('nobody has to decide against what they pressed for before, where that arrived and its answer did not', async () => {
  const { screen, times, entries } = await team('Funkloch')
  const page = await open(cast.bruno, screen)
  // This screen goes on showing what it has shown so far.
  const seen = await (await page.request.get(`${times}?filter=&order_by=%2Bnachname`)).text()
  await page.route(
    ({ pathname }) => pathname === times,
    (route) =>
      route.request().method() === 'GET'
        ? route.fulfill({ contentType: 'application/json', body: seen })
        : route.continue(),
  )
  const { promise: isLost, resolve: lose } = Promise.withResolvers<void>()
  let tries = 0
  await onStoring(page, async (route) => {
    if (++tries > 1) return route.fallback()
    await route.fetch()
    await isLost
    await route.abort()
  })
  await start(page, 'Aigner').fill('19')
  await start(page, 'Aigner').press('Enter')
  await apply(page)
  await until(async () => (await timesOf(entries[0]))?.[0] === '2025-11-21T19:00', 'the first press arrives')
  await start(page, 'Aigner').fill('20')
  await start(page, 'Aigner').press('Enter')
  lose()
  await bar(page).getByText('1 Eintrag noch nicht übernommen').waitFor()
  await apply(page)
  await until(async () => (await timesOf(entries[0]))?.[0] === '2025-11-21T20:00', 'the second press goes')
  assert.equal(await page.getByRole('button', { name: 'Meine Angabe behalten' }).count(), 0)
})

test('whoever finds somebody else signed in is told so, and not of a busy server', async () => {
  const { screen } = await team('Schichtwechsel')
  const page = await open(cast.bruno, screen)
  await pick(page, 'Aigner', 'Wie geplant')
  const details = 'Hier ist inzwischen jemand anderes angemeldet.'
  await onStoring(page, (route) =>
    route.fulfill({ status: 412, json: { success: false, details, detail: 'Precondition Failed' } }),
  )
  const asked = page.waitForRequest('**/users/current/')
  await apply(page)
  await bar(page).getByText(`${details} Die Änderungen bleiben auf diesem Gerät`).waitFor()
  await asked
})
