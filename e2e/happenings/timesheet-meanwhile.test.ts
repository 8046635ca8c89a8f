// Notes of a recorder; changes by others, another window or the network while a timesheet has edits, also after somebody has left it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page, Route } from 'playwright-core'
import { cast, demoPassword } from '#demo/cast.ts'
import { expectAccessible } from '../accessible.ts'
import { phone } from '../stage.ts'
import { endRoute, pick } from '../steps.ts'
import { overnight, setTimesheetStage } from './timesheet-stage.ts'
import { applied, apply, bar, finish, focused, openSheet, rowOf, said, start } from './timesheet-steps.ts'

const { call, db, entry, idOf, open, team, timesOf } = await setTimesheetStage()

test('two who change the same entry read who was first and when, see both values and choose; other fields stay', async () => {
  const { screen, entries, times } = await team('Zwei', overnight, ['Aigner', 'Berg', 'Dorn'])
  const page = await open(cast.bruno, screen)
  await page.getByRole('button', { name: 'Alle wie geplant' }).click()
  await apply(page)
  await applied(page)
  for (const name of ['Aigner', 'Berg', 'Dorn']) {
    await start(page, name).fill('19')
    await start(page, name).press('Enter')
  }
  await bar(page).getByText('Nur auf diesem Gerät gespeichert').waitFor()
  await page.goto('about:blank')
  const [from, until] = [
    { ist_von_date: '2025-11-21', ist_von_time: '17:30' },
    { ist_bis_date: '2025-11-22', ist_bis_time: '03:00' },
  ]
  const items = [
    { timeentry_id: entries[0], revision: 1, ...from },
    { timeentry_id: entries[1], revision: 1, ...until },
    { timeentry_id: entries[2], revision: 1, ...from },
  ]
  await call(cast.clara, 'PATCH', times, { items })
  await page.goto(screen)
  const clara = `${cast.clara.vorname} ${cast.clara.nachname}`
  const moment = String.raw`\(\d\d\.\d\d\.\d{4} \d\d:\d\d:\d\d\)`
  const told = `^Inzwischen hat ${clara} den Eintrag geändert ${moment}: 21\\.11\\.2025 17:30–`
  await rowOf(page, 'Aigner').getByText(new RegExp(told)).waitFor()
  await apply(page)
  await said(page, 'Bitte entscheiden Sie an de')
  await bar(page).getByRole('button', { name: 'Zeigen' }).click()
  assert.deepEqual(await timesOf(entries[1]), ['2025-11-21T19:00', '2025-11-22T03:00'])
  assert.deepEqual((await timesOf(entries[0]))[0], '2025-11-21T17:30')
  await rowOf(page, 'Aigner').getByRole('button', { name: 'Meine Angabe behalten' }).click()
  await rowOf(page, 'Dorn').getByRole('button', { name: 'Andere Angabe übernehmen' }).click()
  await bar(page).getByText('Bitte entscheiden').waitFor({ state: 'hidden' })
  await apply(page)
  await page.getByText('Alles übernommen').waitFor()
  assert.deepEqual((await timesOf(entries[0]))[0], '2025-11-21T19:00')
  assert.deepEqual((await timesOf(entries[2]))[0], '2025-11-21T17:30')
  await pick(page, 'Aigner', 'Verlauf')
  const history = page.getByRole('dialog', { name: 'Verlauf: Aigner' })
  await history.getByText('clara').waitFor()
  assert.equal(await history.getByRole('listitem').count(), 3)
})

test('two windows of one person work on the same changes, and what one applies both have', async () => {
  const { screen, entries } = await team('Fenster')
  const page = await open(cast.bruno, screen)
  const other = await page.context().newPage()
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
})

