// The happenings in the hand: days under a thumb, and from there to the times of a team with as few taps as there are.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { cast } from '#demo/cast.ts'
import { insertHappening } from '#server/testing/happenings.ts'
import { until } from '#server/testing/until.ts'
import { doubleText, expectAccessibleInBothSchemes } from '../accessible.ts'
import { phone } from '../stage.ts'
import { tapWhereItIs } from '../steps.ts'
import { day, german, link } from './happenings-stage.ts'
import { overnight, setTimesheetStage } from './timesheet-stage.ts'
import { bar, openSheet, rowOf } from './timesheet-steps.ts'

const { db, as, call, idOf, galaThatIsOver } = await setTimesheetStage()

const names = (page: Page) => page.getByRole('list').getByRole('listitem').getByRole('link')

test('the list of a phone begins today; what was before waits behind a press, and stands in the same order', async () => {
  for (const days of [-2, -1, 0, 3])
    await insertHappening(db, { name: `Tag ${days}`, type: 'Tageskunde', date: day(days), part: 'Ton' })
  const page = await as(cast.clara, '/ui/happenings?type=Tageskunde', phone)
  const headings = page.getByRole('heading', { level: 2 })
  await link(page, 'Tag 0').waitFor()
  assert.match(await headings.first().innerText(), new RegExp(`^Heute, .. ?\\.? ?${german(0)}$`))
  assert.equal(await link(page, 'Tag -1').count(), 0)
  await page.getByRole('button', { name: 'Frühere Tage' }).tap()
  await link(page, 'Tag -2').waitFor()
  assert.deepEqual(
    (await headings.allInnerTexts()).map((text) => text.slice(-10)),
    [german(-2), german(-1), german(0), german(3)],
  )
  // A team of a card leads straight to its times.
  assert.equal(await names(page).filter({ hasText: 'Ton' }).count(), 4)
})

test('administrators read planned and actual time and entries on a phone, too; the list is called as everywhere', async () => {
  const date = day(0)
  const recorders = [await idOf(cast.bruno)]
  const soll: [string, string] = [`${date}T08:00`, `${date}T10:00`]
  const entries = ['Aigner', 'Berg'].map((name) => ({ name, soll }))
  const made = await insertHappening(db, { name: 'Summen', type: 'Summenkunde', date, recorders, entries })
  const [timeentry_id] = made.entries
  const ist = { ist_von_date: date, ist_von_time: '08:00:00', ist_bis_date: date, ist_bis_time: '09:30:00' }
  await call(cast.clara, 'PATCH', made.times, { items: [{ timeentry_id, ...ist }] })
  const clara = await as(cast.clara, '/ui/happenings?type=Summenkunde', phone)
  const card = (page: Page) => page.getByRole('listitem').filter({ has: link(page, 'Summen') })
  await card(clara).getByText('Soll 4:00 h, 2 Einträge').waitFor()
  await card(clara).getByText('Ist 1:30 h, 1 von 2 erfasst').waitFor()
  await clara.getByRole('heading', { name: 'Veranstaltungen', level: 1 }).waitFor()
  await expectAccessibleInBothSchemes(clara)
  await link(clara, 'Summen').tap()
  const part = clara.getByRole('row').filter({ hasText: 'Bühne' })
  for (const fact of ['4:00 h', '1:30 h', '2', '1 von 2'])
    await part.getByText(fact, { exact: true }).waitFor()
  const bruno = await as(cast.bruno, '/ui/happenings?type=Summenkunde', phone)
  await card(bruno).waitFor()
  assert.equal(await card(bruno).getByText('Soll 4:00 h').count(), 0)
})

test('earlier days that cannot be read are asked for anew at a press, and where there are more than fit that is said', async () => {
  for (const days of [-1, 0])
    await insertHappening(db, { name: `Rest ${days}`, type: 'Restetag', date: day(days) })
  const page = await as(cast.clara, '/ui/happenings?type=Restetag', phone)
  await link(page, 'Rest 0').waitFor()
  const isPast = (url: URL) => url.pathname === '/happenings/' && url.searchParams.get('date_end') === day(-1)
  await page.route(isPast, (route) => route.fulfill({ status: 500, json: {} }))
  await page.getByRole('button', { name: 'Frühere Tage' }).tap()
  const again = page.getByRole('button', { name: 'Erneut versuchen' })
  await again.waitFor()
  await page.unroute(isPast)
  await page.route(isPast, async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ json: { ...(await answer.json()), pages: 2 } })
  })
  await again.tap()
  await link(page, 'Rest -1').waitFor()
  await page.getByText('Noch frühere Tage stehen hier nicht').waitFor()
})

