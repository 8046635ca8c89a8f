import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { cast, type Person } from '#demo/cast.ts'
import { today } from '#demo/happenings.ts'
import { startSimulator } from '#planner-simulator/server.ts'
import { insertHappening } from '#server/testing/happenings.ts'
import { expectAccessible } from './accessible.ts'
import { launch } from './browser.ts'
import { startKontor } from './kontor.ts'
import { signIn } from './sign-in.ts'

const planner = await startSimulator()
const kontor = await startKontor({ PLANNER_URL: planner.url, PLANNER_TOKEN: planner.token })
const { db } = kontor.kontor
const browser = await launch()
after(async () => {
  await browser.close()
  await kontor.stop()
  await planner.stop()
})

const day = (days: number) => Temporal.PlainDate.from(today()).add({ days }).toString()
const german = (days: number) => day(days).split('-').toReversed().join('.')
const userId = async ({ username }: Person) =>
  (await db.selectFrom('users').where('username', '=', username).select('id').executeTakeFirstOrThrow()).id

async function as(
  { username }: Person,
  path: string,
  options: Parameters<typeof browser.newContext>[0] = {},
) {
  const context = await browser.newContext({
    baseURL: kontor.url,
    locale: 'de-DE',
    timezoneId: 'Europe/Berlin',
    ...options,
  })
  const page = await context.newPage()
  page.setDefaultTimeout(15_000)
  await signIn(page, username)
  await page.goto(path)
  return page
}

const asked = (page: Page, name: string) => new URL(page.url()).searchParams.get(name)
const tick = (page: Page, name: string) => page.getByLabel(`${name} auswählen`, { exact: true })
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true })

/** The rows, once the list has become this one. */
async function listed(page: Page, ...names: string[]) {
  const links = page.getByRole('table').getByRole('link')
  for (const name of names) await link(page, name).waitFor()
  await links.nth(names.length).waitFor({ state: 'detached' })
  assert.deepEqual(await links.allInnerTexts(), names)
}

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
  await page.context().close()
})

test('search, status and type narrow the list, and an empty one says what to do', async () => {
  await insertHappening(db, { name: 'Fünf Größen', type: 'Filterkunde', date: day(0), status: 'Entwurf' })
  await insertHappening(db, { name: 'Anderes', type: 'Filterkunde', date: day(0), status: 'Archiv' })
  await insertHappening(db, { name: 'Vorjahr', type: 'Filterkunde', date: day(-300) })
  const page = await as(cast.clara, '/ui/happenings')
  await page.getByLabel('Art', { exact: true }).selectOption('Filterkunde')
  await listed(page, 'Fünf Größen', 'Anderes')
  await page.getByLabel('Status', { exact: true }).selectOption('Archiv')
  await listed(page, 'Anderes')
  await page.getByLabel('Status', { exact: true }).selectOption('Alle')
  await page.getByLabel('Suchen').fill('funf GROSSEN')
  await listed(page, 'Fünf Größen')
  await page.getByLabel('Suchen').fill('vorjahr')
  await page.getByText('Keine Veranstaltung gefunden').waitFor()
  await page.getByText('oder wählen Sie einen größeren Zeitraum').waitFor()
  await page.getByRole('button', { name: 'In allen Zeiträumen suchen' }).click()
  await listed(page, 'Vorjahr')
  await page.getByLabel('Suchen').fill('gibt es nirgends')
  await page.getByText('Suchen Sie mit einem anderen Wort.').waitFor()
  await page.getByLabel('Suchen').fill('vorjahr')
  await listed(page, 'Vorjahr')
  assert.equal(asked(page, 'type'), 'Filterkunde')
  await page.goto('/ui/happenings?start=2001-01-01&end=2001-01-02')
  await page.getByText('In diesem Zeitraum gibt es keine Veranstaltungen.').waitFor()
  await page.context().close()
})

