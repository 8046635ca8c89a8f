import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { cast, demoPassword, type Person } from '#demo/cast.ts'
import { plannedHappenings } from '#demo/happenings.ts'
import { startSimulator } from '#planner-simulator/server.ts'
import { insertHappening } from '#server/testing/happenings.ts'
import { expectAccessible } from './accessible.ts'
import { launch } from './browser.ts'
import { startKontor } from './kontor.ts'
import { signIn } from './sign-in.ts'
import {
  applied,
  apply,
  bar,
  describedBy,
  finish,
  focused,
  pick,
  rowOf,
  said,
  start,
} from './timesheet-steps.ts'

const planner = await startSimulator({ users: [], happenings: plannedHappenings() })
const kontor = await startKontor({ PLANNER_URL: planner.url, PLANNER_TOKEN: planner.token })
const { db } = kontor.kontor
const browser = await launch()
after(async () => {
  await browser.close()
  await kontor.stop()
  await planner.stop()
})

type Options = Parameters<typeof browser.newContext>[0]
const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }

async function as({ username }: Person, path: string, options: Options = {}) {
  const context = await browser.newContext({ baseURL: kontor.url, locale: 'de-DE', ...options })
  const page = await context.newPage()
  page.setDefaultTimeout(15_000)
  await signIn(page, username)
  await page.goto(path)
  await page.getByRole('table', { name: 'Zeiten' }).waitFor()
  return page
}

const idOf = async ({ username }: Person) =>
  (await db.selectFrom('users').where('username', '=', username).select('id').executeTakeFirstOrThrow()).id

/** A team of three that Bruno records: two with a plan over midnight, one without any. */
async function team(name: string) {
  const soll: [string, string] = ['2025-11-21T18:00', '2025-11-22T02:00']
  const made = await insertHappening(db, {
    name,
    date: '2025-11-21',
    recorders: [await idOf(cast.bruno)],
    entries: [{ name: 'Aigner', soll, personalnummer: '1' }, { name: 'Berg', soll }, { name: 'Castell' }],
  })
  return { ...made, screen: `/ui/happenings/${made.id}/${made.sub}/timesheet` }
}
const timesOf = async (id: number | undefined) => {
  const { ist_von, ist_bis } = await db
    .selectFrom('time_entries')
    .where('id', '=', id as number)
    .select(['ist_von', 'ist_bis'])
    .executeTakeFirstOrThrow()
  return [ist_von, ist_bis].map((moment) => moment?.slice(0, 16) ?? null)
}
test('twenty people, all as planned but two, are recorded and sent with at most twelve taps', async () => {
  const stage = await db
    .selectFrom('subhappenings')
    .innerJoin('happenings', 'happenings.id', 'happening_id')
    .where('happenings.name', '=', 'Nordlicht-Gala')
    .where('subhappenings.name', '=', 'Bühne')
    .select(['subhappenings.id', 'happening_id'])
    .executeTakeFirstOrThrow()
  // A day that is over, whenever this runs: what is still to come would be asked about.
  await db
    .updateTable('time_entries')
    .set({ soll_von: sql`soll_von - interval '2 days'`, soll_bis: sql`soll_bis - interval '2 days'` })
    .where('subhappening_id', '=', stage.id)
    .execute()
  const page = await as(cast.bruno, `/ui/happenings/${stage.happening_id}/${stage.id}/timesheet`, phone)
  let taps = 0
  const tap = async (name: string) => {
    taps++
    await page.getByRole('button', { name, exact: true }).tap()
  }
  await tap('Alle wie geplant')
  await page.getByText('20 Einträge noch nicht übernommen').waitFor()
  // One went half an hour later, one came at a time of its own.
  const [first, second] = await page
    .getByRole('row')
    .locator('b')
    .allInnerTexts()
    .then((all) => all.filter((text) => /,/.test(text)))
  await tap(`${first}: Ende: 15 Minuten später`)
  await tap(`${first}: Ende: 15 Minuten später`)
  await tap(`${second}: Beginn: Uhrzeit wählen`)
  const choice = page.getByRole('dialog', { name: `${second}: Beginn: Uhrzeit wählen` })
  taps += 2
  await choice.getByRole('option', { name: '15', exact: true }).first().tap()
  await choice.getByRole('listbox', { name: 'Minute' }).getByRole('option', { name: '45' }).tap()
  await tap('20 übernehmen')
  await applied(page)
  await tap('Senden')
  const question = page.getByRole('alertdialog', { name: 'Sollen die Zeiten gesendet werden?' })
  taps++
  await question.getByRole('button', { name: 'Senden' }).tap()
  await page.getByText('Zeiten werden gesendet', { exact: true }).waitFor()
  await bar(page).getByText('20 von 20 Zeiten übermittelt.').waitFor()
  // What is done looks done: one sentence, a sign on each card, and the way on.
  await bar(page).getByText('Fertig: 20 übermittelt').waitFor()
  await bar(page).getByRole('link', { name: 'Zur Übersicht' }).waitFor()
  assert.equal(await page.getByRole('row').getByText('Übermittelt', { exact: true }).count(), 20)
  assert.equal(await page.getByText('können nur noch Admins berichtigen').count(), 1)
  assert.equal(await page.getByRole('button', { name: 'Alle wie geplant' }).count(), 0)
  assert.equal(await page.getByText('20 von 20 Zeiten übermittelt.').count(), 1)
  const sent = await db
    .selectFrom('time_entries')
    .where('subhappening_id', '=', stage.id)
    .where('submitted', '=', true)
    .select('id')
    .execute()
  assert.equal(sent.length, 20)
  assert.ok(taps <= 12, `${taps} taps`)
  await page.context().close()
})

