// Happenings on a phone: days within reach of the thumb, and few taps from there to the times of a team.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { cast } from '#demo/cast.ts'
import { insertHappening } from '#server/testing/happenings.ts'
import { until } from '#server/testing/until.ts'
import {
  doubleText,
  expectAccessible,
  expectAccessibleInBothSchemes,
  tooWide,
  usualText,
} from '../accessible.ts'
import { phone, ZONE } from '../stage.ts'
import { endRoute, holdFingerOn, tapWhereItIs } from '../steps.ts'
import { day, german, link } from './happenings-stage.ts'
import { overnight, setTimesheetStage } from './timesheet-stage.ts'
import { bar, openSheet, rowOf } from './timesheet-steps.ts'

const { db, as, call, idOf, galaThatIsOver } = await setTimesheetStage()

const names = (page: Page) => page.getByRole('list').getByRole('listitem').getByRole('link')

/** A team of Bruno's, all with the same plan. */
async function insertTeam(name: string, people: string[], part?: string) {
  const made = await insertHappening(db, {
    name,
    date: '2025-11-21',
    ...(part !== undefined && { part }),
    recorders: [await idOf(cast.bruno)],
    entries: people.map((name) => ({ name, soll: overnight })),
  })
  return { ...made, screen: `/ui/happenings/${made.id}/${made.sub}/timesheet` }
}
const openOnPhone = ({ screen }: { screen: string }) => as(cast.bruno, screen, phone)

test('at midnight „Heute“ goes on to the next day by itself', async () => {
  for (const days of [0, 1])
    await insertHappening(db, { name: `Nacht ${days}`, type: 'Nachtkunde', date: day(days), part: 'Ton' })
  const time = Temporal.ZonedDateTime.from(`${day(0)}T23:59:30[${ZONE}]`).epochMilliseconds
  const page = await as(cast.clara, '/ui/happenings?type=Nachtkunde', {
    ...phone,
    prepare: (context) => context.clock.install({ time }),
  })
  const isToday = (days: number) =>
    page.getByRole('heading', { name: new RegExp(`^Heute, .*${german(days)}$`) }).waitFor()
  await isToday(0)
  await page.clock.fastForward(60_000)
  await isToday(1)
})

test('the list of a phone begins today; what was before waits behind a press, is asked for anew where it cannot be read, and stands in the same order', async () => {
  for (const days of [-2, -1, 0, 3])
    await insertHappening(db, { name: `Tag ${days}`, type: 'Tageskunde', date: day(days), part: 'Ton' })
  const page = await as(cast.clara, '/ui/happenings?type=Tageskunde', phone)
  const headings = page.getByRole('heading', { level: 2 })
  await link(page, 'Tag 0').waitFor()
  assert.match(await headings.first().innerText(), new RegExp(`^Heute, .. ?\\.? ?${german(0)}$`))
  assert.equal(await link(page, 'Tag -1').count(), 0)
  const isPast = (url: URL) => url.pathname === '/happenings/' && url.searchParams.get('date_end') === day(-1)
  await page.route(isPast, (route) => route.fulfill({ status: 500, json: {} }))
  await page.getByRole('button', { name: 'Frühere Tage' }).tap()
  const again = page.getByRole('button', { name: 'Erneut versuchen' })
  await again.waitFor()
  await endRoute(page, isPast)
  await page.route(isPast, async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ json: { ...(await answer.json()), pages: 2 } })
  })
  await again.tap()
  await link(page, 'Tag -2').waitFor()
  assert.deepEqual(
    (await headings.allInnerTexts()).map((text) => text.slice(-10)),
    [german(-2), german(-1), german(0), german(3)],
  )
  // Teams are listed on the cards, each a link to its times.
  assert.equal(await names(page).filter({ hasText: 'Ton' }).count(), 4)
  await page.getByText('Noch frühere Tage stehen hier nicht').waitFor()
})