test('many are ticked and change their status at once; above twenty it asks', async () => {
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
  await page.getByText('Status von 3 Veranstaltungen geändert').waitFor()
  await bar.waitFor({ state: 'hidden' })
  await page.getByRole('row', { name: 'Masse 26' }).getByText('Aktiv').waitFor()
  const all = page.getByRole('columnheader').getByRole('checkbox')
  assert.ok(await all.evaluate((box) => box === document.activeElement))

  await page.getByRole('button', { name: 'Vorige Seite' }).click()
  await page.getByRole('columnheader').getByRole('checkbox').check()
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
  await page.getByText('Status von 25 Veranstaltungen geändert').waitFor()

  await tick(page, 'Masse 03').check()
  await bar.waitFor()
  await page.getByLabel('Status', { exact: true }).selectOption('Archiv')
  await bar.waitFor({ state: 'hidden' })
  await page.context().close()
})

test('the status of one is changed from its menu; a happening that is gone is told in a dialog', async () => {
  const { id } = await insertHappening(db, { name: 'Einzelstück', date: day(0), status: 'Entwurf' })
  const page = await as(cast.clara, '/ui/happenings?filter=Einzel')
  await page.getByRole('button', { name: 'Aktionen für Einzelstück' }).click()
  await page.getByRole('menuitem', { name: 'Status ändern' }).click()
  await page.waitForURL(`**/ui/happenings/${id}/edit_status?**`)
  await page.reload()
  const dialog = page.getByRole('dialog', { name: 'Status ändern' })
  await dialog.getByLabel('Status von „Einzelstück“').selectOption('Erledigt')
  await dialog.getByText('Zeiterfasser lesen die Zeiten, Admins berichtigen sie.').waitFor()
  await dialog.getByRole('button', { name: 'Status ändern' }).click()
  await page.getByText('Status geändert').waitFor()
  await page.getByRole('row', { name: 'Einzelstück' }).getByText('Erledigt').waitFor()
  assert.equal(asked(page, 'filter'), 'Einzel')

  await page.goto('/ui/happenings/999999/edit_status')
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
  await page.context().close()
})

test('a happening says while it loads that it loads, and leads back to the list as it was', async () => {
  const { id } = await insertHappening(db, {
    name: 'Ladefest',
    date: day(2),
    entries: [{ name: 'Berger', soll: [`${day(2)}T09:00`, `${day(2)}T17:30`] }, { name: 'Castell' }],
  })
  const page = await as(cast.clara, '/ui/happenings?filter=ladefest')
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
  const row = page.getByRole('row', { name: 'Bühne' })
  assert.match(await row.innerText(), /Niemand\s+8:30 h\s+0:00 h\s+0 von 1\s+0/)
  await page.getByLabel('Teilveranstaltungen suchen').fill('Garderobe')
  await page.getByText('Keine Teilveranstaltung gefunden').waitFor()
  const excel = page.getByRole('link', { name: 'Excel' })
  assert.equal(await excel.getAttribute('href'), `/happenings/${id}.xlsx?happening_filter=Garderobe`)
  await page.getByRole('button', { name: 'Alle Teilveranstaltungen zeigen' }).click()
  assert.equal(
    await link(page, 'Bühne').getAttribute('href'),
    `/ui/happenings/${id}/${await partOf(id)}/timesheet?page=0&filter=&order_by=%2Bnachname`,
  )
  await page.getByRole('navigation', { name: 'Pfad' }).getByRole('link', { name: 'Veranstaltungen' }).click()
  await page.waitForURL('**filter=ladefest**')
  await page.context().close()
})

const partOf = async (happening_id: number) =>
  (
    await db
      .selectFrom('subhappenings')
      .where('happening_id', '=', happening_id)
      .select('id')
      .executeTakeFirstOrThrow()
  ).id