test('filters stand in a sheet, and what narrows the list is named and goes at a press', async () => {
  await insertHappening(db, { name: 'Konzertprobe', type: 'Blattgold', date: day(0) })
  await insertHappening(db, { name: 'Archivstück', type: 'Blattgold', date: day(0), status: 'Archiv' })
  const page = await as(cast.clara, '/ui/happenings', phone)
  await page.getByRole('button', { name: 'Filter' }).tap()
  const sheet = page.getByRole('dialog', { name: 'Filtern und sortieren' })
  await sheet.getByLabel('Art', { exact: true }).selectOption('Blattgold')
  await sheet.getByLabel('Status', { exact: true }).selectOption('Archiv')
  await sheet.getByRole('button', { name: 'Fertig' }).tap()
  await link(page, 'Archivstück').waitFor()
  await link(page, 'Konzertprobe').waitFor({ state: 'hidden' })
  await expectAccessibleInBothSchemes(page)
  await page.getByRole('button', { name: 'Archiv aufheben' }).tap()
  await link(page, 'Konzertprobe').waitFor()
  await page.getByRole('button', { name: 'Blattgold aufheben' }).waitFor()
})

test('a team of twenty with two deviations is sent from the list with at most eight taps and one swipe', async () => {
  await galaThatIsOver()
  const page = await as(cast.bruno, '/ui/happenings', phone)
  let taps = 0
  const tap = async (what: ReturnType<Page['locator']>) => {
    taps++
    await what.tap()
  }
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const card = page.getByRole('listitem').filter({ hasText: 'Nordlicht-Gala' })
  const team = card.getByRole('link', { name: /^Bühne/ })
  await team.waitFor()
  const first = page
    .getByRole('region', { name: /^Heute/ })
    .getByRole('link')
    .first()
  const [top, window] = [(await first.boundingBox())?.y ?? Infinity, page.viewportSize()?.height ?? 0]
  assert.ok(top < window, `the first happening of today begins at ${top} px of ${window}`)
  await tap(team)
  await tap(button('Alle wie geplant'))
  await bar(page).getByText('20 Einträge noch nicht übernommen').waitFor()
  const rows = page.getByRole('rowgroup').getByRole('row')
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  assert.ok(height <= 1_700, `the sheet is ${height} px high`)
  const inSight = await visibleRows(page)
  assert.ok(inSight >= 7, `${inSight} people in sight`)
  await tap(rows.nth(0).getByRole('button'))
  await tap(button('Ende: 15 Minuten später'))
  await tap(rows.nth(1).getByRole('button'))
  await tap(button('Beginn: 15 Minuten früher'))
  await tap(button('Übernehmen und senden'))
  const question = page.getByRole('alertdialog', { name: 'Sollen die Zeiten gesendet werden?' })
  await tap(question.getByRole('button', { name: 'Senden' }))
  await bar(page).getByText('Fertig: 20 übermittelt').waitFor()
  console.log(
    `today begins at ${top} px; sheet of twenty ${height} px, ${inSight} people in sight; ${taps} taps`,
  )
  assert.ok(taps <= 8, `${taps} taps`)
})

/** Rows of people that lie between what sticks to the upper and to the lower edge. */
const visibleRows = (page: Page) =>
  page.evaluate(() => {
    scrollTo(0, 0)
    return [...document.querySelectorAll('[role=rowgroup] > [role=row]')].filter((row) => {
      const { top, bottom, left, width } = row.getBoundingClientRect()
      const at = (y: number) => row.contains(document.elementFromPoint(left + width / 2, y))
      return bottom <= innerHeight && at(top + 2) && at(bottom - 2)
    }).length
  })