test('administrators read planned and actual time and entries on a phone, too; what narrows the list is chosen in a sheet, named, and goes at a press', async () => {
  const date = day(0)
  const recorders = [await idOf(cast.bruno)]
  const soll: [string, string] = [`${date}T08:00`, `${date}T10:00`]
  const entries = ['Aigner', 'Berg'].map((name) => ({ name, soll }))
  const made = await insertHappening(db, { name: 'Summen', type: 'Summenkunde', date, recorders, entries })
  const [timeentry_id] = made.entries
  const ist = { ist_von_date: date, ist_von_time: '08:00:00', ist_bis_date: date, ist_bis_time: '09:30:00' }
  await call(cast.clara, 'PATCH', made.times, { items: [{ timeentry_id, ...ist }] })
  await insertHappening(db, { name: 'Archivstück', type: 'Summenkunde', date, status: 'Archiv' })
  const clara = await as(cast.clara, '/ui/happenings?type=Summenkunde', phone)
  const card = clara.getByRole('listitem').filter({ has: link(clara, 'Summen') })
  await card.getByText('Soll 4:00 h, 2 Einträge').waitFor()
  await card.getByText('Ist 1:30 h, 1 von 2 erfasst').waitFor()
  await clara.getByRole('heading', { name: 'Veranstaltungen', level: 1 }).waitFor()
  // The active filters are named above the list.
  await clara.getByRole('button', { name: 'Summenkunde aufheben' }).waitFor()
  await clara.getByRole('button', { name: 'Filter' }).tap()
  const sheet = clara.getByRole('dialog', { name: 'Filtern und sortieren' })
  await sheet.getByLabel('Status', { exact: true }).selectOption('Archiv')
  await sheet.getByRole('button', { name: 'Fertig' }).tap()
  await link(clara, 'Archivstück').waitFor()
  await link(clara, 'Summen').waitFor({ state: 'hidden' })
  await clara.getByRole('button', { name: 'Archiv aufheben' }).tap()
  await link(clara, 'Summen').tap()
  const part = clara.getByRole('listitem').filter({ hasText: 'Bühne' })
  await part.getByText('Soll 4:00 h, 2 Einträge · Ist 1:30 h · 0 übermittelt').waitFor()
  await part.getByText('1 von 2', { exact: true }).waitFor()
  // The first team is near the top, in a row that leads to its times wherever it is tapped.
  const { x, y, width, height } = (await part.boundingBox()) ?? assert.fail('not on the screen')
  assert.ok(y <= 200 && height <= 64, `${height} px at ${y} px`)
  await clara.touchscreen.tap(x + width * 0.3, y + height - 8)
  await clara.getByRole('heading', { name: 'Bühne' }).waitFor()
})

test('a team of twenty with two deviations is sent from the list with at most eight taps and one swipe, and looks done then', async () => {
  const gala = await galaThatIsOver()
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
  assert.equal(await card.getByText(/^Soll /).count(), 0, 'sums are for administrators')
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
  await tap(button('Senden'))
  const question = page.getByRole('alertdialog', { name: 'Sollen die Zeiten gesendet werden?' })
  await tap(question.getByRole('button', { name: 'Senden' }))
  await page.getByText('Zeiten werden gesendet', { exact: true }).waitFor()
  assert.equal(await page.getByRole('button', { name: 'Meldung schließen' }).count(), 1)
  // A finished timesheet: sentence, marks, and the next step.
  await bar(page).getByText('20 von 20 Zeiten übermittelt.').waitFor()
  const marks = page.getByRole('row').getByText('Übermittelt', { exact: true })
  await marks.nth(19).waitFor()
  assert.equal(await marks.count(), 20)
  assert.ok(taps <= 8, `${taps} taps`)
  assert.equal(
    await page.getByText('Fertig: 20 übermittelt').or(page.getByText('alle übermittelt')).count(),
    0,
  )
  assert.equal(await page.getByRole('button', { name: 'Ende: 15 Minuten später' }).count(), 0)
  assert.equal(await page.getByText('können nur noch Admins berichtigen').count(), 1)
  assert.equal(await button('Alle wie geplant').count(), 0)
  assert.equal(await page.getByText('20 von 20 Zeiten übermittelt.').count(), 1)
  const sent = db
    .selectFrom('time_entries')
    .where('subhappening_id', '=', gala.id)
    .where('submitted', '=', true)
  assert.equal((await sent.select('id').execute()).length, 20)
  await bar(page).getByRole('link', { name: 'Zur Übersicht' }).tap()
  await page.getByText('20 von 20', { exact: true }).waitFor()
  const areas = page.getByRole('navigation', { name: 'Bereiche' })
  await areas.getByRole('link', { name: 'Veranstaltungen' }).tap()
  await team.getByText('gesendet').waitFor()
  await areas.getByRole('link', { name: 'Heute' }).tap()
  const line = page.getByRole('link', { name: 'Nordlicht-Gala – Bühne' })
  // Teams that need nothing may be folded behind a button.
  const others = page.getByRole('button', { name: /bei denen jetzt nichts zu tun ist$/ })
  await line.or(others).first().waitFor()
  if (!(await line.isVisible())) await others.tap()
  await line.getByText('alle 20 gesendet').waitFor()
})