test('changes of what has been sent or taken out meanwhile are not applied, and are dropped where that is said; whoever may not record any more reads why', async () => {
  const { screen, id, entries } = await team('Überholt')
  const page = await open(cast.bruno, screen)
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
  // The row shows the stored times, and the bar that the change was not applied.
  await row.getByText('17:00', { exact: true }).waitFor()
  await bar(page).getByText('1 Eintrag nicht übernommen').waitFor()
  assert.equal(await bar(page).getByText('Alles übernommen').count(), 0)
  await row.getByRole('button', { name: 'Meine Angabe verwerfen' }).click()
  await row.getByText(late).waitFor({ state: 'hidden' })
  await bar(page).getByText('Alles übernommen').waitFor()
  assert.deepEqual((await timesOf(entries[0]))[0], '2025-11-21T17:00')

  await pick(page, 'Berg', 'Wie geplant')
  await db
    .deleteFrom('time_entries')
    .where('id', '=', entries[1] as number)
    .execute()
  await rowOf(page, 'Berg').waitFor({ state: 'hidden' })
  await apply(page)
  await said(page, 'Die Personalplanung hat den Zeiteintrag entfernt.')
  await bar(page).getByRole('button', { name: 'Verwerfen' }).click()
  await bar(page).getByText('Alles übernommen').waitFor()
  await db.updateTable('happenings').set({ status: 'Erledigt' }).where('id', '=', id).execute()
  await page.getByText('Die Veranstaltung ist im Status „Erledigt“').waitFor()
  await bar(page).waitFor({ state: 'hidden' })
})

test('what is pressed in the very moment of a reload is there again, a time still in its field too, and a session that ends takes none of it along', async () => {
  const { screen, entries } = await team('Augenblick')
  const page = await open(cast.bruno, screen)
  const all = page.getByRole('button', { name: 'Alle wie geplant' })
  const leaves = page.waitForEvent('load')
  await all.evaluate((button) => {
    if (button instanceof HTMLElement) button.click()
    location.reload()
  })
  await leaves
  await page.getByText('2 Einträge noch nicht übernommen').waitFor()
  await start(page, 'Aigner').and(page.locator('[value="18:00"]')).waitFor()
  await finish(page, 'Aigner').fill('130')
  await page.reload()
  await finish(page, 'Aigner').and(page.locator('[value="01:30"]')).waitFor()
  await db
    .deleteFrom('sessions')
    .where('user_id', '=', await idOf(cast.bruno))
    .execute()
  await page.context().clearCookies()
  // The page's own requests notice that the session is gone.
  await page.waitForURL('**/ui/login**')
  await page.getByLabel('Benutzername').fill(cast.bruno.username)
  await page.getByLabel('Passwort', { exact: true }).fill(demoPassword)
  await page.getByRole('button', { name: 'Anmelden' }).click()
  await page.waitForURL(({ pathname }) => !pathname.endsWith('/login'))
  await page.goto(screen)
  await bar(page).getByText('2 Einträge noch nicht übernommen').waitFor()
  await apply(page)
  await applied(page)
  assert.deepEqual(await timesOf(entries[0]), ['2025-11-21T18:00', '2025-11-22T01:30'])
})

test('a window where the browser keeps nothing says so, and asks before the changes are lost', async () => {
  const { screen } = await team('Vergesslich')
  const page = await open(cast.bruno, screen)
  await page.evaluate(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
  })
  await pick(page, 'Aigner', 'Wie geplant')
  await bar(page).getByText('Nur in diesem Fenster').waitFor()
  await page.getByText('Dieser Browser hebt nichts auf.').waitFor()
  const asked = page.waitForEvent('dialog')
  const reload = page.evaluate(() => location.reload())
  const question = await asked
  assert.equal(question.type(), 'beforeunload')
  await question.dismiss()
  await reload
  // Within the window nothing is lost.
  await page.getByRole('link', { name: 'Vergesslich' }).click()
  await page.getByText('Er bleibt in diesem Fenster.').waitFor()
  await page.goBack()
  await bar(page).getByText('1 Eintrag noch nicht übernommen').waitFor()
  await apply(page)
  await applied(page)
})

/** Handles calls that store times; others pass. */
const onStoring = (page: Page, act: (route: Route) => Promise<void>) =>
  page.route('**/time/', (route) => (route.request().method() === 'PATCH' ? act(route) : route.continue()))
/** Holds back storing until the returned function is called. */
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