test('changes survive a reload, go back to the plan, are emptied and discarded', async () => {
  const { screen, entries } = await team('Reload')
  const page = await as(cast.bruno, screen)
  await start(page, 'Aigner').fill('1815')
  await finish(page, 'Aigner').fill('215')
  await finish(page, 'Aigner').press('Enter')
  await rowOf(page, 'Aigner').getByText('+1 Tag').nth(1).waitFor()
  await rowOf(page, 'Aigner').getByText('8:00', { exact: true }).waitFor()
  const waiting = bar(page).getByRole('button', { name: 'Senden', exact: true })
  assert.equal(await waiting.isDisabled(), true)
  assert.match(await describedBy(waiting), /^Erst übernehmen/)
  await page.reload()
  await page.getByText('1 Eintrag noch nicht übernommen').waitFor()
  assert.equal(await start(page, 'Aigner').inputValue(), '18:15')
  assert.equal(await rowOf(page, 'Aigner').getAttribute('data-changed'), 'true')
  await pick(page, 'Aigner', 'Ende wie geplant')
  assert.equal(await finish(page, 'Aigner').inputValue(), '02:00')
  await pick(page, 'Berg', 'Wie geplant')
  await pick(page, 'Berg', 'Ende leeren')
  await apply(page)
  await applied(page)
  assert.deepEqual(await timesOf(entries[0]), ['2025-11-21T18:15', '2025-11-22T02:00'])
  assert.deepEqual(await timesOf(entries[1]), ['2025-11-21T18:00', null])
  await rowOf(page, 'Berg').getByText('Das Ende fehlt. Ohne es wird der Eintrag nicht gesendet.').waitFor()
  // A hint is over once what it speaks of has been changed.
  await finish(page, 'Berg').fill('2')
  await finish(page, 'Berg').press('Enter')
  await rowOf(page, 'Berg').getByText('Das Ende fehlt.').waitFor({ state: 'hidden' })
  await pick(page, 'Berg', 'Ende: Änderung verwerfen')
  await pick(page, 'Aigner', 'Beginn leeren')
  await pick(page, 'Aigner', 'Beginn: Änderung verwerfen')
  assert.equal(await start(page, 'Aigner').inputValue(), '18:15')
  await page.getByText('Alles übernommen').waitFor()
  await page.context().close()
})