test('the sheet of a person goes on to the next one, is led through by keys, and closes where it was opened', async () => {
  const { id, sub } = await insertHappening(db, {
    name: 'Blatt',
    date: '2025-11-21',
    recorders: [await idOf(cast.bruno)],
    entries: ['Aigner', 'Berg'].map((name) => ({ name, soll: overnight })),
  })
  const page = await as(cast.bruno, `/ui/happenings/${id}/${sub}/timesheet`, phone)
  await openSheet(page, 'Aigner')
  await page.getByRole('button', { name: 'Wie geplant', exact: true }).tap()
  await rowOf(page, 'Aigner').getByText('18:00–02:00').waitFor()
  await page.getByRole('button', { name: 'Nächste Person' }).tap()
  const berg = page.getByRole('dialog', { name: 'Berg' })
  await berg.getByLabel('Beginn', { exact: true }).fill('815')
  await berg.getByLabel('Beginn', { exact: true }).press('Enter')
  assert.equal(await berg.getByLabel('Beginn', { exact: true }).inputValue(), '08:15')
  await bar(page).getByText('2 Einträge noch nicht übernommen').waitFor()
  await page.keyboard.press('Escape')
  await berg.waitFor({ state: 'hidden' })
  assert.ok(
    await rowOf(page, 'Berg')
      .getByRole('button')
      .evaluate((row) => row === document.activeElement),
  )
})

test('a note that is asked for can be typed at once, and the team above stays where it is', async () => {
  const { id, sub } = await insertHappening(db, {
    name: 'Notizen',
    date: '2025-11-21',
    part: 'Ton',
    recorders: [await idOf(cast.bruno)],
    entries: [{ name: 'Aigner', soll: overnight }],
  })
  const page = await as(cast.bruno, `/ui/happenings/${id}/${sub}/timesheet`, phone)
  await page.getByRole('heading', { name: 'Notizen – Ton', level: 1 }).waitFor()
  await openSheet(page, 'Aigner')
  await page.getByRole('button', { name: 'Notiz', exact: true }).tap()
  const note = page.getByLabel('Notiz', { exact: true })
  await note.and(page.locator(':focus')).waitFor()
  assert.equal(await page.evaluate(() => scrollY), 0)
  await page.keyboard.type('Stau')
  await page.keyboard.press('Enter')
  await rowOf(page, 'Aigner').getByText('Notiz: Stau').waitFor()
})

test('a note that is being typed counts for Strg+S, and for whoever leaves the screen', async () => {
  const { id } = await insertHappening(db, {
    name: 'Mitten im Wort',
    date: '2025-11-21',
    recorders: [await idOf(cast.bruno)],
    entries: [{ name: 'Aigner', soll: overnight }],
  })
  const page = await as(cast.bruno, `/ui/happenings/${id}`, phone)
  await link(page, 'Bühne').tap()
  await openSheet(page, 'Aigner')
  await page.getByRole('button', { name: 'Notiz', exact: true }).tap()
  const note = page.getByLabel('Notiz', { exact: true })
  await note.fill('Stau')
  await page.keyboard.press('Control+s')
  await bar(page).getByText('Änderungen übernommen').waitFor()
  await note.fill('Stau am Tor')
  await page.goBack()
  await page.getByText('Ein Eintrag ist noch nicht übernommen. Er bleibt auf diesem Gerät.').waitFor()
  await page.goForward()
  await rowOf(page, 'Aigner').getByText('Notiz: Stau am Tor').waitFor()
})

test('whoever sends times without a network reads that they stay on the device, and is asked nothing', async () => {
  const { id, sub } = await insertHappening(db, {
    name: 'Funkloch',
    date: '2025-11-21',
    recorders: [await idOf(cast.bruno)],
    entries: [{ name: 'Aigner', soll: overnight }],
  })
  const page = await as(cast.bruno, `/ui/happenings/${id}/${sub}/timesheet`, phone)
  await page.getByRole('button', { name: 'Alle wie geplant' }).tap()
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Übernehmen und senden' }).tap()
  await bar(page).getByText('Die Änderungen bleiben auf diesem Gerät gespeichert').waitFor()
  assert.equal(await page.getByRole('alertdialog').count(), 0)
})

test('the row of whoever is open stands whole above their sheet, and a sending has one message', async () => {
  const { id, sub } = await insertHappening(db, {
    name: 'Ganz',
    date: '2025-11-21',
    recorders: [await idOf(cast.bruno)],
    entries: ['Aigner', 'Berg', 'Castell', 'Dorn', 'Ehlers'].map((name) => ({ name, soll: overnight })),
  })
  const page = await as(cast.bruno, `/ui/happenings/${id}/${sub}/timesheet`, phone)
  await page.getByRole('button', { name: 'Alle wie geplant' }).tap()
  const sheet = await openSheet(page, 'Ehlers')
  await sheet.evaluate((at) => Promise.all(at.getAnimations().map(({ finished }) => finished)))
  const [row, edge] = [await rowOf(page, 'Ehlers').boundingBox(), await sheet.boundingBox()]
  assert.ok(row && edge && row.y + row.height <= edge.y + 1, `${row?.y} + ${row?.height} over ${edge?.y}`)
  await page.getByRole('button', { name: 'Übernehmen und senden' }).tap()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Senden' }).tap()
  await page.getByText('Zeiten werden gesendet', { exact: true }).waitFor()
  assert.equal(await page.getByRole('button', { name: 'Meldung schließen' }).count(), 1)
})