/** Rows of people between the sticky elements at the upper and the lower edge. */
const visibleRows = (page: Page) =>
  page.evaluate(() => {
    scrollTo(0, 0)
    return [...document.querySelectorAll('[role=rowgroup] > [role=row]')].filter((row) => {
      const { top, bottom, left, width } = row.getBoundingClientRect()
      const at = (y: number) => row.contains(document.elementFromPoint(left + width / 2, y))
      return bottom <= innerHeight && at(top + 2) && at(bottom - 2)
    }).length
  })

/** Not covered at its upper or lower edge. */
const liesFree = (what: Locator) =>
  what.evaluate((at) => {
    const { left, width, top, bottom } = at.getBoundingClientRect()
    return [top + 2, bottom - 2].every((y) => at.contains(document.elementFromPoint(left + width / 2, y)))
  })

/** The expanded row. */
const openRow = (page: Page) =>
  page.getByRole('row').filter({ has: page.getByRole('button', { expanded: true }) })

/** Taps like a finger, without scrolling into view first. */
async function press(page: Page, what: Locator) {
  const box = await what.boundingBox()
  assert.ok(box)
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2)
}

test('the sheet of a person goes on to the next one below their whole row, is led through by keys, and closes where it was opened', async () => {
  const page = await openOnPhone(await insertTeam('Blatt', ['Aigner', 'Berg', 'Castell', 'Dorn', 'Ehlers']))
  const aigner = await openSheet(page, 'Aigner')
  await aigner.getByRole('button', { name: 'Wie geplant', exact: true }).tap()
  await rowOf(page, 'Aigner').getByText('18:00–02:00').waitFor()
  await aigner.getByRole('button', { name: 'Beginn: Uhrzeit wählen' }).tap()
  const choice = page.getByRole('dialog', { name: 'Beginn: Uhrzeit wählen' })
  await choice.getByRole('gridcell', { name: '15', exact: true }).first().tap()
  await choice.getByRole('grid', { name: 'Minute' }).getByRole('gridcell', { name: '45' }).tap()
  await rowOf(page, 'Aigner').getByText('15:45–02:00').waitFor()
  // Each quarter shows before the next one comes.
  await holdFingerOn(
    aigner.getByRole('button', { name: 'Beginn: 15 Minuten später' }),
    rowOf(page, 'Aigner').getByText(/^1(6:[134]|[78]:)\d–02:00$/),
  )
  await page.getByRole('button', { name: 'Nächste Person' }).tap()
  const berg = page.getByRole('dialog', { name: 'Berg' })
  const begin = berg.getByLabel('Beginn', { exact: true })
  await begin.fill('815')
  await begin.press('Enter')
  assert.equal(await begin.inputValue(), '08:15')
  await bar(page).getByText('2 Einträge noch nicht übernommen').waitFor()
  await page.keyboard.press('Escape')
  await berg.waitFor({ state: 'hidden' })
  const opener = rowOf(page, 'Berg').getByRole('button')
  assert.ok(await opener.evaluate((row) => row === document.activeElement))

  const sheet = await openSheet(page, 'Ehlers')
  await sheet.evaluate((at) => Promise.all(at.getAnimations().map(({ finished }) => finished)))
  const [row, edge] = [await rowOf(page, 'Ehlers').boundingBox(), await sheet.boundingBox()]
  assert.ok(row && edge && row.y + row.height <= edge.y + 1, `${row?.y} + ${row?.height} over ${edge?.y}`)
})