test('recorders are searched, added once, removed and saved; unsaved changes are asked about', async () => {
  const { id, sub } = await insertHappening(db, {
    name: 'Teamfest',
    date: day(0),
    recorders: [await userId(cast.kai)],
  })
  const page = await as(cast.clara, `/ui/happenings/${id}`)
  await page.getByRole('link', { name: 'Zeiterfasser ändern: Bühne' }).click()
  await page.waitForURL(`**/ui/happenings/${id}/${sub}/change_users?**`)
  await page.reload()
  const dialog = page.getByRole('dialog', { name: 'Zeiterfasser ändern' })
  const search = dialog.getByRole('combobox', { name: 'Person hinzufügen' })
  const chosen = dialog.getByRole('list', { name: 'Zeiterfasser' }).getByRole('listitem')
  const add = async (text: string, name: string) => {
    await search.fill(text)
    await dialog.getByRole('option', { name }).click()
  }
  assert.equal(await dialog.getByRole('button', { name: 'Speichern' }).isDisabled(), true)
  await add('weiss', 'Weißhaupt, Kai')
  assert.deepEqual(await chosen.allInnerTexts(), ['Weißhaupt, Kai kai'])
  await add('anna', 'Berger, Anna')
  await page.keyboard.press('Escape')
  const question = page.getByRole('alertdialog', { name: 'Sollen die Änderungen verworfen werden?' })
  await question.getByRole('button', { name: 'Abbrechen' }).click()
  await dialog.getByRole('button', { name: 'Weißhaupt, Kai entfernen' }).click()
  const isFocused = (at: Locator) => at.evaluate((element) => element === document.activeElement)
  const removeAnna = dialog.getByRole('button', { name: 'Berger, Anna entfernen' })
  assert.equal(await isFocused(removeAnna), true)
  await removeAnna.press('Enter')
  await dialog.getByText('Noch niemand.').waitFor()
  assert.equal(await isFocused(search), true)
  await add('anna', 'Berger, Anna')
  await dialog.getByRole('button', { name: 'Speichern' }).click()
  await page.getByText('Zeiterfasser erfolgreich geändert').waitFor()
  await page.waitForURL(`**/ui/happenings/${id}?**`)
  await page.getByRole('row', { name: 'Bühne' }).getByText('Berger, Anna').waitFor()

  // Somebody whom the server refuses: the dialog stays, with its sentence.
  await page.getByRole('link', { name: 'Zeiterfasser ändern: Bühne' }).click()
  await add('jana', 'Ærenlund, Jana')
  await db.updateTable('users').set({ is_active: false }).where('username', '=', 'jana').execute()
  await dialog.getByRole('button', { name: 'Speichern' }).click()
  await dialog.getByText('„Ærenlund, Jana“ ist deaktiviert und kann keine Zeiten erfassen.').waitFor()
  await db.updateTable('users').set({ is_active: true }).where('username', '=', 'jana').execute()
  await dialog.getByRole('button', { name: 'Abbrechen' }).click()
  await question.getByRole('button', { name: 'Verwerfen' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.context().close()
})

const planned = (id: string, name: string, days: number) => ({
  id,
  name,
  type: 'Abgleich',
  date: day(days),
  subhappenings: [],
})

test('a sync explains a wrong window, is looked at first, then done, and its report stays', async () => {
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
  await expectAccessible(page)

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
  await dialog.getByText('Bitte ein Datum angeben').waitFor()
  assert.equal(await dialog.getByText('Bitte ein Start- und Enddatum angeben.').count(), 0)
  assert.equal(await go.isDisabled(), true)
  await type(end, german(13))
  await preview.getByText(`Später im Plan (${german(12)})`).waitFor()
  await type(end, german(7))
  await go.click()
  await dialog.getByText(/Abgleich fertig: 1 neu/).waitFor()
  await dialog.getByText(/\(Aktiv\): Nordlicht-Gala/).waitFor()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Nächster Zeitraum' }).click()
  assert.equal(await start.inputValue(), german(8))
  await preview.getByText(`Später im Plan (${german(12)})`).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('row', { name: 'Neu im Plan' }).getByText('Entwurf').waitFor()
  await page.getByRole('link', { name: 'Abgleich mit der Personalplanung' }).click()
  await dialog.getByText(/Abgleich fertig: 1 neu/).waitFor()
  await page.context().close()
})

test('a sync that runs is found again after a reload; one that cannot start says so', async () => {
  planner.happenings = [planned('S3', 'Langsam im Plan', 1)]
  const page = await as(cast.clara, '/ui/happenings/sync')
  const dialog = page.getByRole('dialog', { name: 'Abgleich mit der Personalplanung' })
  const go = dialog.getByRole('button', { name: 'Abgleichen' })
  await dialog.getByText('Langsam im Plan').waitFor()
  let answer = () => {}
  planner.fault = (response, text) => {
    answer = () => response.writeHead(200, { 'content-type': 'application/json' }).end(text)
  }
  await go.click()
  await dialog.getByText('Der Abgleich läuft …').waitFor()
  await page.reload()
  await dialog.getByText('Der Abgleich läuft …').waitFor()
  planner.fault = undefined
  answer()
  await dialog.getByText(/Abgleich fertig: .*1 neu/).waitFor()

  await page.goto('/ui/happenings/sync')
  await page.route('**/happenings/sync/', (route) =>
    route.fulfill({ status: 503, json: { success: false, details: 'Der Server wird gerade beendet.' } }),
  )
  await go.click()
  await dialog.getByText('Fehler beim Starten der Synchronisation. Der Server wird gerade beendet.').waitFor()
  await page.context().close()
})

test('recorders see their own happenings without any tool of an admin, and nobody else sees the screen', async () => {
  const georg = await userId(cast.georg)
  const { id, sub } = await insertHappening(db, { name: 'Georgs Abend', date: day(0), recorders: [georg] })
  await insertHappening(db, { name: 'Georgs Entwurf', date: day(0), status: 'Entwurf', recorders: [georg] })
  const page = await as(cast.georg, '/ui/happenings')
  await listed(page, 'Georgs Abend')
  assert.equal(await page.getByRole('checkbox').count(), 0)
  assert.equal(await page.getByRole('link', { name: 'Abgleich mit der Personalplanung' }).count(), 0)
  assert.deepEqual(await page.getByRole('columnheader').allInnerTexts(), ['Name', 'Art', 'Datum', 'Status'])
  assert.deepEqual(await page.getByLabel('Status', { exact: true }).locator('option').allInnerTexts(), [
    'Alle',
    'Aktiv',
    'Erledigt',
  ])
  for (const path of ['sync', `${id}/edit_status`, `${id}/${sub}/change_users`]) {
    await page.goto(`/ui/happenings/${path}`)
    await page.getByRole('heading', { name: 'Not Found' }).waitFor()
  }
  await page.goto(`/ui/happenings/${id}`)
  await link(page, 'Bühne').waitFor()
  for (const name of ['Excel', 'Zeiterfasser ändern: Bühne'])
    assert.equal(await page.getByRole('link', { name }).count(), 0)

  await page.goto(`/ui/happenings?end=${day(-1)}`)
  await page.getByText('In diesem Zeitraum gibt es für Sie keine Veranstaltungen.').waitFor()
  await page.getByRole('button', { name: 'Alle Zeiträume zeigen' }).click()
  await listed(page, 'Georgs Abend')
  const admin = await as(cast.clara, `/ui/happenings/${id}/${sub}/change_users`)
  await admin.getByRole('button', { name: 'Müller-Lüdenscheidt, Georg entfernen' }).click()
  await admin.getByRole('button', { name: 'Speichern' }).click()
  // Whichever is asked first: the list, or who is signed in.
  await page
    .getByText('Sie erfassen zurzeit keine Zeiten.')
    .or(page.getByRole('heading', { name: 'Not Found' }))
    .waitFor()

  const elif = await as(cast.elif, '/ui/happenings')
  await elif.getByRole('heading', { name: 'Not Found' }).waitFor()
  assert.equal(await link(elif, 'Veranstaltungen').count(), 0)
  for (const one of [page, admin, elif]) await one.context().close()
})

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [390, 1280]) {
    test(`the screens of happenings are accessible and never too wide: ${colorScheme}, ${width} px`, async () => {
      const ids = await Promise.all(Object.values(cast).slice(0, 8).map(userId))
      const { id, sub } = await insertHappening(db, {
        name: `${colorScheme}${width}`.padEnd(120, 'x'),
        type: 'Breitwand',
        part: 'Teil'.padEnd(120, 'x'),
        date: day(0),
        recorders: ids,
      })
      const options = { colorScheme, viewport: { width, height: 800 }, isMobile: width < 500 }
      const page = await as(cast.clara, `/ui/happenings?filter=${colorScheme}${width}`, options)
      await page.getByRole('row').filter({ hasText: 'Breitwand' }).waitFor()
      await expectAccessible(page)
      await page.getByRole('row').getByRole('checkbox').last().check()
      await page.getByRole('region', { name: 'Auswahl' }).waitFor()
      await expectAccessible(page)
      await page.goto(`/ui/happenings/${id}/edit_status`)
      await page.getByRole('dialog').waitFor()
      await expectAccessible(page)
      await page.goto(`/ui/happenings/${id}`)
      await page.getByRole('button', { name: 'und 5 weitere' }).click()
      await expectAccessible(page)
      await page.goto(`/ui/happenings/${id}/${sub}/change_users`)
      await page.getByRole('dialog').getByRole('combobox').click()
      await page.getByRole('dialog').getByRole('option').first().waitFor()
      await expectAccessible(page)
      await page.goto('/ui/happenings?filter=gibtesnicht')
      await page.getByText('Keine Veranstaltung gefunden').waitFor()
      await expectAccessible(page)
      await page.context().close()
    })
  }
}