/** Where it is pressed, it is on top: nothing lies over its upper or its lower edge. */
const liesFree = (what: Locator) =>
  what.evaluate((at) => {
    const { left, width, top, bottom } = at.getBoundingClientRect()
    return [top + 2, bottom - 2].every((y) => at.contains(document.elementFromPoint(left + width / 2, y)))
  })

/** The row of whoever is open. */
const openRow = (page: Page) =>
  page.getByRole('row').filter({ has: page.getByRole('button', { expanded: true }) })

/** As a finger does it: what a press needs to have in sight is not scrolled there first. */
async function press(page: Page, what: Locator) {
  const box = await what.boundingBox()
  assert.ok(box)
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2)
}

test('with the keyboard open the field that is typed into lies free, and the row of whoever is open above it', async () => {
  const { id, sub } = await insertHappening(db, {
    name: 'Tastatur',
    date: '2025-11-21',
    recorders: [await idOf(cast.bruno)],
    entries: Array.from({ length: 20 }, (_, at) => ({ name: `Person ${at + 10}`, soll: overnight })),
  })
  const page = await as(cast.bruno, `/ui/happenings/${id}/${sub}/timesheet`, phone)
  const sheet = await openSheet(page, 'Person 22')
  const field = (end: string) => sheet.getByLabel(end, { exact: true })
  const keyboard = page.locator(':root[data-keyboard=open]')
  await press(page, field('Ende'))
  await page.setViewportSize({ width: 390, height: 510 })
  await keyboard.waitFor({ state: 'attached' })
  await until(() => liesFree(field('Ende')), 'the field lies under a bar')
  await page.keyboard.type('0130')
  await page.keyboard.press('Enter')
  assert.ok(await liesFree(field('Ende')))
  await until(() => liesFree(openRow(page)), 'the row has gone with the first letter')
  await field('Beginn').focus()
  assert.ok(await liesFree(field('Beginn')))
  await page.setViewportSize(phone.viewport)
  await keyboard.waitFor({ state: 'detached' })
  await sheet.getByRole('button', { name: 'Notiz', exact: true }).tap()
  const note = sheet.getByLabel('Notiz', { exact: true })
  await note.and(page.locator(':focus')).waitFor()
  await page.setViewportSize({ width: 390, height: 510 })
  await keyboard.waitFor({ state: 'attached' })
  await until(() => liesFree(note), 'the note lies under a bar')
  await page.setViewportSize(phone.viewport)
  await keyboard.waitFor({ state: 'detached' })
  for (const name of ['Person 23', 'Person 24']) {
    await press(page, page.getByRole('button', { name: 'Nächste Person' }))
    await page.getByRole('dialog', { name }).waitFor()
    await until(() => liesFree(openRow(page).filter({ hasText: name })), `${name} is out of sight`)
  }
  await page.evaluate(() => scrollTo(0, 0))
  await press(page, page.getByRole('button', { name: 'Schließen', exact: true }))
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  const left = rowOf(page, 'Person 24')
  assert.ok(await liesFree(left), 'one has to look for whom one came from')
  assert.ok(await left.getByRole('button').evaluate((row) => row === document.activeElement))
})

test('a message covers neither the day nor the signs beside it, and what was applied is said in the bar', async () => {
  const { id, sub } = await insertHappening(db, {
    name: 'Meldung',
    date: '2025-11-21',
    recorders: [await idOf(cast.bruno)],
    entries: [{ name: 'Aigner', soll: overnight }],
  })
  const page = await as(cast.bruno, `/ui/happenings/${id}/${sub}/timesheet`, phone)
  const more = page.getByRole('button', { name: 'Mehr', exact: true })
  await more.tap()
  await page.getByRole('menuitem', { name: 'Alle: Änderungen verwerfen' }).tap()
  await page.getByText('Daran war nichts zu ändern.').waitFor()
  assert.ok(await liesFree(more))
  assert.ok(await liesFree(page.getByRole('heading', { level: 2 })))
  await page.getByRole('button', { name: 'Meldung schließen' }).tap()
  await page.getByRole('button', { name: 'Alle wie geplant' }).tap()
  await page.getByRole('button', { name: '1 übernehmen' }).tap()
  await bar(page).getByText('Änderungen übernommen').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Meldung schließen' }).count(), 0)
})