test('a note that is asked for can be typed at once, can be read in the team, and counts for Strg+S and for whoever leaves', async () => {
  const { id } = await insertTeam('Notizen', ['Aigner'], 'Ton')
  const page = await as(cast.bruno, `/ui/happenings/${id}`, phone)
  await link(page, 'Ton').tap()
  await page.getByRole('heading', { name: 'Notizen – Ton', level: 1 }).waitFor()
  await openSheet(page, 'Aigner')
  await page.getByRole('button', { name: 'Notiz', exact: true }).tap()
  const note = page.getByLabel('Notiz', { exact: true })
  await note.and(page.locator(':focus')).waitFor()
  // The team above stays where it is.
  assert.equal(await page.evaluate(() => scrollY), 0)
  await page.keyboard.type('Stau')
  await page.keyboard.press('Enter')
  const [room, words] = await rowOf(page, 'Aigner')
    .getByText('Notiz: Stau')
    .evaluate((at) => [at.clientWidth, at.scrollWidth])
  assert.equal(room, words, 'the note is cut off')
  await note.fill('Stau am Tor')
  await page.keyboard.press('Control+s')
  await bar(page).getByText('Änderungen übernommen').waitFor()
  await note.fill('Stau am Tor 3')
  await page.goBack()
  await page.getByText('Ein Eintrag ist noch nicht übernommen. Er bleibt auf diesem Gerät.').waitFor()
  await page.goForward()
  await rowOf(page, 'Aigner').getByText('Notiz: Stau am Tor 3').waitFor()
})