test('two administrators change the recorders of a part: neither takes back what the other has done', async () => {
  const { id, sub } = await insertHappening(db, {
    name: 'Doppelfest',
    date: day(0),
    recorders: [await userId(cast.kai), await userId(cast.georg)],
  })
  const open = async () => {
    const page = await as(cast.clara, `/ui/happenings/${id}/${sub}/change_users`)
    const dialog = page.getByRole('dialog', { name: 'Zeiterfasser ändern' })
    const people = dialog.getByRole('list', { name: 'Zeiterfasser' }).getByRole('listitem')
    await people.nth(1).waitFor()
    const add = async (text: string, name: string) => {
      await dialog.getByRole('combobox', { name: 'Person hinzufügen' }).fill(text)
      await dialog.getByRole('option', { name }).click()
    }
    const save = async () => {
      await dialog.getByRole('button', { name: 'Speichern' }).click()
      await page.getByText('Zeiterfasser erfolgreich geändert').waitFor()
    }
    return { page, dialog, add, save }
  }
  const [one, other] = [await open(), await open()]
  await other.add('jana', 'Ærenlund, Jana')
  await one.add('anna', 'Berger, Anna')
  await one.dialog.getByRole('button', { name: 'Weißhaupt, Kai entfernen' }).click()
  await one.save()
  await other.save()
  const users = await db
    .selectFrom('subhappening_users')
    .innerJoin('users', 'users.id', 'subhappening_users.user_id')
    .where('subhappening_id', '=', sub)
    .select('username')
    .orderBy('username')
    .execute()
  assert.deepEqual(
    users.map(({ username }) => username),
    ['anna', 'georg', 'jana'],
  )
  for (const { page } of [one, other]) await page.context().close()
})
