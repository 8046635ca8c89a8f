import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cast } from '#demo/cast.ts'
import { expectAccessibleInBothSchemes } from '../accessible.ts'
import { phone, ZONE } from '../stage.ts'
import { endRoute, pick } from '../steps.ts'
import { overnight, type Planned, setTimesheetStage } from './timesheet-stage.ts'
import { applied, apply, bar, focused, openSheet, rowOf, said, sendAll } from './timesheet-steps.ts'

const { db, planner, open, team, planThem, timesOf, revisionOf } = await setTimesheetStage()

test('before times are sent it is said what is sent: how many as planned, and who otherwise, with the way there, and who is left out', async () => {
  const names = ['Aigner', 'Berg', 'Dorn', 'Ehlers', 'Fink', 'Groß', 'Hahn', 'Imhof', 'Jung', 'Kolb', 'Lang']
  const { screen, sub, entries } = await team('Übersicht', overnight, names)
  const record = (ids: number[], changes: object) =>
    db
      .updateTable('time_entries')
      .set({ revision: 1, ...changes })
      .where('id', 'in', ids)
      .execute()
  const [ist_von, ist_bis] = overnight
  const without = entries[10]
  await record(
    entries.filter((id) => id !== without),
    { ist_von, ist_bis, ist_minutes: 480 },
  )
  const earlier = { ist_bis: '2025-11-22T01:30', ist_minutes: 450 }
  await record(entries.slice(2, 8), earlier)
  await record([entries[8]!], { ist_von: null, ist_bis: null, ist_minutes: null, absent: true })
  await record([entries[9]!], { status: 'abgesagt' })
  const page = await open(cast.bruno, screen)
  const ask = () => page.getByRole('button', { name: 'Senden', exact: true }).click()
  const question = page.getByRole('alertdialog', { name: 'Sollen die Zeiten gesendet werden?' })
  await ask()
  await question.getByText('11 Zeiten werden an die Personalplanung gesendet.').waitFor()
  await question.getByText('Eine Person hat noch keine Zeiten: Lang.').waitFor()
  const summary = question.getByText(/wie geplant/)
  assert.equal(
    await summary.innerText(),
    '2 wie geplant · 6 geändert: Dorn −0:30, Ehlers −0:30, Fink −0:30, Groß −0:30 und 2 weitere · 1 ungeplant: Castell 8:00 · 1 trotz Absage: Kolb 8:00 · 1 nicht gekommen: Jung',
  )
  await expectAccessibleInBothSchemes(page, 'dialog[open]')
  await question.getByRole('button', { name: 'und 2 weitere' }).click()
  await summary.getByText('Imhof −0:30').click()
  await question.waitFor({ state: 'detached' })
  assert.equal(
    await db
      .selectFrom('time_entries')
      .where('subhappening_id', '=', sub)
      .where('submitted', '=', true)
      .select('id')
      .executeTakeFirst(),
    undefined,
  )
})

test('an administrator clears what was sent, sees that it will be withdrawn, and then that it is', async () => {
  const made = await team('Zurück')
  await planThem(made)
  const page = await open(cast.clara, made.screen)
  await pick(page, 'Aigner', 'Wie geplant')
  await apply(page)
  await applied(page)
  const question = page.getByRole('alertdialog')
  const send = page.getByRole('button', { name: 'Senden', exact: true })
  await send.click()
  await question.getByText('Eine Zeit wird an die Personalplanung gesendet.').waitFor()
  await question.getByRole('button', { name: 'Senden' }).click()
  await bar(page).getByText('1 von 1 Zeit übermittelt.').waitFor()
  await rowOf(page, 'Aigner').getByText('Ja', { exact: true }).waitFor()
  // The result also says why the rest of the team was not sent.
  await page
    .getByRole('region', { name: 'Ergebnis des Sendens' })
    .getByText('fehlten Beginn oder Ende')
    .waitFor()
  const planned = planner.happenings.at(-1)?.subhappenings[0]?.entries ?? []
  const booked = () => planner.validBookings.filter(({ id }) => planned.some((one) => one.id === id)).length
  assert.equal(booked(), 1)
  await pick(page, 'Aigner', 'Beginn leeren')
  await pick(page, 'Aigner', 'Ende leeren')
  await apply(page)
  await rowOf(page, 'Aigner').getByText('wird beim nächsten Übermitteln zurückgenommen').waitFor()
  await send.click()
  await question.getByText('Eine geleerte Zeit wird in der Personalplanung zurückgenommen.').waitFor()
  assert.equal(await question.getByText('Keine Zeit wird gesendet').count(), 0)
  await question.getByRole('button', { name: 'Senden' }).click()
  await rowOf(page, 'Aigner').getByText('In der Personalplanung zurückgenommen.').waitFor()
  assert.equal(booked(), 0)
  await pick(page, 'Aigner', 'Verlauf')
  await page.getByRole('dialog').getByText('Zeit in der Personalplanung zurückgenommen').waitFor()
})