test('what is on its way when the sheet is left takes along nothing that was changed meanwhile, and is told of where the sheet was opened again', async () => {
  const { screen, entries } = await team('Verlassen')
  const page = await open(cast.bruno, screen)
  await pick(page, 'Aigner', 'Wie geplant')
  const letGo = await holdStoring(page)
  await apply(page)
  await pick(page, 'Berg', 'Wie geplant')
  await bar(page).getByText('2 Einträge noch nicht übernommen').waitFor()
  await leave(page, 'Prozesse')
  const stored = page.waitForResponse((answer) => answer.request().method() === 'PATCH')
  letGo()
  await stored
  await page.goBack()
  await bar(page).getByText('1 Eintrag noch nicht übernommen').waitFor()
  assert.deepEqual(await timesOf(entries[0]), overnight)
  await page.reload()
  await bar(page).getByText('1 Eintrag noch nicht übernommen').waitFor()

  const letGoAgain = await holdStoring(page)
  await apply(page)
  await leave(page, 'Prozesse')
  await page.goBack()
  await bar(page).getByText('1 Eintrag noch nicht übernommen').waitFor()
  letGoAgain()
  await bar(page).getByText('Alles übernommen').waitFor()
  assert.deepEqual(await timesOf(entries[1]), overnight)
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
  await page
    .getByText(
      /^„Anderswo – .*“: Fehler beim Übernehmen der Änderungen\. Ein Eintrag wurde nicht übernommen: /,
    )
    .waitFor()
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

test('on a phone somebody who did not come and a note are two presses in their sheet, survive a reload, and rows stay as high as they are', async () => {
  const made = await team('Telefonisch')
  const page = await open(cast.bruno, made.screen, phone)
  await page.getByRole('button', { name: 'Alle wie geplant' }).tap()
  const aigner = await openSheet(page, 'Aigner')
  await aigner.getByRole('button', { name: 'Nicht gekommen' }).tap()
  await rowOf(page, 'Aigner').getByText('Nicht gekommen').waitFor()
  assert.equal(await aigner.getByLabel('Beginn', { exact: true }).count(), 0)
  // A second press takes it back and restores the times from before.
  await aigner.getByRole('button', { name: 'Nicht gekommen' }).tap()
  await rowOf(page, 'Aigner').getByText('18:00–02:00').waitFor()
  await aigner.getByRole('button', { name: 'Nicht gekommen' }).tap()
  await aigner.getByRole('button', { name: 'Notiz' }).tap()
  await aigner.getByLabel('Notiz', { exact: true }).fill('Hat sich krank gemeldet')
  await (await openSheet(page, 'Berg')).getByText('Übermittelt: Nein').waitFor()
  await rowOf(page, 'Aigner').getByText('Notiz: Hat sich krank gemeldet').waitFor()
  for (const row of await page.getByRole('rowgroup').getByRole('row').all())
    assert.ok(((await row.boundingBox())?.height ?? 0) <= 72)
  await page.reload()
  await rowOf(page, 'Aigner').getByText('Notiz: Hat sich krank gemeldet').waitFor()
  await rowOf(page, 'Aigner').getByText('Nicht gekommen').waitFor()
  await bar(page).getByText('2 Einträge noch nicht übernommen').waitFor()
  await apply(page)
  await applied(page)
  const { absent, note } = await entry(made.entries[0])
  assert.deepEqual([absent, note], [true, 'Hat sich krank gemeldet'])
})

test('at a desk notes have a column where there are some, by keys like the others, and an absence is undone in its row', async () => {
  const made = await team('Am Tisch')
  const page = await open(cast.clara, made.screen)
  assert.equal(await page.getByLabel('Aigner: Notiz').count(), 0)
  await pick(page, 'Aigner', 'Notiz')
  assert.equal(await focused(page), 'Aigner: Notiz')
  await page.keyboard.type('Mit Stapler')
  await page.keyboard.press('Enter')
  assert.equal(await focused(page), 'Berg: Notiz')
  await page.keyboard.type('ab 20 Uhr')
  await page.keyboard.press('Tab')
  // The tooltip of the focused button covers the next one.
  await page.getByText('Aktionen für Berg', { exact: true }).waitFor()
  await pick(page, 'Castell', 'Nicht gekommen')
  await rowOf(page, 'Castell').getByText('Nicht gekommen').waitFor()
  await pick(page, 'Berg', 'Nicht gekommen')
  await page.getByRole('button', { name: 'Berg: Doch gekommen' }).click()
  await start(page, 'Berg').waitFor()
  await apply(page)
  await applied(page)
  const [aigner, berg, castell] = await Promise.all(made.entries.map(entry))
  assert.deepEqual([aigner?.note, berg?.note, castell?.absent], ['Mit Stapler', 'ab 20 Uhr', true])
  assert.deepEqual([berg?.absent, castell?.note], [false, null])
})

test('somebody whom nobody planned is added on a phone, also without a network, and can be removed', async () => {
  const made = await team('Ungeplant')
  const page = await open(cast.bruno, made.screen, phone)
  const add = async (fields: Record<string, string>) => {
    const dialog = page.getByRole('dialog', { name: 'Person hinzufügen' })
    for (const [label, text] of Object.entries(fields))
      await dialog.getByLabel(label, { exact: true }).fill(text)
    if (fields['Firma']) await expectAccessible(page, 'dialog[open]')
    await dialog.getByRole('button', { name: 'Hinzufügen' }).tap()
  }
  await page.getByRole('button', { name: 'Mehr', exact: true }).tap()
  await page.getByRole('menuitem', { name: 'Person hinzufügen …' }).tap()
  await add({ Nachname: 'Sommer', Vorname: 'Kim', Firma: 'Elbe Personal' })
  // The sheet opens by itself.
  const sommer = page.getByRole('dialog', { name: 'Sommer, Kim' })
  await sommer.getByText('Nicht geplant').waitFor()
  assert.equal(await sommer.getByRole('button', { name: 'Nicht gekommen' }).count(), 0)
  const times = async (name: string) => {
    const sheet = await openSheet(page, name)
    await sheet.getByLabel('Beginn', { exact: true }).fill('18')
    await sheet.getByLabel('Ende', { exact: true }).fill('22')
    await sheet.getByLabel('Ende', { exact: true }).press('Enter')
  }
  await times('Sommer, Kim')
  const posts = '**/time/'
  await page.route(posts, (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()))
  // The button below the team does the same.
  await page.getByRole('button', { name: 'Person hinzufügen' }).tap()
  await add({ Nachname: 'Niemand' })
  await page.getByText('Niemand ist auf diesem Gerät gespeichert').waitFor()
  await endRoute(page, posts)
  await page.reload()
  await rowOf(page, 'Niemand').waitFor()
  await times('Niemand')
  await apply(page)
  await applied(page)
  const niemand = await openSheet(page, 'Niemand')
  await niemand.getByRole('button', { name: 'Aktionen für Niemand' }).tap()
  await page.getByRole('menuitem', { name: 'Entfernen …' }).tap()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Entfernen' }).tap()
  await rowOf(page, 'Niemand').waitFor({ state: 'hidden' })
})

/** Adds Sander while the server is out of reach. */
async function addOutOfReach(page: Page) {
  await page
    .context()
    .route('**/time/', (route) => (route.request().method() === 'POST' ? route.abort() : route.continue()))
  await page.getByRole('button', { name: 'Person hinzufügen' }).click()
  const dialog = page.getByRole('dialog', { name: 'Person hinzufügen' })
  await dialog.getByLabel('Nachname', { exact: true }).fill('Sander')
  await dialog.getByRole('button', { name: 'Hinzufügen' }).click()
  await page.getByText(isKept).waitFor()
}
const isKept = 'Sander ist auf diesem Gerät gespeichert'

test('who was added out of reach goes to the server when the app is opened anywhere, is told of there when refused, and not sent when discarded in another window', async () => {
  const [reached, late, discarded] = [
    await team('Unterwegs'),
    await team('Zu spät'),
    await team('Doch nicht'),
  ]
  const page = await open(cast.clara, reached.screen)
  await addOutOfReach(page)
  for (const { screen } of [late, discarded]) {
    await page.goto(screen)
    await addOutOfReach(page)
  }
  await db.updateTable('happenings').set({ status: 'Archiv' }).where('id', '=', late.id).execute()
  const other = await page.context().newPage()
  await other.goto(discarded.screen)
  await other.getByText(isKept).waitFor()
  await other.getByRole('button', { name: 'Verwerfen' }).click()
  for (const one of [other, page]) await one.getByText(isKept).waitFor({ state: 'detached' })
  await page.close()
  await endRoute(other.context(), '**/time/')
  await other.goto('/ui/docs')
  await other.getByText('Sander hinzugefügt').waitFor()
  await other.getByText(/^Sander ließ sich nicht hinzufügen: /).waitFor()
  await other.goto(reached.screen)
  await rowOf(other, 'Sander').getByText('nicht geplant').waitFor()
  await other.goto(discarded.screen)
  await rowOf(other, 'Aigner').waitFor()
  assert.equal(await rowOf(other, 'Sander').count(), 0)
})

test('at a desk somebody is chosen from other teams by name, and led to', async () => {
  const made = await team('Auswahl')
  await team('Woanders', overnight, ['Zander'])
  const page = await open(cast.clara, made.screen)
  await page.getByRole('button', { name: 'Person hinzufügen' }).click()
  const dialog = page.getByRole('dialog', { name: 'Person hinzufügen' })
  await dialog.getByRole('combobox').fill('zand')
  await dialog.getByRole('option', { name: /Zander/ }).click()
  await dialog.getByText(/^Gewählt: Zander · Nr\. \d+$/).waitFor()
  const typed = dialog.getByLabel('Nachname', { exact: true })
  assert.equal(await typed.count(), 0, 'who is chosen is named once')
  await dialog.getByRole('button', { name: 'Jemand anderes' }).click()
  await typed.waitFor()
  await dialog.getByRole('combobox').and(page.locator(':focus')).fill('zand')
  await dialog.getByRole('option', { name: /Zander/ }).click()
  await dialog.getByRole('button', { name: 'Hinzufügen' }).click()
  await rowOf(page, 'Zander').getByText('nicht geplant').waitFor()
  // Without a planned time, the arrow keys start at the time that most of the team have.
  for (const [end, time] of [
    ['Beginn', '18:00'],
    ['Ende', '02:00'],
  ] as const) {
    const field = page.getByLabel(`Zander: ${end}`, { exact: true })
    await field.press('Control+ArrowUp')
    assert.equal(await field.inputValue(), time)
  }
})

test('where the planner plans breaks there is a field for them on a phone', async () => {
  const made = await team('Pausen')
  await db
    .updateTable('time_entries')
    .set({ soll_pause: 30 })
    .where('id', '=', made.entries[0] ?? 0)
    .execute()
  const page = await open(cast.bruno, made.screen, phone)
  const berg = await openSheet(page, 'Berg')
  assert.equal(await berg.getByLabel('Pause (Minuten)').count(), 0)
  await page.getByRole('button', { name: 'Alle wie geplant' }).tap()
  const aigner = await openSheet(page, 'Aigner')
  await aigner.getByLabel('Pause (Minuten)').fill('viel')
  await aigner.getByLabel('Pause (Minuten)').press('Enter')
  const wrong = aigner.getByText('Bitte Minuten angeben, zum Beispiel 30, höchstens 720.')
  await wrong.waitFor()
  // The error stays after looking at another person, and nothing is applied before it is corrected.
  await aigner.getByRole('button', { name: 'Nächste Person' }).tap()
  await berg.getByRole('button', { name: 'Vorige Person' }).tap()
  await wrong.waitFor()
  assert.equal(await aigner.getByLabel('Pause (Minuten)').inputValue(), 'viel')
  await apply(page)
  await said(page, 'Bitte korrigieren Sie zuerst die Zeiten von „Aigner“.')
  await aigner.getByLabel('Pause (Minuten)').fill('45')
  await aigner.getByLabel('Pause (Minuten)').press('Enter')
  await aigner.getByText('8:00 h, davon 45 Min. Pause').waitFor()
  await apply(page)
  await applied(page)
  assert.equal((await entry(made.entries[0])).ist_pause, 45)
})
