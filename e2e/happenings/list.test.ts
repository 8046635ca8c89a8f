import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { noHappeningTexts } from '#contract/words/happening-texts.ts'
import { cast } from '#demo/cast.ts'
import { insertHappening } from '#server/testing/happenings.ts'
import { daysOf } from '#web/happenings/views.ts'
import { monthName } from '#web/ui/date-time/days.ts'
import { doubleText, expectAccessibleInBothSchemes, tooWide, usualText } from '../accessible.ts'
import { phone } from '../stage.ts'
import { day, german, link, listed, setHappeningsStage } from './happenings-stage.ts'

const { db, as, idOf, planner } = await setHappeningsStage()
const asked = (page: Page, name: string) => new URL(page.url()).searchParams.get(name)
const tick = (page: Page, name: string) => page.getByLabel(`${name} auswählen`, { exact: true })

const planned = (id: string, name: string, days: number) => ({
  id,
  name,
  ...noHappeningTexts,
  type: 'Abgleich',
  date: day(days),
  subhappenings: [],
})

test('a sync explains a wrong window and why it cannot start, is looked at first, then done, and its report stays', async () => {
  planner.happenings = [planned('S1', 'Neu im Plan', 0), planned('S2', 'Später im Plan', 12)]
  const page = await as(cast.clara, '/ui/happenings?type=Abgleich')
  await page.getByRole('link', { name: 'Abgleich mit der Personalplanung' }).click()
  const dialog = page.getByRole('dialog', { name: 'Abgleich mit der Personalplanung' })
  const start = dialog.getByLabel('Startdatum', { exact: true })
  const end = dialog.getByLabel('Enddatum', { exact: true })
  const go = dialog.getByRole('button', { name: 'Abgleichen' })
  const preview = dialog.getByRole('region', { name: 'Vorschau' })
  const type = async (field: typeof start, text: string) => {
    await field.fill(text)
    await page.keyboard.press('Enter')
  }
  await dialog.getByText('höchstens 7 Tage je Abgleich').waitFor()
  await dialog.getByText('Es gab noch keinen.').waitFor()
  assert.deepEqual([await start.inputValue(), await end.inputValue()], [german(0), german(7)])
  await preview.getByText(`Neu im Plan (${german(0)})`).waitFor()
  // In use here, and not in the planner: left alone, and named.
  await preview.getByText(`Nordlicht-Gala (${german(0)})`).waitFor()

  for (const [typed, sentence] of [
    ['', 'Bitte ein Start- und Enddatum angeben.'],
    [german(-1), 'Das Startdatum muss vor dem Enddatum liegen.'],
    [german(14), 'Der Zeitraum muss kleiner als 14 Tage sein.'],
  ] as const) {
    await type(end, typed)
    await dialog.getByText(sentence).waitFor()
    assert.equal(await go.isDisabled(), true)
  }
  await type(end, '31.02.2026')
  await dialog.getByText('Bitte ein gültiges Datum angeben').waitFor()
  assert.equal(await dialog.getByText('Bitte ein Start- und Enddatum angeben.').count(), 0)
  assert.equal(await go.isDisabled(), true)
  await type(end, german(13))
  await preview.getByText(`Später im Plan (${german(12)})`).waitFor()
  await type(end, german(7))
  await page.route('**/happenings/sync/', (route) =>
    route.fulfill({ status: 503, json: { success: false, details: 'Der Server wird gerade beendet.' } }),
  )
  await go.click()
  await dialog.getByText('Fehler beim Starten der Synchronisation. Der Server wird gerade beendet.').waitFor()
  await page.unroute('**/happenings/sync/')
  await go.click()
  await dialog.getByText(/Abgleich fertig: 1 neu/).waitFor()
  await dialog.getByText(/\(Aktiv\): Nordlicht-Gala/).waitFor()
  await dialog.getByRole('button', { name: 'Nächster Zeitraum' }).click()
  assert.equal(await start.inputValue(), german(8))
  await preview.getByText(`Später im Plan (${german(12)})`).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('row', { name: 'Neu im Plan' }).getByText('Entwurf').waitFor()
  await page.getByRole('link', { name: 'Abgleich mit der Personalplanung' }).click()
  await dialog.getByText(/Abgleich fertig: 1 neu/).waitFor()
})