test('„Übernehmen und senden“ waits for what is being applied already, and says so', async () => {
  const made = await team('Zweimal')
  await planThem(made)
  const page = await open(cast.bruno, made.screen, phone)
  await page.getByRole('button', { name: 'Alle wie geplant' }).tap()
  const [hints, times] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await page.route('**/time/hints/**', async (route) => {
    await hints.promise
    await route.continue()
  })
  await page.route(
    ({ pathname }) => pathname === made.times,
    async (route) => {
      if (route.request().method() === 'PATCH') await times.promise
      await route.continue()
    },
  )
  const both = page.getByRole('button', { name: 'Senden', exact: true })
  const pending = both.and(page.locator('[aria-busy=true]'))
  await both.tap()
  await pending.waitFor()
  await apply(page)
  hints.resolve()
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Senden' }).tap()
  await question.getByText('Ihre Änderungen werden gerade übernommen.').waitFor()
  await pending.waitFor()
  times.resolve()
  await page.getByText('Änderungen übernommen').waitFor()
  await question.getByRole('button', { name: 'Senden' }).tap()
  await bar(page).getByText('2 von 2 Zeiten übermittelt.').waitFor()
})

test('a sending under way is found again after a reload, and says that the server is out of reach; the bar names what went and what did not until that is closed', async () => {
  const made = await team('Gemischt')
  await planThem(made)
  planner.happenings.at(-1)?.subhappenings[0]?.entries.forEach((entry) => {
    if (entry.last_name === 'Berg') entry.status = 'abgesagt'
  })
  const page = await open(cast.bruno, made.screen, phone)
  await page.getByRole('button', { name: 'Alle wie geplant' }).tap()
  await apply(page)
  await applied(page)
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  planner.fault = async (response, answer) => {
    await held
    response.writeHead(200, { 'content-type': 'application/json' }).end(answer)
  }
  await sendAll(page)
  const running = page.getByText('Die Zeiten werden an die Personalplanung gesendet …')
  await running.waitFor()
  await page.reload()
  await running.waitFor()
  await page.route('**/background_result/**', (route) => route.abort())
  await bar(page).getByText('Der Server ist gerade nicht zu erreichen.').waitFor()
  await endRoute(page, '**/background_result/**')
  release()
  planner.fault = undefined
  const result = '1 von 2 Zeiten übermittelt, 1 abgelehnt.'
  await said(page, result)
  await bar(page).getByText(result).waitFor()
  assert.equal(await page.getByText(result).count(), 1)
  await bar(page).getByRole('button', { name: 'Bericht' }).tap()
  const report = page.getByRole('region', { name: 'Ergebnis des Sendens' })
  await report.getByText('Abgelehnt: Berg').waitFor()
  assert.ok(await report.evaluate((section) => section === document.activeElement))
  await (await openSheet(page, 'Berg')).getByText('abgesagt').first().waitFor()
  // The result is shown again until it is closed.
  await page.goto(made.screen)
  await bar(page).getByText(result).waitFor()
  await bar(page).getByRole('button', { name: 'Ergebnis schließen' }).tap()
  await report.waitFor({ state: 'hidden' })
  assert.equal(await focused(page), 'Senden')
  await page.reload()
  await bar(page).getByText('Alles übernommen').waitFor()
  assert.equal(await bar(page).getByText('abgelehnt').count(), 0)
})