test('what cannot be read is an open change: it stays, is led to, and nothing goes before it is mended', async () => {
  const { screen, entries } = await team('Unleserlich')
  const page = await as(cast.bruno, screen)
  await page.getByText('Noch nichts eingetragen').waitFor()
  await pick(page, 'Aigner', 'Wie geplant')
  await apply(page)
  await applied(page)
  await bar(page).getByText('Alles übernommen').waitFor()
  assert.equal(await focused(page), 'Senden')
  await finish(page, 'Aigner').fill('25:30')
  await page.keyboard.press('Tab')
  await bar(page).getByText('1 Eintrag noch nicht übernommen').waitFor()
  assert.equal(await rowOf(page, 'Aigner').getAttribute('data-changed'), 'true')
  assert.equal(await bar(page).getByRole('button', { name: 'Senden', exact: true }).isDisabled(), true)
  await apply(page)
  await said(page, 'Bitte korrigieren Sie zuerst die Zeiten von „Aigner“.')
  assert.equal(await focused(page), 'Aigner: Ende')
  assert.equal(await page.getByText('Bitte korrigieren Sie zuerst').count(), 1)
  // An unreadable date counts too, also where the screen is left right out of the field.
  const back = page.getByRole('navigation', { name: 'Pfad' }).getByRole('link', { name: 'Unleserlich' })
  await back.click()
  await page.getByRole('link', { name: 'Bühne', exact: true }).click()
  const day = page.getByLabel('Berg: Beginn, Datum', { exact: true })
  await day.fill('31.02.2025')
  await page.goBack()
  await page.getByText('2 Einträge sind noch nicht übernommen. Sie bleiben auf diesem Gerät.').waitFor()
  await page.getByRole('link', { name: 'Bühne', exact: true }).click()
  await bar(page).getByText('2 Einträge noch nicht übernommen').waitFor()
  assert.equal(await finish(page, 'Aigner').inputValue(), '25:30')
  assert.equal(await day.inputValue(), '31.02.2025')
  await pick(page, 'Berg', 'Beginn: Änderung verwerfen')
  await finish(page, 'Aigner').fill('1:30')
  await page.keyboard.press('Enter')
  await bar(page).getByText('1 Eintrag noch nicht übernommen').waitFor()
  await apply(page)
  await applied(page)
  assert.deepEqual(await timesOf(entries[0]), ['2025-11-21T18:00', '2025-11-22T01:30'])
  await page.context().close()
})

test('without a connection nothing is lost, and what is wrong is said at its field', async () => {
  const { screen, entries } = await team('Funkloch')
  const page = await as(cast.bruno, screen)
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
  await apply(page)
  await applied(page)
  assert.equal((await timesOf(entries[2]))[1]?.slice(11), '16:30')
  await page.context().close()
})

test('two who change the same entry see both values and choose; other fields stay', async () => {
  const { screen, entries } = await team('Zwei')
  const page = await as(cast.bruno, screen)
  await page.getByRole('button', { name: 'Alle wie geplant' }).click()
  await apply(page)
  await applied(page)
  await start(page, 'Aigner').fill('19')
  await start(page, 'Aigner').press('Enter')
  await start(page, 'Berg').fill('19')
  await start(page, 'Berg').press('Enter')
  const clara = await as(cast.clara, screen)
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
  await clara.context().close()
})