test('the list begins with three days back and seven ahead; the days may be changed and emptied', async () => {
  for (const days of [-4, -3, 7, 8])
    await insertHappening(db, { name: `Tag ${days}`, type: 'Zeitfenster', date: day(days) })
  const page = await as(cast.clara, '/ui/happenings?type=Zeitfenster')
  await listed(page, 'Tag -3', 'Tag 7')
  assert.deepEqual(
    [
      await page.getByLabel('Von', { exact: true }).inputValue(),
      await page.getByLabel('Bis', { exact: true }).inputValue(),
    ],
    [german(-3), german(7)],
  )
  await page.getByLabel('Bis', { exact: true }).fill(german(8))
  await page.keyboard.press('Enter')
  await listed(page, 'Tag -3', 'Tag 7', 'Tag 8')
  await page.getByRole('button', { name: 'Von leeren' }).click()
  await listed(page, 'Tag -4', 'Tag -3', 'Tag 7', 'Tag 8')
  await page.reload()
  await listed(page, 'Tag -4', 'Tag -3', 'Tag 7', 'Tag 8')
  await page.getByRole('columnheader', { name: 'Datum' }).getByRole('button').click()
  await page.waitForURL('**order_by=-date**')
  await listed(page, 'Tag 8', 'Tag 7', 'Tag -3', 'Tag -4')
  await page.getByLabel('Von', { exact: true }).fill(german(9))
  await page.keyboard.press('Enter')
  await page.getByText('„Von“ muss vor „Bis“ liegen.').waitFor()
  await page.getByRole('button', { name: 'Daten vertauschen' }).click()
  await listed(page, 'Tag 8')
})

test('search, status and type narrow the list, in one row at a desk, and an empty one says what to do', async () => {
  await insertHappening(db, { name: 'Fünf Größen', type: 'Filterkunde', date: day(0), status: 'Entwurf' })
  await insertHappening(db, { name: 'Anderes', type: 'Filterkunde', date: day(0), status: 'Archiv' })
  await insertHappening(db, { name: 'Vorjahr', type: 'Filterkunde', date: day(-300) })
  const page = await as(cast.clara, '/ui/happenings')
  const tops = await Promise.all(
    ['Suchen', 'Status', 'Art', 'Von', 'Bis'].map(async (label) => {
      const field = page.getByLabel(label, { exact: true }).and(page.locator('input, select'))
      const box = await field.boundingBox()
      return box?.y
    }),
  )
  assert.equal(new Set(tops).size, 1, `filters in several rows: ${tops.join(', ')}`)
  await page.getByLabel('Art', { exact: true }).selectOption('Filterkunde')
  await listed(page, 'Fünf Größen', 'Anderes')
  await page.getByLabel('Status', { exact: true }).selectOption('Archiv')
  await listed(page, 'Anderes')
  await page.getByLabel('Status', { exact: true }).selectOption('Alle')
  await page.getByRole('textbox', { name: 'Suchen' }).fill('funf GROSSEN')
  await listed(page, 'Fünf Größen')
  await page.getByRole('textbox', { name: 'Suchen' }).fill('vorjahr')
  await page.getByText('Keine Veranstaltung gefunden').waitFor()
  await page.getByText('oder wählen Sie einen größeren Zeitraum').waitFor()
  await page.getByRole('button', { name: 'In allen Zeiträumen suchen' }).click()
  await listed(page, 'Vorjahr')
  await page.getByRole('textbox', { name: 'Suchen' }).fill('gibt es nirgends')
  await page.getByText('Suchen Sie mit einem anderen Wort.').waitFor()
  await page.getByRole('textbox', { name: 'Suchen' }).fill('vorjahr')
  await listed(page, 'Vorjahr')
  assert.equal(asked(page, 'type'), 'Filterkunde')
  await page.goto('/ui/happenings?type=&start=2001-01-01&end=2001-01-02')
  await page.getByText('In diesem Zeitraum gibt es keine Veranstaltungen.').waitFor()
})

