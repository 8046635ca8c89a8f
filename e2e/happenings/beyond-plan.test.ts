// Notes of a recorder on phone and desktop.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { cast } from '#demo/cast.ts'
import { expectAccessible } from '../accessible.ts'
import { phone } from '../stage.ts'
import { pick } from '../steps.ts'
import { overnight, setTimesheetStage } from './timesheet-stage.ts'
import { applied, apply, bar, focused, openSheet, rowOf, said, sendAll, start } from './timesheet-steps.ts'

const { db, open, team, planThem, planner, entry } = await setTimesheetStage()

test('on a phone somebody who did not come and a note are two presses in their sheet, survive a reload, and rows stay as high as they are', async () => {
  const made = await team('Telefonisch')
  await planThem(made)
  const page = await open(cast.bruno, made.screen, phone)
  await page.getByRole('button', { name: 'Alle wie geplant' }).tap()
  const aigner = await openSheet(page, 'Aigner')
  await aigner.getByRole('button', { name: 'Nicht gekommen' }).tap()
  await rowOf(page, 'Aigner').getByText('Nicht gekommen').waitFor()
  assert.equal(await aigner.getByLabel('Beginn', { exact: true }).count(), 0)
  // One press takes it back, with what was there before.
  await aigner.getByRole('button', { name: 'Nicht gekommen' }).tap()
  await rowOf(page, 'Aigner').getByText('18:00–02:00').waitFor()
  await aigner.getByRole('button', { name: 'Nicht gekommen' }).tap()
  await aigner.getByRole('button', { name: 'Notiz' }).tap()
  await aigner.getByLabel('Notiz', { exact: true }).fill('Hat sich krank gemeldet')
  await openSheet(page, 'Berg')
  await rowOf(page, 'Aigner').getByText('Notiz: Hat sich krank gemeldet').waitFor()
  for (const row of await page.getByRole('rowgroup').getByRole('row').all())
    assert.ok(((await row.boundingBox())?.height ?? 0) <= 72)
  await page.reload()
  await rowOf(page, 'Aigner').getByText('Notiz: Hat sich krank gemeldet').waitFor()
  await rowOf(page, 'Aigner').getByText('Nicht gekommen').waitFor()
  await bar(page).getByText('2 Einträge noch nicht übernommen').waitFor()
  await page.getByRole('button', { name: 'Senden', exact: true }).tap()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Senden' }).tap()
  await bar(page).getByText('2 von 2 Zeiten übermittelt.').waitFor()
  const { absent, note, submitted } = await entry(made.entries[0])
  assert.deepEqual([absent, note, submitted], [true, 'Hat sich krank gemeldet', true])
  const told = planner.bookings.find((booking) => booking.note === 'Hat sich krank gemeldet')
  assert.deepEqual([told?.absent, told?.ist_von], [true, null])
  await rowOf(page, 'Aigner').getByText('Übermittelt').waitFor()
})

test('at a desk notes have a column where there are some, by keys like the others, and an absence is undone in its row', async () => {
  const made = await team('Am Tisch')
  await planThem(made)
  const page = await open(cast.clara, made.screen)
  assert.equal(await page.getByLabel('Aigner: Notiz').count(), 0)
  await pick(page, 'Aigner', 'Notiz')
  assert.equal(await focused(page), 'Aigner: Notiz')
  await page.keyboard.type('Mit Stapler')
  await page.keyboard.press('Enter')
  assert.equal(await focused(page), 'Berg: Notiz')
  await page.keyboard.type('ab 20 Uhr')
  await page.keyboard.press('Tab')
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
  // What was noted is found again, and who did not come goes with the next sending.
  await page.reload()
  assert.equal(await page.getByLabel('Berg: Notiz').inputValue(), 'ab 20 Uhr')
  await sendAll(page)
  await bar(page).getByText('1 von 1 Zeit übermittelt.').waitFor()
})

test('somebody whom nobody planned is added on a phone, also without a network, and the planner says whom it takes', async () => {
  const made = await team('Ungeplant')
  await planThem(made)
  const page = await open(cast.bruno, made.screen, phone)
  const add = async (fields: Record<string, string>) => {
    const dialog = page.getByRole('dialog', { name: 'Person hinzufügen' })
    for (const [label, text] of Object.entries(fields))
      await dialog.getByLabel(label, { exact: true }).fill(text)
    if (fields['Firma']) await expectAccessible(page)
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
  // Below the team there is the same.
  await page.getByRole('button', { name: 'Person hinzufügen' }).tap()
  await add({ Nachname: 'Niemand' })
  await page.getByText('Niemand ist auf diesem Gerät gespeichert').waitFor()
  await page.unroute(posts)
  await page.reload()
  await rowOf(page, 'Niemand').waitFor()
  await times('Niemand')
  await page.getByRole('button', { name: 'Senden', exact: true }).tap()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Senden' }).tap()
  await bar(page).getByText('1 von 2 Zeiten übermittelt, 1 abgelehnt.').waitFor()
  const niemand = await openSheet(page, 'Niemand')
  await niemand.getByText('Diese Person kennt die Planung nicht.').waitFor()
  assert.equal(planner.validBookings.filter(({ proposal }) => proposal?.last_name === 'Sommer').length, 1)
  await niemand.getByRole('button', { name: 'Aktionen für Niemand' }).tap()
  await page.getByRole('menuitem', { name: 'Entfernen …' }).tap()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Entfernen' }).tap()
  await rowOf(page, 'Niemand').waitFor({ state: 'hidden' })
})

/** Adds Sander where nobody can be reached. */
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
  await other.context().unroute('**/time/')
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
  // The steps of whoever has no plan begin where most of the others do.
  for (const [end, time] of [
    ['Beginn', '18:00'],
    ['Ende', '02:00'],
  ] as const) {
    const field = page.getByLabel(`Zander: ${end}`, { exact: true })
    await field.press('Control+ArrowUp')
    assert.equal(await field.inputValue(), time)
  }
})

test('where the planner plans breaks there is a field for them, on a phone and at a desk', async () => {
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
  // It is still there after somebody else, and nothing goes before it is mended.
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
  const desk = await open(cast.clara, made.screen)
  assert.equal(await desk.getByLabel('Aigner: Pause').inputValue(), '45')
})