test('whoever has worked is recorded before anything is sent, and who is left out is named in the question', async () => {
  const people = ['Aigner', 'Berg', 'Castell', 'Dorn', 'Ehlers', 'Falk', 'Gerber']
  const { id, sub, entries, times } = await insertHappening(db, {
    name: 'Vorher',
    date: '2025-11-21',
    recorders: [await idOf(cast.bruno)],
    entries: people.map((name) => ({ name, soll: overnight })),
  })
  const recorded = {
    ist_von_date: '2025-11-21',
    ist_von_time: '18:00:00',
    ist_bis_date: '2025-11-22',
    ist_bis_time: '02:00:00',
  }
  await call(cast.bruno, 'PATCH', times, { items: [{ timeentry_id: entries[0], ...recorded }] })
  const steps = (page: Page) =>
    bar(page).evaluate((at) =>
      [...at.querySelectorAll('button')].map(
        ({ className, textContent }) => `${textContent}${className.includes('primary') ? '!' : ''}`,
      ),
    )
  const screen = `/ui/happenings/${id}/${sub}/timesheet`
  const page = await as(cast.bruno, screen, phone)
  await bar(page).getByText('1 senden').waitFor()
  assert.deepEqual(await steps(page), ['1 senden', 'Alle wie geplant!'])
  const desk = await as(cast.bruno, screen)
  await bar(desk).getByText('1 senden').waitFor()
  assert.deepEqual(await steps(desk), ['1 senden'])
  await page.getByRole('button', { name: 'Senden', exact: true }).tap()
  const question = page.getByRole('alertdialog', { name: 'Sollen die Zeiten gesendet werden?' })
  await question
    .getByText('6 Personen haben noch keine Zeiten: Berg, Castell, Dorn, Ehlers und 2 weitere.')
    .waitFor()
  await question.getByRole('button', { name: 'Abbrechen' }).tap()
  await page.getByRole('button', { name: 'Alle wie geplant' }).tap()
  await page.getByRole('button', { name: '6 übernehmen' }).tap()
  await bar(page).getByText('7 senden').waitFor()
  assert.deepEqual(await steps(page), ['7 senden!'])
})

test('what the plan has just as well stands on nobody in the team: in their sheet, and counted above all', async () => {
  const long = ['2025-11-21T08:00', '2025-11-21T20:00'] as const
  const { id, sub, entries } = await insertHappening(db, {
    name: 'Lang',
    date: '2025-11-21',
    recorders: [await idOf(cast.bruno)],
    entries: ['Aigner', 'Berg', 'Castell'].map((name) => ({ name, soll: [...long] as [string, string] })),
  })
  const [ist_von, ist_bis] = long
  const record = (changes: object) =>
    db
      .updateTable('time_entries')
      .set({ ist_von, ist_bis, ...changes })
      .where('subhappening_id', '=', sub)
  await record({}).execute()
  const screen = `/ui/happenings/${id}/${sub}/timesheet`
  const page = await as(cast.bruno, screen, phone)
  await page.getByText('3 Hinweise zum Plan').waitFor()
  assert.equal(await page.getByRole('row').getByText('Hinweis').count(), 0)
  const sheet = await openSheet(page, 'Berg')
  await sheet.getByText('12:00 h Arbeit an einem Tag, mehr als 10 Stunden.').waitFor()
  await expectAccessibleInBothSchemes(page)
  await record({ ist_bis: '2025-11-21T21:00' })
    .where('id', '=', entries[2] ?? 0)
    .execute()
  await page.goto(screen)
  await page.getByText('Ein Hinweis zu den eingetragenen Zeiten, 2 zum Plan').waitFor()
  assert.equal(await page.getByRole('row').getByText('Hinweis').count(), 1)
  await rowOf(page, 'Castell').getByText('Hinweis').waitFor({ state: 'attached' })
  const desk = await as(cast.bruno, screen)
  await rowOf(desk, 'Aigner').getByTitle('12:00 h Arbeit an einem Tag, mehr als 10 Stunden.').waitFor()
  await rowOf(desk, 'Castell').getByText('13:00 h Arbeit an einem Tag, mehr als 10 Stunden.').waitFor()
  await expectAccessibleInBothSchemes(desk)
})