test('many are changed at once, and that is undone', async () => {
  const { screen } = await team('Viele')
  const page = await as(cast.clara, screen)
  const many = async (action: string) => {
    await page.getByRole('button', { name: /^Mehrere ändern/ }).click()
    await page.getByRole('menuitem', { name: action }).click()
  }
  await page.getByLabel('Berg auswählen').check()
  await page.getByRole('button', { name: '1 Eintrag wie geplant' }).click()
  assert.equal(await start(page, 'Aigner').inputValue(), '')
  await page.getByLabel('Berg auswählen').uncheck()
  await many('Beginn 15 Minuten früher')
  assert.equal(await start(page, 'Berg').inputValue(), '17:45')
  await many('Ende setzen …')
  await page.getByRole('dialog').getByLabel('Ende', { exact: true }).fill('130')
  await page.getByRole('dialog').getByRole('button', { name: 'Setzen' }).click()
  assert.equal(await finish(page, 'Aigner').inputValue(), '01:30')
  await page.getByRole('button', { name: 'Rückgängig' }).click()
  assert.equal(await finish(page, 'Aigner').inputValue(), '')
  assert.equal(await finish(page, 'Berg').inputValue(), '02:00')
  await page.getByRole('button', { name: 'Rückgängig' }).click()
  assert.equal(await start(page, 'Berg').inputValue(), '18:00')
  // One entry alone is a step as well: the last one is taken back, not the last of many.
  await many('Beginn 15 Minuten später')
  await finish(page, 'Berg').fill('3')
  await finish(page, 'Berg').press('Enter')
  await page.getByRole('button', { name: 'Rückgängig' }).click()
  assert.equal(await finish(page, 'Berg').inputValue(), '02:00')
  assert.equal(await start(page, 'Berg').inputValue(), '18:15')
  await page.getByRole('button', { name: 'Rückgängig' }).click()
  assert.equal(await start(page, 'Berg').inputValue(), '18:00')
  await page.getByRole('link', { name: 'Viele' }).click()
  await page.getByText('Ein Eintrag ist noch nicht übernommen. Er bleibt auf diesem Gerät.').waitFor()
  await page.goto('/ui/logout')
  await page.getByText('1 Änderung an Zeiten ist noch nicht übernommen und geht verloren.').waitFor()
  await page.context().close()
})

