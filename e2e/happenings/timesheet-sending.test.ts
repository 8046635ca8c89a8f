import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cast } from '#demo/cast.ts'
import { today } from '#demo/happenings.ts'
import { expectAccessibleInBothSchemes } from '../accessible.ts'
import { phone } from '../stage.ts'
import { pick } from '../steps.ts'
import { overnight, setTimesheetStage } from './timesheet-stage.ts'
import { applied, apply, bar, focused, rowOf, said, sendAll } from './timesheet-steps.ts'

const { db, planner, open, team, planThem } = await setTimesheetStage()

test('before times are sent it is said what is sent: how many as planned, and who otherwise, with the way there', async () => {
  const names = ['Aigner', 'Berg', 'Dorn', 'Ehlers', 'Fink', 'Groß', 'Hahn', 'Imhof', 'Jung', 'Kolb']
  const { screen, sub, entries } = await team('Übersicht', overnight, names)
  const record = (ids: number[], changes: object) =>
    db
      .updateTable('time_entries')
      .set({ revision: 1, ...changes })
      .where('id', 'in', ids)
      .execute()
  const [ist_von, ist_bis] = overnight
  await record(entries, { ist_von, ist_bis, ist_minutes: 480 })
  const earlier = { ist_bis: '2025-11-22T01:30', ist_minutes: 450 }
  await record(entries.slice(2, 8), earlier)
  await record([entries[8]!], { ist_von: null, ist_bis: null, ist_minutes: null, absent: true })
  await record([entries[9]!], { status: 'abgesagt' })
  const page = await open(cast.bruno, screen)
  const ask = () => page.getByRole('button', { name: 'Senden', exact: true }).click()
  const question = page.getByRole('alertdialog', { name: 'Sollen die Zeiten gesendet werden?' })
  await ask()
  await question.getByText('11 Zeiten werden an die Personalplanung gesendet.').waitFor()
  const summary = question.getByText(/wie geplant/)
  assert.equal(
    await summary.innerText(),
    '2 wie geplant · 6 geändert: Dorn −0:30, Ehlers −0:30, Fink −0:30, Groß −0:30 und 2 weitere · 1 ungeplant: Castell 8:00 · 1 trotz Absage: Kolb 8:00 · 1 nicht gekommen: Jung',
  )
  await expectAccessibleInBothSchemes(page)
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

test('a sending under way is found again after a reload, and what the planner refuses stands in the row', async () => {
  const { screen } = await team('Langsam')
  const page = await open(cast.bruno, screen)
  await pick(page, 'Aigner', 'Wie geplant')
  await apply(page)
  await applied(page)
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  planner.fault = async (response, answer) => {
    await held
    response.writeHead(200, { 'content-type': 'application/json' }).end(answer)
  }
  await page.getByRole('button', { name: 'Senden', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Senden' }).click()
  const running = page.getByText('Die Zeiten werden an die Personalplanung gesendet …')
  await running.waitFor()
  await page.reload()
  await running.waitFor()
  release()
  planner.fault = undefined
  await said(page, '0 von 1 Zeit übermittelt, 1 abgelehnt.')
  await bar(page).getByRole('button', { name: 'Bericht' }).click()
  const report = page.getByRole('region', { name: 'Ergebnis des Sendens' })
  await report.getByText('Abgelehnt: Aigner').waitFor()
  assert.ok(await report.evaluate((section) => section === document.activeElement))
  await bar(page).getByRole('button', { name: 'Ergebnis schließen' }).click()
  await report.waitFor({ state: 'hidden' })
  assert.equal(await focused(page), 'Senden')
  await rowOf(page, 'Aigner').getByText('Die Personalplanung hat die Zeiten nicht angenommen').waitFor()
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
  // What is left of the team is named, too.
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

test('of several sent times the bar names what went and what did not, and says meanwhile that the server is out of reach', async () => {
  const made = await team('Gemischt')
  await planThem(made)
  planner.happenings.at(-1)?.subhappenings[0]?.entries.forEach((entry) => {
    if (entry.last_name === 'Berg') entry.status = 'abgesagt'
  })
  const page = await open(cast.bruno, made.screen, phone)
  await page.getByRole('button', { name: 'Alle wie geplant' }).tap()
  await apply(page)
  await applied(page)
  await page.route('**/background_result/**', (route) => route.abort())
  await sendAll(page)
  await bar(page).getByText('Der Server ist gerade nicht zu erreichen.').waitFor()
  await page.unroute('**/background_result/**')
  await said(page, '1 von 2 Zeiten übermittelt, 1 abgelehnt.')
  await bar(page).getByText('1 von 2 Zeiten übermittelt, 1 abgelehnt.').waitFor()
  const report = page.getByRole('region', { name: 'Ergebnis des Sendens' })
  await report.locator('[class*=danger]').getByText('Abgelehnt: Berg').waitFor()
  assert.equal(await page.getByText('1 von 2 Zeiten übermittelt, 1 abgelehnt.').count(), 1)
  // It is there again until it is closed.
  await page.goto('/ui/docs')
  await page.goto(made.screen)
  await bar(page).getByText('1 von 2 Zeiten übermittelt, 1 abgelehnt.').waitFor()
  await bar(page).getByRole('button', { name: 'Ergebnis schließen' }).tap()
  await page.reload()
  await bar(page).getByText('Alles übernommen').waitFor()
  assert.equal(await bar(page).getByText('abgelehnt').count(), 0)
})

test('a team of whom some have cancelled is done when all others are sent, in the sheet, the list and „Heute“', async () => {
  const made = await team('Mit Absage')
  await planThem(made)
  await db
    .updateTable('time_entries')
    .set({ status: 'abgesagt', soll_minutes: null })
    .where('id', 'in', made.entries.slice(1))
    .execute()
  await db.updateTable('happenings').set({ date: today() }).where('id', '=', made.id).execute()
  const page = await open(cast.bruno, made.screen, phone)
  await page.getByRole('button', { name: 'Alle wie geplant' }).tap()
  await apply(page)
  await applied(page)
  await sendAll(page)
  await bar(page).getByText('Fertig: 1 übermittelt').waitFor()
  await bar(page).getByRole('link', { name: 'Zur Übersicht' }).tap()
  await page.getByText('1 von 1', { exact: true }).waitFor()
  await page.goto('/ui/happenings?filter=Mit+Absage')
  await page.getByRole('link', { name: 'Bühne' }).getByText('gesendet').waitFor()
  await page.goto('/ui/today')
  const line = page.getByRole('link', { name: 'Mit Absage' })
  // With others that need nothing it waits behind a press.
  const others = page.getByRole('button', { name: /bei denen jetzt nichts zu tun ist$/ })
  await line.or(others).first().waitFor()
  if (!(await line.isVisible())) await others.tap()
  await line.getByText('alle 1 gesendet').waitFor()
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
  const both = page.getByRole('button', { name: 'Übernehmen und senden' })
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

test('„Übernehmen und senden“ says of a busy server that the sending waits for another press', async () => {
  const { screen, times } = await team('Aufschub')
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
  await page.getByRole('button', { name: 'Übernehmen und senden' }).tap()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Senden' }).tap()
  const notice = bar(page).getByText('sobald es wieder geht. Senden Sie sie bitte dann.')
  await notice.waitFor()
  await page.waitForResponse((answer) => answer.status() === 503)
  await notice.waitFor()
  await applied(page)
})

test('a sending that cannot begin says so, and its question follows to no other screen', async () => {
  const { screen } = await team('Frage')
  const page = await open(cast.bruno, screen)
  await pick(page, 'Aigner', 'Wie geplant')
  await apply(page)
  await applied(page)
  const send = page.getByRole('button', { name: 'Senden', exact: true })
  await page.getByRole('navigation', { name: 'Pfad' }).getByRole('link').last().click()
  await page.getByRole('link', { name: 'Bühne', exact: true }).click()
  await send.click()
  const question = page.getByRole('alertdialog')
  await question.waitFor()
  await page.goBack()
  await question.waitFor({ state: 'hidden' })

  await page.goForward()
  await page.route('**/send_times/', (route) => route.fulfill({ json: { success: true, details: '' } }))
  await send.click()
  await question.getByRole('button', { name: 'Senden' }).click()
  await question.getByText('Fehler beim Senden der Zeiten.').waitFor()
  await question.getByRole('button', { name: 'Abbrechen' }).click()
})

test('whoever may not record any more reads why', async () => {
  const { screen, id, entries } = await team('Lesen')
  const page = await open(cast.bruno, screen)
  await pick(page, 'Aigner', 'Wie geplant')
  await apply(page)
  await applied(page)
  await db
    .updateTable('time_entries')
    .set({ submitted: true })
    .where('id', '=', entries[0] as number)
    .execute()
  await rowOf(page, 'Aigner').getByText('Übermittelt', { exact: true }).waitFor()
  await db.updateTable('happenings').set({ status: 'Erledigt' }).where('id', '=', id).execute()
  await page.getByText('Die Veranstaltung ist im Status „Erledigt“').waitFor()
  await bar(page).waitFor({ state: 'hidden' })
})