test('many are ticked and change their status at once; above twenty that asks first', async () => {
  const names = Array.from({ length: 27 }, (_, number) => `Masse ${String(number).padStart(2, '0')}`)
  for (const name of names)
    await insertHappening(db, { name, type: 'Massenware', date: day(1), status: 'Entwurf' })
  const page = await as(cast.clara, '/ui/happenings?type=Massenware&order_by=%2Bname')
  const bar = page.getByRole('region', { name: 'Auswahl' })
  const change = bar.getByRole('button', { name: 'Status ändern' })
  await tick(page, 'Masse 00').check()
  await tick(page, 'Masse 01').check()
  await bar.getByText('2 ausgewählt').waitFor()
  assert.equal(await change.isDisabled(), true)
  // Kept while the list refreshes and from page to page.
  await page.waitForResponse((response) => response.url().includes('/happenings/?'))
  await page.getByRole('button', { name: 'Nächste Seite' }).click()
  await tick(page, 'Masse 26').check()
  await bar.getByText('3 ausgewählt').waitFor()
  await bar.getByLabel('Neuer Status').selectOption('Aktiv')
  await change.click()
  await page.getByText('Status von 3 Veranstaltungen geändert').last().waitFor()
  await bar.waitFor({ state: 'hidden' })
  await page.getByRole('row', { name: 'Masse 26' }).getByText('Aktiv').waitFor()
  const all = page.getByRole('columnheader').getByRole('checkbox')
  assert.ok(await all.evaluate((box) => box === document.activeElement))

  await page.getByRole('button', { name: 'Vorige Seite' }).click()
  await tick(page, 'Masse 00').waitFor()
  await all.check()
  await bar.getByText('25 ausgewählt').waitFor()
  await bar.getByLabel('Neuer Status').selectOption('Archiv')
  await change.click()
  const question = page.getByRole('alertdialog', {
    name: 'Soll der Status von 25 Veranstaltungen wirklich geändert werden?',
  })
  await question.getByRole('button', { name: 'Abbrechen' }).click()
  await bar.getByText('25 ausgewählt').waitFor()
  await change.click()
  await question.getByRole('button', { name: 'Status ändern' }).click()
  await page.getByText('Status von 25 Veranstaltungen geändert').last().waitFor()

  await tick(page, 'Masse 03').check()
  await bar.waitFor()
  await page.getByLabel('Status', { exact: true }).selectOption('Archiv')
  await bar.waitFor({ state: 'hidden' })
})

test('what is ticked and gone meanwhile is said, and is not ticked any more; the status of one is changed from its menu', async () => {
  const kinds = ['Bleibt', 'Vergeht'] as const
  const ids: number[] = []
  for (const name of kinds)
    ids.push((await insertHappening(db, { name, type: 'Schwund', date: day(1), status: 'Entwurf' })).id)
  const page = await as(cast.clara, '/ui/happenings?type=Schwund')
  const bar = page.getByRole('region', { name: 'Auswahl' })
  for (const name of kinds) await tick(page, name).check()
  await db.deleteFrom('happenings').where('name', '=', 'Vergeht').execute()
  await bar.getByLabel('Neuer Status').selectOption('Aktiv')
  await bar.getByRole('button', { name: 'Status ändern' }).click()
  await page
    .getByText(
      'Eine dieser Veranstaltungen gibt es nicht mehr. Es wurde nichts geändert. Ausgewählt sind jetzt nur noch die anderen.',
    )
    .waitFor()
  await bar.getByText('1 ausgewählt').waitFor()
  await bar.getByRole('button', { name: 'Status ändern' }).click()
  await page.getByText('Status von 1 Veranstaltung geändert').last().waitFor()

  await page.getByRole('button', { name: 'Aktionen für Bleibt' }).click()
  await page.getByRole('menuitem', { name: 'Status ändern' }).click()
  await page.waitForURL(`**/ui/happenings/${ids[0]}/edit_status?**`)
  await page.reload()
  const dialog = page.getByRole('dialog', { name: 'Status ändern' })
  await dialog.waitFor()
  await dialog.getByLabel('Status von „Bleibt“').selectOption('Erledigt')
  await dialog.getByText('Zeiterfasser lesen die Zeiten, Admins berichtigen sie.').waitFor()
  await dialog.getByRole('button', { name: 'Status ändern' }).click()
  await page.getByText('Status geändert', { exact: true }).waitFor()
  await page.getByRole('row', { name: 'Bleibt' }).getByText('Erledigt').waitFor()
  assert.equal(asked(page, 'type'), 'Schwund')
})

