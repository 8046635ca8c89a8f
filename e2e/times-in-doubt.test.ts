// Times that are hardly meant: what is asked, what is refused, and what 24:00 is.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { cast, type Person } from '#demo/cast.ts'
import { startSimulator } from '#planner-simulator/server.ts'
import { insertHappening } from '#server/testing/happenings.ts'
import { launch } from './browser.ts'
import { startKontor } from './kontor.ts'
import { signIn } from './sign-in.ts'
import { applied, apply, bar, finish, focused, pick, rowOf, said, start } from './timesheet-steps.ts'

const planner = await startSimulator({ users: [], happenings: [] })
const kontor = await startKontor({ PLANNER_URL: planner.url, PLANNER_TOKEN: planner.token })
const { db } = kontor.kontor
const browser = await launch()
after(async () => {
  await browser.close()
  await kontor.stop()
  await planner.stop()
})

async function as({ username }: Person, path: string) {
  const context = await browser.newContext({ baseURL: kontor.url, locale: 'de-DE' })
  const page = await context.newPage()
  page.setDefaultTimeout(15_000)
  await signIn(page, username)
  await page.goto(path)
  await page.getByRole('table', { name: 'Zeiten' }).waitFor()
  return page
}

type Planned = [from: string, to: string]
const overnight: Planned = ['2025-11-21T18:00', '2025-11-22T02:00']