test('below a small team the bar stands at the lower edge, on a phone above the areas', async () => {
  const { id, sub } = await insertHappening(db, {
    name: 'Zu zweit',
    date: '2025-11-21',
    recorders: [await idOf(cast.bruno)],
    entries: ['Aigner', 'Berg'].map((name) => ({ name, soll: overnight })),
  })
  for (const options of [phone, { viewport: { width: 1280, height: 800 } }]) {
    const page = await as(cast.bruno, `/ui/happenings/${id}/${sub}/timesheet`, options)
    await bar(page).waitFor()
    const lower = await bar(page).evaluate((at) => at.getBoundingClientRect().bottom)
    const areas = page.getByRole('navigation', { name: 'Bereiche' })
    const edge = (await areas.isVisible()) ? await areas.boundingBox() : null
    assert.ok(Math.abs(lower - (edge?.y ?? options.viewport.height)) <= 1, `it ends at ${lower} px`)
    assert.ok(await page.evaluate(() => document.documentElement.scrollHeight <= innerHeight))
  }
})

test('a planned break is taken over with the times, a note can be seen in the team, and fields are as high as a finger', async () => {
  const { id, sub } = await insertHappening(db, {
    name: 'Beiwerk',
    date: '2025-11-21',
    recorders: [await idOf(cast.bruno)],
    entries: [
      { name: 'Aigner', funktion: 'Auf- und Abbau der ganzen Außenbühne samt Zelt', soll: overnight },
    ],
  })
  await db.updateTable('time_entries').set({ soll_pause: 30 }).where('subhappening_id', '=', sub).execute()
  const page = await as(cast.bruno, `/ui/happenings/${id}/${sub}/timesheet`, phone)
  const sheet = await openSheet(page, 'Aigner')
  const pause = sheet.getByLabel('Pause (Minuten)')
  assert.equal(await pause.inputValue(), '')
  await sheet.getByRole('button', { name: 'Wie geplant', exact: true }).tap()
  assert.equal(await pause.inputValue(), '30')
  await sheet.getByRole('button', { name: 'Notiz', exact: true }).tap()
  const note = sheet.getByLabel('Notiz', { exact: true })
  await note.fill('Stau')
  await note.press('Enter')
  for (const field of [pause, note, sheet.getByLabel('Beginn', { exact: true })]) {
    const { height } = (await field.boundingBox()) ?? { height: 0 }
    assert.ok(height >= 44, `a field is ${height} px high`)
  }
  await sheet.getByRole('button', { name: 'Schließen', exact: true }).tap()
  const row = await rowOf(page, 'Aigner').boundingBox()
  assert.ok(row && row.height <= 72, `the row is ${row?.height} px high`)
  const [room, words] = await rowOf(page, 'Aigner')
    .getByText('Notiz: Stau')
    .evaluate((at) => [at.clientWidth, at.scrollWidth])
  assert.equal(room, words, 'the note is cut off')
})

test('what a time says when it is left moves nothing from under the finger that leaves it', async () => {
  const { id, sub } = await insertHappening(db, {
    name: 'Druckstelle',
    part: 'Ton',
    recorders: [await idOf(cast.bruno)],
    entries: [{ name: 'Aigner', soll: ['2026-11-20T08:00', '2026-11-20T16:00'] }],
  })
  const page = await as(cast.bruno, `/ui/happenings/${id}/${sub}/timesheet`, phone)
  const sheet = await openSheet(page, 'Aigner')
  const end = sheet.getByLabel('Ende', { exact: true })
  const note = sheet.getByRole('button', { name: 'Notiz', exact: true })
  await end.fill('xx')
  await tapWhereItIs(page, note)
  await sheet.getByText('Bitte eine Uhrzeit angeben').waitFor()
  assert.equal(await note.getAttribute('aria-expanded'), 'true')
  // And what is right again takes its sentence away.
  const absent = sheet.getByRole('button', { name: 'Nicht gekommen' })
  await end.fill('16')
  await tapWhereItIs(page, absent)
  await sheet.getByText('Bitte eine Uhrzeit angeben').waitFor({ state: 'detached' })
  assert.equal(await absent.getAttribute('aria-pressed'), 'true')
})