test('a busy server leaves the sending to another press; one that cannot begin says so, and its question follows to no other screen', async () => {
  const { id, screen, times } = await team('Aufschub')
  const page = await open(cast.bruno, screen, phone)
  await page.getByRole('button', { name: 'Alle wie geplant' }).tap()
  let tries = 0
  await page.route(
    ({ pathname }) => pathname === times,
    (route) =>
      route.request().method() === 'PATCH' && ++tries < 3
        ? route.fulfill({ status: 503, json: { detail: 'Zu viel zu tun.' } })
        : route.continue(),
  )
  await page.getByRole('button', { name: 'Senden', exact: true }).tap()
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Senden' }).tap()
  await bar(page).getByText('sobald es wieder geht. Senden Sie sie bitte dann.').waitFor()
  await applied(page)

  await page.goto(`/ui/happenings/${id}`)
  await page.getByRole('link', { name: 'Bühne', exact: true }).tap()
  const send = page.getByRole('button', { name: 'Senden', exact: true })
  await send.tap()
  await question.waitFor()
  await page.goBack()
  await question.waitFor({ state: 'hidden' })
  await page.goForward()
  await page.route('**/send_times/', (route) => route.fulfill({ json: { success: true, details: '' } }))
  await send.tap()
  await question.getByRole('button', { name: 'Senden' }).tap()
  await question.getByText('Fehler beim Senden der Zeiten.').waitFor()
})

test('times that are days from the plan, or have not happened yet, are asked about before they are saved, and again before they are sent; both steps at once ask once; another year is refused to who records, and nothing goes before it is mended', async () => {
  const made = await team('Versehen')
  await planThem(made)
  const page = await open(cast.bruno, made.screen)
  await pick(page, 'Aigner', 'Wie geplant')
  const day = page.getByLabel('Aigner: Beginn, Datum', { exact: true })
  await day.fill('1.1.2000')
  await page.keyboard.press('Enter')
  await rowOf(page, 'Aigner')
    .getByText(
      'liegt 9.456 Tage vor dem geplanten (21.11.2025); so weit entfernte Zeiten kann nur ein Admin eintragen.',
    )
    .waitFor()
  await page.getByRole('button', { name: 'Senden', exact: true }).click()
  await said(page, 'Bitte korrigieren Sie zuerst die Zeiten von „Aigner“.')
  assert.equal(await page.getByRole('alertdialog').count(), 0)
  // A date without a year gets the year that brings it nearest to the plan.
  await day.fill('27.11.')
  await page.keyboard.press('Enter')
  await apply(page)
  const asked = page.getByRole('alertdialog', { name: 'Stimmt diese Zeit?' })
  const sentence = 'Der Beginn (27.11.2025) liegt 6 Tage nach dem geplanten (21.11.2025).'
  await asked.getByText(sentence).waitFor()
  assert.equal(await focused(page), 'Abbrechen')
  await asked.getByRole('button', { name: 'Abbrechen' }).click()
  assert.equal(await revisionOf(made.entries[0]), 0)
  // The name leads to the row.
  await apply(page)
  await asked.getByRole('button', { name: 'Aigner' }).click()
  await asked.waitFor({ state: 'hidden' })
  await apply(page)
  await asked.getByRole('button', { name: 'Trotzdem übernehmen' }).click()
  await applied(page)
  assert.deepEqual(await timesOf(made.entries[0]), ['2025-11-27T18:00', '2025-11-28T02:00'])
  await page.getByRole('button', { name: 'Senden', exact: true }).click()
  const question = page.getByRole('alertdialog', { name: 'Sollen die Zeiten gesendet werden?' })
  await question.getByText(sentence).waitFor()
  assert.equal(await focused(page), 'Abbrechen')
  await question.getByRole('button', { name: 'Abbrechen' }).click()

  const soon = Temporal.Now.plainDateISO(ZONE).add({ days: 2 }).toString()
  const soll: Planned = [`${soon}T18:00`, `${soon}T22:00`]
  const next = await team('Übermorgen', soll, ['Aigner'])
  await planThem(next)
  await page.goto(next.screen)
  await page.getByRole('button', { name: 'Alle wie geplant' }).click()
  await page.keyboard.press('Control+Enter')
  await question.getByText('Ein Eintrag wird zuerst übernommen.').waitFor()
  await question
    .getByText(`Der Beginn (${soon.split('-').toReversed().join('.')}, 18:00 Uhr) liegt in der Zukunft.`)
    .waitFor()
  assert.equal(await revisionOf(next.entries[0]), 0)
  await question.getByRole('button', { name: 'Senden' }).click()
  await bar(page).getByText('1 von 1 Zeit übermittelt.').waitFor()
  assert.deepEqual(await timesOf(next.entries[0]), soll)
})