/** A team that Bruno records, and that the planner knows. */
async function team(name: string, soll: Planned = overnight, people = ['Aigner', 'Berg']) {
  const { id } = await db
    .selectFrom('users')
    .where('username', '=', cast.bruno.username)
    .select('id')
    .executeTakeFirstOrThrow()
  const made = await insertHappening(db, {
    name,
    date: soll[0].slice(0, 10),
    recorders: [id],
    entries: [...people.map((name) => ({ name, soll })), { name: 'Castell' }],
  })
  const rows = await db
    .selectFrom('time_entries')
    .where('subhappening_id', '=', made.sub)
    .selectAll()
    .execute()
  const entries = rows.map(({ planner_id, ...row }) => ({ ...row, id: planner_id }))
  const part = { id: `S${made.sub}`, name: 'Bühne', entries }
  planner.happenings.push({
    id: `V${made.id}`,
    name,
    type: '',
    date: soll[0].slice(0, 10),
    subhappenings: [part],
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

/** A day from now, by the clock of the company. */
const inDays = (days: number) => Temporal.Now.plainDateISO('Europe/Berlin').add({ days }).toString()
const german = (day: string) => day.split('-').toReversed().join('.')
const revisionOf = async (id: number | undefined) =>
  (
    await db
      .selectFrom('time_entries')
      .where('id', '=', id as number)
      .select('revision')
      .executeTakeFirstOrThrow()
  ).revision

test('times that are days from the plan are asked about before they are saved, and again before they are sent', async () => {
  const made = await team('Versehen')
  const page = await as(cast.bruno, made.screen)
  await pick(page, 'Aigner', 'Wie geplant')
  const day = page.getByLabel('Aigner: Beginn, Datum', { exact: true })
  // Without a year it is the one that brings it nearest to the plan.
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
  await page.context().close()
})

test('another year is refused to who records, at its field and in days that can be read', async () => {
  const { screen, entries } = await team('Jahr')
  const page = await as(cast.bruno, screen)
  await pick(page, 'Aigner', 'Wie geplant')
  await page.getByLabel('Aigner: Beginn, Datum', { exact: true }).fill('1.1.2000')
  await page.keyboard.press('Enter')
  await rowOf(page, 'Aigner')
    .getByText(
      'liegt 9.456 Tage vor dem geplanten (21.11.2025); so weit entfernte Zeiten kann nur ein Admin eintragen.',
    )
    .waitFor()
  await apply(page)
  await said(page, 'Bitte korrigieren Sie zuerst die Zeiten von „Aigner“.')
  assert.equal(await revisionOf(entries[0]), 0)
  await page.context().close()
  const clara = await as(cast.clara, screen)
  await pick(clara, 'Aigner', 'Wie geplant')
  await clara.getByLabel('Aigner: Beginn, Datum', { exact: true }).fill('1.1.2000')
  await clara.keyboard.press('Enter')
  await apply(clara)
  const asked = clara.getByRole('alertdialog', { name: 'Stimmt diese Zeit?' })
  await asked.getByText('liegt 9.456 Tage vor dem geplanten').waitFor()
  await asked.getByRole('button', { name: 'Trotzdem übernehmen' }).click()
  await applied(clara)
  assert.equal(await revisionOf(entries[0]), 1)
  await clara.context().close()
})

test('what has not happened yet is asked about; both steps at once ask once, and send what is saved', async () => {
  const day = inDays(2)
  const soll: Planned = [`${day}T18:00`, `${day}T22:00`]
  const made = await team('Übermorgen', soll, ['Aigner'])
  const page = await as(cast.bruno, made.screen)
  await page.getByRole('button', { name: 'Alle wie geplant' }).click()
  await page.getByRole('button', { name: 'Weitere Schritte' }).click()
  await page.getByRole('menuitem', { name: 'Übernehmen und senden' }).click()
  const question = page.getByRole('alertdialog', { name: 'Sollen die Zeiten gesendet werden?' })
  await question.getByText('Ein Eintrag wird zuerst übernommen.').waitFor()
  await question.getByText(`Der Beginn (${german(day)}, 18:00 Uhr) liegt in der Zukunft.`).waitFor()
  assert.equal(await revisionOf(made.entries[0]), 0)
  await question.getByRole('button', { name: 'Senden' }).click()
  await bar(page).getByText('1 von 1 Zeit übermittelt.').waitFor()
  assert.deepEqual(await timesOf(made.entries[0]), soll)
  await page.context().close()
})

test('what has to be mended keeps both steps at once from asking and from sending', async () => {
  const made = await team('Halb')
  const page = await as(cast.bruno, made.screen)
  await pick(page, 'Aigner', 'Wie geplant')
  await finish(page, 'Berg').fill('9')
  await finish(page, 'Berg').press('Enter')
  await start(page, 'Berg').fill('9')
  await start(page, 'Berg').press('Enter')
  await page.getByRole('button', { name: 'Weitere Schritte' }).click()
  await page.getByRole('menuitem', { name: 'Übernehmen und senden' }).click()
  await said(page, 'Bitte korrigieren Sie zuerst die Zeiten von „Berg“.')
  assert.equal(await page.getByRole('alertdialog').count(), 0)
  assert.equal(await revisionOf(made.entries[0]), 0)
  await page.context().close()
})

test('24:00 is midnight at the end of the day that stands beside it, as a begin and as an end', async () => {
  const { screen, entries } = await team('Mitternacht')
  const page = await as(cast.bruno, screen)
  await start(page, 'Aigner').fill('24:00')
  await start(page, 'Aigner').press('Enter')
  await finish(page, 'Aigner').fill('2')
  await finish(page, 'Aigner').press('Enter')
  assert.equal(await start(page, 'Aigner').inputValue(), '00:00')
  assert.equal(await page.getByLabel('Aigner: Beginn, Datum', { exact: true }).inputValue(), '22.11.2025')
  await pick(page, 'Berg', 'Beginn wie geplant')
  await finish(page, 'Berg').fill('24')
  await finish(page, 'Berg').press('Enter')
  await rowOf(page, 'Berg').getByText('6:00', { exact: true }).waitFor()
  // What is no time for sure is none: half past eight, or five past?
  await start(page, 'Castell').fill('8,5')
  await start(page, 'Castell').press('Enter')
  await page.getByText('Bitte eine Uhrzeit angeben, zum Beispiel 8:15.').waitFor()
  await pick(page, 'Castell', 'Beginn: Änderung verwerfen')
  await apply(page)
  await applied(page)
  assert.deepEqual(await timesOf(entries[0]), ['2025-11-22T00:00', '2025-11-22T02:00'])
  assert.deepEqual(await timesOf(entries[1]), ['2025-11-21T18:00', '2025-11-22T00:00'])
  await page.context().close()
})