test('a happening says that it loads, or is gone, and leads back to the list as it was; an address that leads nowhere asks for nothing', async () => {
  const { id } = await insertHappening(db, {
    name: 'Ladefest',
    ort: 'Stadthalle, Rostock',
    date: day(2),
    entries: [{ name: 'Berger', soll: [`${day(2)}T09:00`, `${day(2)}T17:30`] }, { name: 'Castell' }],
  })
  const page = await as(cast.clara, '/ui/happenings/999999/edit_status')
  await page.getByText('Diese Veranstaltung gibt es nicht mehr.').waitFor()
  await page.getByRole('button', { name: 'Zur Liste' }).click()
  await page.waitForURL('**/ui/happenings?**')
  const requested: string[] = []
  page.on('request', (request) => requested.push(request.url()))
  for (const path of ['999999', 'abc', 'abc/1/timesheet']) {
    await page.goto(`/ui/happenings/${path}`)
    await page.getByRole('heading', { name: 'Not Found' }).waitFor()
  }
  assert.deepEqual(
    requested.filter((url) => url.includes('NaN')),
    [],
  )

  await page.goto('/ui/happenings?filter=ladefest')
  await link(page, 'Ladefest').waitFor()
  let open = () => {}
  const opened = new Promise<void>((go) => {
    open = go
  })
  await page.route(`**/happenings/${id}/`, async (route) => {
    await opened
    await route.continue()
  })
  await link(page, 'Ladefest').click()
  await page.getByText('Lade...').waitFor()
  open()
  await page.getByRole('heading', { name: 'Ladefest' }).waitFor()
  assert.equal(await page.title(), 'Ladefest · Kontor')
  await page.getByRole('definition').filter({ hasText: 'Stadthalle, Rostock' }).waitFor()
  const row = page.getByRole('row', { name: 'Bühne' })
  assert.match(await row.innerText(), /Niemand\s+8:30 h\s+0:00 h\s+1\s+0 von 2\s+0/)
  await page.getByLabel('Teilveranstaltungen suchen').fill('Garderobe')
  await page.getByText('Keine Teilveranstaltung gefunden').waitFor()
  const excel = page.getByRole('link', { name: 'Excel' })
  assert.equal(await excel.getAttribute('href'), `/happenings/${id}.xlsx?happening_filter=Garderobe`)
  await page.getByRole('button', { name: 'Alle Teilveranstaltungen zeigen' }).click()
  assert.equal(
    await link(page, 'Bühne').getAttribute('href'),
    `/ui/happenings/${id}/${await partOf(id)}/timesheet?page=0&filter=&order_by=%2Bnachname`,
  )
  const back = page.getByRole('navigation', { name: 'Pfad' }).getByRole('link', { name: 'Veranstaltungen' })
  await back.click()
  await page.waitForURL('**filter=ladefest**')
  // From the times of a part, too.
  await link(page, 'Ladefest').click()
  await link(page, 'Bühne').click()
  await page.getByRole('heading', { name: 'Bühne', level: 1 }).waitFor()
  await back.click()
  await page.waitForURL('**filter=ladefest**')
})