test('somebody whom nobody planned is added below the team', async () => {
  const { id, sub } = await insertHappening(db, {
    name: 'Dazu',
    date: '2025-11-21',
    recorders: [await idOf(cast.bruno)],
    entries: [{ name: 'Aigner', soll: overnight }],
  })
  const page = await as(cast.bruno, `/ui/happenings/${id}/${sub}/timesheet`, phone)
  await page.getByRole('button', { name: 'Person hinzufügen' }).tap()
  const dialog = page.getByRole('dialog', { name: 'Person hinzufügen' })
  await dialog.getByLabel('Nachname', { exact: true }).fill('Zander')
  await dialog.getByRole('button', { name: 'Hinzufügen' }).tap()
  await page.getByRole('dialog', { name: 'Zander' }).waitFor()
})

test('several are ticked on a phone, and changed from the lower edge', async () => {
  const { id, sub } = await insertHappening(db, {
    name: 'Mehrere',
    date: '2025-11-21',
    recorders: [await idOf(cast.bruno)],
    entries: ['Aigner', 'Berg', 'Castell'].map((name) => ({ name, soll: overnight })),
  })
  const page = await as(cast.bruno, `/ui/happenings/${id}/${sub}/timesheet`, phone)
  await page.getByRole('button', { name: 'Mehr', exact: true }).tap()
  await page.getByRole('menuitem', { name: 'Mehrere auswählen' }).tap()
  await rowOf(page, 'Aigner').getByRole('button').tap()
  await page.getByLabel('Castell auswählen').check()
  await expectAccessibleInBothSchemes(page)
  await page.getByRole('button', { name: '2 Einträge wie geplant' }).tap()
  await bar(page).getByText('2 Einträge noch nicht übernommen').waitFor()
  await page.getByRole('button', { name: 'Auswahl aufheben' }).tap()
  await rowOf(page, 'Berg').getByText('geplant').waitFor()
  await page.getByLabel('Castell auswählen').waitFor({ state: 'hidden' })
})

test('what the menu of a team has changed is said with the way back, and beside the menu there is room to press it away', async () => {
  const { id, sub } = await insertHappening(db, {
    name: 'Vertippt',
    date: '2025-11-21',
    recorders: [await idOf(cast.bruno)],
    entries: ['Aigner', 'Berg', 'Castell'].map((name) => ({ name, soll: overnight })),
  })
  const page = await as(cast.bruno, `/ui/happenings/${id}/${sub}/timesheet`, phone)
  await page.getByRole('button', { name: 'Alle wie geplant' }).tap()
  await page.getByRole('button', { name: 'Mehr', exact: true }).tap()
  const menu = await page.getByRole('menu').boundingBox()
  assert.ok((menu?.x ?? 0) >= 60, `the menu begins at ${menu?.x} px`)
  await page.getByRole('menuitem', { name: 'Alle: Ende 15 Minuten später' }).tap()
  await page.getByText('Ende 15 Minuten später: 3 Einträge geändert').waitFor()
  await rowOf(page, 'Berg').getByText('18:00–02:15').waitFor()
  await page.getByRole('button', { name: 'Rückgängig' }).tap()
  await rowOf(page, 'Berg').getByText('18:00–02:00').waitFor()
})

for (const width of [320, 390, 768])
  test(`the sheet of a person is accessible and never too wide, in both schemes: ${width} px, also with letters twice as large`, async () => {
    const { id, sub } = await insertHappening(db, {
      name: `Breite ${width}`,
      date: '2025-11-21',
      recorders: [await idOf(cast.bruno)],
      entries: [
        {
          name: 'Donaudampfschifffahrtsgesellschaft'.padEnd(80, 'x'),
          soll: overnight,
        },
      ],
    })
    const screen = `/ui/happenings/${id}/${sub}/timesheet`
    const page = await as(cast.bruno, screen, { ...phone, viewport: { width, height: 844 } })
    await page.getByRole('button', { name: 'Alle wie geplant' }).tap()
    await page.getByRole('row').getByRole('button').tap()
    await page.getByRole('button', { name: 'Beginn: 15 Minuten früher' }).waitFor()
    await expectAccessibleInBothSchemes(page)
    await doubleText(page)
    await expectAccessibleInBothSchemes(page)
    await page.goto('/ui/happenings')
    await page.getByRole('listitem').first().waitFor()
    await doubleText(page)
    await expectAccessibleInBothSchemes(page)
  })