test('with the keyboard open the field that is typed into lies free, and the row of whoever is open above it', async () => {
  const people = Array.from({ length: 20 }, (_, at) => `Person ${at + 10}`)
  const page = await openOnPhone(await insertTeam('Tastatur', people))
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

test('the menu of a team says what it has changed with the way back, covers no day and no sign, and lets several be ticked; without a network nobody is asked whether to send, and what stays on the device is said in the bar', async () => {
  const page = await openOnPhone(await insertTeam('Meldung', ['Aigner', 'Berg', 'Castell']))
  const more = page.getByRole('button', { name: 'Mehr', exact: true })
  await more.tap()
  await page.getByRole('menuitem', { name: 'Alle: Änderungen verwerfen' }).tap()
  await page.getByText('Daran war nichts zu ändern.').waitFor()
  assert.ok(await liesFree(more))
  assert.ok(await liesFree(page.getByRole('heading', { level: 2 })))
  await page.getByRole('button', { name: 'Meldung schließen' }).tap()

  await more.tap()
  // Beside the menu there is space for a tap that closes it.
  const menu = await page.getByRole('menu').boundingBox()
  assert.ok((menu?.x ?? 0) >= 60, `the menu begins at ${menu?.x} px`)
  await page.getByRole('menuitem', { name: 'Mehrere auswählen' }).tap()
  await rowOf(page, 'Aigner').getByRole('button').tap()
  await page.getByLabel('Castell auswählen').check()
  await expectAccessible(page)
  await page.getByRole('button', { name: '2 Einträge wie geplant' }).tap()
  await bar(page).getByText('2 Einträge noch nicht übernommen').waitFor()
  await page.getByRole('button', { name: 'Auswahl aufheben' }).tap()
  await rowOf(page, 'Berg').getByText('geplant').waitFor()
  await page.getByLabel('Castell auswählen').waitFor({ state: 'hidden' })

  await more.tap()
  await page.getByRole('menuitem', { name: 'Alle: Ende 15 Minuten später' }).tap()
  await page.getByText('Ende 15 Minuten später: 2 Einträge geändert').waitFor()
  await rowOf(page, 'Castell').getByText('18:00–02:15').waitFor()
  await page.getByRole('button', { name: 'Rückgängig' }).tap()
  await rowOf(page, 'Castell').getByText('18:00–02:00').waitFor()

  await page.goto((await insertTeam('Funkloch', ['Aigner'])).screen)
  await page.getByRole('button', { name: 'Alle wie geplant' }).tap()
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Senden', exact: true }).tap()
  await bar(page).getByText('Die Änderungen bleiben auf diesem Gerät gespeichert').waitFor()
  assert.equal(await page.getByRole('alertdialog').count(), 0)
  await page.context().setOffline(false)
  await bar(page).getByText('Änderungen übernommen').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Meldung schließen' }).count(), 0)
})

const desk = { width: 1280, height: 800 }

/**
 * The bar is at the lower edge without scrolling, even below a small team; on a phone it is above the
 * navigation.
 */
async function barAtTheEdge(page: Page) {
  const areas = page.getByRole('navigation', { name: 'Bereiche' })
  await until(async () => {
    const lower = await bar(page).evaluate((at) => at.getBoundingClientRect().bottom)
    const edge = (await areas.isVisible()) ? await areas.boundingBox() : null
    return Math.abs(lower - (edge?.y ?? page.viewportSize()?.height ?? 0)) <= 1
  }, 'the bar stands at the lower edge')
  assert.ok(await page.evaluate(() => document.documentElement.scrollHeight <= innerHeight))
}

test('what the plan has just as well stands on nobody in the team: in their sheet, and counted above all; the bar stands at the lower edge', async () => {
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
  const page = await as(cast.bruno, screen, { viewport: phone.viewport })
  await page.getByText('3 Hinweise zum Plan').waitFor()
  await barAtTheEdge(page)
  assert.equal(await page.getByRole('row').getByText('Hinweis').count(), 0)
  const sheet = await openSheet(page, 'Berg')
  await sheet.getByText('12:00 h Arbeit an einem Tag, mehr als 10 Stunden.').waitFor()
  await record({ ist_bis: '2025-11-21T21:00' })
    .where('id', '=', entries[2] ?? 0)
    .execute()
  await page.goto(screen)
  await page.getByText('Ein Hinweis zu den eingetragenen Zeiten, 2 zum Plan').waitFor()
  assert.equal(await page.getByRole('row').getByText('Hinweis').count(), 1)
  await rowOf(page, 'Castell').getByText('Hinweis').waitFor({ state: 'attached' })
  await page.setViewportSize(desk)
  await barAtTheEdge(page)
  await rowOf(page, 'Aigner').getByTitle('12:00 h Arbeit an einem Tag, mehr als 10 Stunden.').waitFor()
  await rowOf(page, 'Castell').getByText('13:00 h Arbeit an einem Tag, mehr als 10 Stunden.').waitFor()
})

test('a planned break is taken over with the times, fields are as high as a finger, nothing moves from under the one that leaves them, and large letters fit', async () => {
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
  const end = sheet.getByLabel('Ende', { exact: true })
  const note = sheet.getByRole('button', { name: 'Notiz', exact: true })
  await end.fill('xx')
  await tapWhereItIs(page, note)
  await sheet.getByText('Bitte eine Uhrzeit angeben').waitFor()
  assert.equal(await note.getAttribute('aria-expanded'), 'true')
  for (const field of [
    pause,
    end,
    sheet.getByLabel('Notiz', { exact: true }),
    sheet.getByLabel('Beginn', { exact: true }),
  ]) {
    const { height } = (await field.boundingBox()) ?? { height: 0 }
    assert.ok(height >= 44, `a field is ${height} px high`)
  }
  await expectAccessibleInBothSchemes(page)
  await page.setViewportSize({ width: 320, height: 844 })
  await doubleText(page)
  assert.deepEqual(await tooWide(page), [])
  await usualText(page)
  await page.setViewportSize(phone.viewport)
  const absent = sheet.getByRole('button', { name: 'Nicht gekommen' })
  // Corrected input takes its error message away, and the tap that leaves the field still counts.
  await end.fill('2')
  await tapWhereItIs(page, absent)
  await sheet.getByText('Bitte eine Uhrzeit angeben').waitFor({ state: 'detached' })
  assert.equal(await absent.getAttribute('aria-pressed'), 'true')
  await sheet.getByRole('button', { name: 'Schließen', exact: true }).tap()
  const row = await rowOf(page, 'Aigner').boundingBox()
  assert.ok(row && row.height <= 72, `the row is ${row?.height} px high`)
})