const partOf = async (happening_id: number) =>
  (
    await db
      .selectFrom('subhappenings')
      .where('happening_id', '=', happening_id)
      .select('id')
      .executeTakeFirstOrThrow()
  ).id

test('on a phone what is ticked and a long row of recorders are accessible and never too wide', async () => {
  const ids = await Promise.all(Object.values(cast).slice(0, 8).map(idOf))
  const { id } = await insertHappening(db, {
    name: 'Breite'.padEnd(120, 'x'),
    type: 'Breitwand',
    ort: 'Ort'.padEnd(120, 'x'),
    part: 'Teil'.padEnd(120, 'x'),
    date: day(0),
    recorders: ids,
  })
  const page = await as(cast.clara, '/ui/happenings?filter=Breite', phone)
  await tick(page, 'Breite'.padEnd(120, 'x')).check()
  await page.getByRole('region', { name: 'Auswahl' }).waitFor()
  await expectAccessibleInBothSchemes(page)
  await page.goto(`/ui/happenings/${id}`)
  await page.getByText('Berger, Anna; ').waitFor()
  assert.deepEqual(await tooWide(page), [])
})

test('the list is a month or a week as well, by its own filters, leads back to a day of it, and fits and can be read by everybody; without days it is this month', async () => {
  for (let number = 0; number < 6; number++)
    await insertHappening(db, { name: `Messe ${number}`, type: 'Kalenderkunde', date: '2027-03-10' })
  for (const status of ['Aktiv', 'Erledigt', 'Entwurf', 'Archiv'] as const) {
    const name = status.padEnd(80, 'x')
    await insertHappening(db, { name, type: 'Kalenderkunde', date: '2027-04-20', status })
  }
  await insertHappening(db, { name: 'Fremde Art', type: 'Sonstiges', date: '2027-03-10' })
  const page = await as(
    cast.clara,
    '/ui/happenings?type=Kalenderkunde&view=month&start=2027-03-01&end=2027-04-04',
  )
  async function lookAt(view: string) {
    await page.setViewportSize({ width: 768, height: 900 })
    await page.getByRole('region', { name: 'Kalender' }).waitFor()
    await expectAccessibleInBothSchemes(page)
    await page.setViewportSize({ width: 1280, height: 720 })
    assert.deepEqual(await tooWide(page), [], view)
    await doubleText(page)
    assert.deepEqual(await tooWide(page), [], `${view} with large letters`)
    await usualText(page)
  }
  await page.getByRole('heading', { name: 'März 2027' }).waitFor()
  await link(page, 'Messe 2').waitFor()
  assert.equal(await page.getByRole('link', { name: 'Fremde Art' }).count(), 0)
  await page.getByRole('button', { name: 'Nächster Monat' }).click()
  await page.getByRole('link', { name: /^Aktivx/ }).waitFor()
  await lookAt('month')
  await page.getByRole('button', { name: 'Voriger Monat' }).click()
  await page.getByRole('button', { name: 'Woche' }).click()
  await page.waitForURL('**view=week**')
  await lookAt('week')
  await page.goBack()
  await page.getByRole('link', { name: '3 weitere' }).click()
  await page.getByRole('table', { name: 'Veranstaltungen' }).getByRole('link', { name: 'Messe 5' }).waitFor()
  assert.equal(new URL(page.url()).searchParams.get('start'), '2027-03-10')
  await page.goBack()
  await page.getByRole('button', { name: 'Liste' }).click()
  await page.waitForURL(({ searchParams }) => searchParams.get('view') === 'list')
  await page.getByLabel('Von', { exact: true }).waitFor()
  await page.goto('/ui/happenings?view=month')
  await page.getByRole('heading', { name: monthName(day(0)) }).waitFor()
  const { searchParams } = new URL(page.url())
  assert.equal(searchParams.get('start'), daysOf('month', day(0))[0]?.[0])
})