test('the keyboard alone is enough at a desk', async () => {
  const { screen, entries } = await team('Tasten')
  const page = await as(cast.bruno, screen)
  await start(page, 'Aigner').focus()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  assert.equal(await start(page, 'Aigner').inputValue(), '18:15')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.type('2')
  await page.keyboard.press('Control+s')
  await applied(page)
  assert.deepEqual(await timesOf(entries[0]), ['2025-11-21T18:15', '2025-11-22T02:00'])
  for (const field of ['Aigner: Ende', 'Aigner: Ende, Datum']) {
    await page.getByLabel(field, { exact: true }).press('Alt+ArrowDown')
    await page.getByRole('dialog', { name: field }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog', { name: field }).waitFor({ state: 'hidden' })
    assert.equal(await focused(page), field)
  }
  await page.getByRole('button', { name: 'Aigner: Ende leeren' }).press('Enter')
  assert.equal(await focused(page), 'Aigner: Ende')
  await pick(page, 'Aigner', 'Ende: Änderung verwerfen')
  await page.getByRole('button', { name: 'Senden', exact: true }).press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Senden' }).press('Enter')
  await bar(page).getByText('0 von 1 Zeit übermittelt, 1 abgelehnt.').waitFor()
  assert.equal(await focused(page), 'Senden')
  await page.context().close()
})

test('order and filter stand in the address, and administrators get the table as Excel', async () => {
  const { screen, id, sub } = await team('Ordnung')
  const page = await as(cast.clara, screen)
  await page.getByRole('columnheader').getByRole('button', { name: 'Personalnummer' }).click()
  await page.waitForURL('**order_by=%2Bpersonalnummer**')
  await page.getByLabel('Zeiteinträge suchen').fill('berg')
  await page.waitForURL('**filter=berg**')
  await rowOf(page, 'Aigner').waitFor({ state: 'hidden' })
  const href = await page.getByRole('link', { name: 'Excel' }).getAttribute('href')
  assert.equal(href, `/happenings/${id}.xlsx?subhappening_id=${sub}&subhappening_filter=berg`)
  await rowOf(page, 'Berg').getByText('Nein').waitFor()
  await page.getByRole('link', { name: 'Veranstaltungen', exact: true }).first().click()
  await page.waitForURL('**/ui/happenings?**')
  await page.context().close()
})

test('a sending under way is found again after a reload, and what the planner refuses stands in the row', async () => {
  const { screen } = await team('Langsam')
  const page = await as(cast.bruno, screen)
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
  await page.context().close()
})

/** From now on the planner knows these entries. */
async function planThem({ sub }: { sub: number }) {
  const rows = await db.selectFrom('time_entries').where('subhappening_id', '=', sub).selectAll().execute()
  const entries = rows.map(({ planner_id, ...row }) => ({ ...row, id: planner_id }))
  const part = { id: `S${sub}`, name: 'Bühne', entries }
  planner.happenings.push({ id: `V${sub}`, name: '', type: '', date: '2025-11-21', subhappenings: [part] })
}
const sendAll = async (page: Page) => {
  await page.getByRole('button', { name: 'Senden', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Senden' }).click()
}

test('an administrator clears what was sent, sees that it will be withdrawn, and then that it is', async () => {
  const made = await team('Zurück')
  await planThem(made)
  const page = await as(cast.clara, made.screen)
  await pick(page, 'Aigner', 'Wie geplant')
  await apply(page)
  await applied(page)
  await sendAll(page)
  await bar(page).getByText('1 von 1 Zeit übermittelt.').waitFor()
  await pick(page, 'Aigner', 'Beginn leeren')
  await pick(page, 'Aigner', 'Ende leeren')
  await apply(page)
  await rowOf(page, 'Aigner').getByText('wird beim nächsten Übermitteln zurückgenommen').waitFor()
  await page.getByRole('button', { name: 'Senden', exact: true }).click()
  await page.getByRole('alertdialog').getByText('Eine geleerte Zeit wird dort zurückgenommen.').waitFor()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Senden' }).click()
  await rowOf(page, 'Aigner').getByText('In der Personalplanung zurückgenommen.').waitFor()
  assert.deepEqual(
    planner.validBookings.filter(({ id }) =>
      planner.happenings.at(-1)?.subhappenings[0]?.entries.some((one) => one.id === id),
    ),
    [],
  )
  await pick(page, 'Aigner', 'Verlauf')
  await page.getByRole('dialog').getByText('Zeit in der Personalplanung zurückgenommen').waitFor()
  await page.context().close()
})

test('of several sent times the bar names what went and what did not', async () => {
  const made = await team('Gemischt')
  await planThem({ sub: made.sub })
  planner.happenings.at(-1)?.subhappenings[0]?.entries.forEach((entry) => {
    if (entry.last_name === 'Berg') entry.status = 'abgesagt'
  })
  const page = await as(cast.bruno, made.screen, phone)
  await page.getByRole('button', { name: 'Alle wie geplant' }).tap()
  await apply(page)
  await applied(page)
  await sendAll(page)
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
  await page.context().close()
})

test('while the server is out of reach during a sending that is said, and the result comes all the same', async () => {
  const made = await team('Unterbrochen')
  await planThem(made)
  const page = await as(cast.bruno, made.screen)
  await pick(page, 'Aigner', 'Wie geplant')
  await apply(page)
  await applied(page)
  await page.route('**/background_result/**', (route) => route.abort())
  await sendAll(page)
  await bar(page).getByText('Der Server ist gerade nicht zu erreichen.').waitFor()
  await page.unroute('**/background_result/**')
  await bar(page).getByText('1 von 1 Zeit übermittelt.').waitFor()
  await page.context().close()
})

test('changes of somebody whom the planner has taken out are named and dropped', async () => {
  const made = await team('Weg')
  const page = await as(cast.bruno, made.screen)
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
  await page.context().close()
})

test('who is about to send sees the hints, and is led from there to a row', async () => {
  const { screen } = await team('Hinweise')
  const page = await as(cast.bruno, screen, phone)
  await page.getByRole('button', { name: 'Alle wie geplant' }).tap()
  await finish(page, 'Berg').fill('330')
  await finish(page, 'Berg').press('Enter')
  await apply(page)
  await applied(page)
  await page.getByRole('button', { name: 'Senden', exact: true }).tap()
  const question = page.getByRole('alertdialog')
  // Aigner works in the other stories, too, which is one more hint or another.
  await question.getByText(/Hinweise? zu den eingetragenen Zeiten/).tap()
  await question.getByText('Mehr als 9 Stunden Arbeit ohne 45 Minuten Pause.').waitFor()
  await question.getByRole('button', { name: 'Berg', exact: true }).tap()
  await question.waitFor({ state: 'hidden' })
  await page.waitForFunction(
    (row) => document.activeElement?.closest('[role=row]')?.textContent?.includes(row),
    'Berg',
  )
  await page.context().close()
})

test('of a team of sixty, what is open on another page counts, is led to when it is wrong, and is applied', async () => {
  const soll: [string, string] = ['2025-11-21T18:00', '2025-11-22T02:00']
  const made = await insertHappening(db, {
    name: 'Sechzig',
    date: '2025-11-21',
    recorders: [await idOf(cast.bruno)],
    entries: Array.from({ length: 60 }, (_, at) => ({ name: `Person ${String(at).padStart(2, '0')}`, soll })),
  })
  const page = await as(cast.bruno, `/ui/happenings/${made.id}/${made.sub}/timesheet`)
  await start(page, 'Person 03').fill('18')
  await finish(page, 'Person 03').fill('18')
  await finish(page, 'Person 03').press('Enter')
  await page.getByRole('button', { name: 'Nächste Seite' }).click()
  await pick(page, 'Person 55', 'Wie geplant')
  await bar(page).getByText('2 Einträge noch nicht übernommen').waitFor()
  await page.reload()
  await bar(page).getByText('2 Einträge noch nicht übernommen').waitFor()
  await apply(page)
  await said(page, 'Bitte korrigieren Sie zuerst die Zeiten von „Person 03“.')
  await page.waitForURL('**page=0**')
  await page.waitForFunction(() =>
    document.activeElement?.closest('[role=row]')?.textContent?.includes('Person 03'),
  )
  assert.deepEqual(await timesOf(made.entries[55]), [null, null])
  await finish(page, 'Person 03').fill('23')
  await finish(page, 'Person 03').press('Enter')
  await apply(page)
  await applied(page)
  assert.deepEqual(await timesOf(made.entries[55]), soll)
  assert.deepEqual(await timesOf(made.entries[3]), ['2025-11-21T18:00', '2025-11-21T23:00'])
  await page.getByRole('button', { name: 'Alle wie geplant' }).click()
  await bar(page).getByText('58 Einträge noch nicht übernommen').waitFor()
  await apply(page)
  await bar(page).getByText('Alles übernommen').waitFor()
  assert.deepEqual(await timesOf(made.entries[59]), soll)
  assert.deepEqual((await timesOf(made.entries[3]))[1], '2025-11-21T23:00')
  await page.context().close()
})

test('two windows of one person work on the same changes, and what one applies both have', async () => {
  const { screen, entries } = await team('Fenster')
  const page = await as(cast.bruno, screen)
  const other = await page.context().newPage()
  other.setDefaultTimeout(15_000)
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
  await page.context().close()
})

test('changes of what has been sent meanwhile are not applied, and are dropped in their row', async () => {
  const { screen, entries } = await team('Überholt')
  const page = await as(cast.bruno, screen)
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
  await row.getByText('21.11.2025 17:00').waitFor()
  await bar(page).getByText('Alles übernommen').waitFor()
  await row.getByRole('button', { name: 'Meine Angabe verwerfen' }).click()
  await row.getByText(late).waitFor({ state: 'hidden' })
  assert.deepEqual((await timesOf(entries[0]))[0], '2025-11-21T17:00')
  await page.context().close()
})

test('a session that ends while changes are open takes none of them along', async () => {
  const { screen, entries } = await team('Sitzung')
  const page = await as(cast.bruno, screen)
  await pick(page, 'Aigner', 'Wie geplant')
  await bar(page).getByText('1 Eintrag noch nicht übernommen').waitFor()
  await db
    .deleteFrom('sessions')
    .where('user_id', '=', await idOf(cast.bruno))
    .execute()
  await page.context().clearCookies()
  await apply(page)
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
  await page.context().close()
})

test('a window where the browser keeps nothing says so, and asks before the changes are lost', async () => {
  const { screen } = await team('Vergesslich')
  const page = await as(cast.bruno, screen)
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
  await page.context().close()
})

test('a timesheet that does not exist says so in a sentence', async () => {
  const { id } = await team('Fremd')
  const page = await as(cast.bruno, (await team('Eigen')).screen)
  await page.goto(`/ui/happenings/${id}/999999/timesheet`)
  await page.getByText('Not Found').waitFor()
  await page.context().close()
})

test('whoever may not record reads why, and a sending that cannot start says so', async () => {
  const { screen, id, entries } = await team('Lesen')
  const page = await as(cast.bruno, screen)
  await pick(page, 'Aigner', 'Wie geplant')
  await apply(page)
  await applied(page)
  await page.route('**/send_times/', (route) => route.fulfill({ json: { success: true, details: '' } }))
  await page.getByRole('button', { name: 'Senden', exact: true }).click()
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Senden' }).click()
  await question.getByText('Fehler beim Senden der Zeiten.').waitFor()
  await question.getByRole('button', { name: 'Abbrechen' }).click()
  // A question does not follow to another screen.
  await page.getByRole('navigation', { name: 'Pfad' }).getByRole('link').last().click()
  await page.getByRole('link', { name: 'Bühne', exact: true }).click()
  await page.getByRole('button', { name: 'Senden', exact: true }).click()
  await question.waitFor()
  await page.goBack()
  await question.waitFor({ state: 'hidden' })
  await page.goForward()
  await db
    .updateTable('time_entries')
    .set({ submitted: true })
    .where('id', '=', entries[0] as number)
    .execute()
  await rowOf(page, 'Aigner').getByText('Übermittelt', { exact: true }).waitFor()
  await db.updateTable('happenings').set({ status: 'Erledigt' }).where('id', '=', id).execute()
  await page.getByText('Die Veranstaltung ist im Status „Erledigt“').waitFor()
  await bar(page).waitFor({ state: 'hidden' })
  await page.context().close()
})

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [390, 1280]) {
    test(`the timesheet is accessible and never too wide: ${colorScheme}, ${width} px`, async () => {
      const { screen } = await team(`Zugang ${colorScheme} ${width}`)
      const options =
        width < 500 ? { ...phone, colorScheme } : { colorScheme, viewport: { width, height: 860 } }
      const page = await as(cast.clara, screen, options)
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Alle wie geplant' }).click()
      await start(page, 'Castell').fill('8')
      await finish(page, 'Castell').fill('8')
      await finish(page, 'Castell').press('Enter')
      await page.getByText('Beginn und Ende sind gleich.').waitFor()
      // What sticks to an edge covers whatever lies there: the same as at first.
      await page.evaluate(() => scrollTo(0, 0))
      await expectAccessible(page)
      await page.context().close()
    })
  }
}
