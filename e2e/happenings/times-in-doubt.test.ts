// Times that are hardly meant: what is asked, and what is refused.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cast } from '#demo/cast.ts'
import { pick } from '../steps.ts'
import { type Planned, setTimesheetStage } from './timesheet-stage.ts'
import { applied, apply, bar, finish, focused, rowOf, said, start } from './timesheet-steps.ts'

const { open, team, planThem, timesOf, revisionOf } = await setTimesheetStage()

/** A day from now, by the clock of the company. */
const inDays = (days: number) => Temporal.Now.plainDateISO('Europe/Berlin').add({ days }).toString()

const german = (day: string) => day.split('-').toReversed().join('.')

test('times that are days from the plan are asked about before they are saved, and again before they are sent', async () => {
  const made = await team('Versehen')
  await planThem(made)
  const page = await open(cast.bruno, made.screen)
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
})

test('another year is refused to who records, at its field and in days that can be read', async () => {
  const { screen, entries } = await team('Jahr')
  const page = await open(cast.bruno, screen)
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
})

test('what has not happened yet is asked about; both steps at once ask once, and send what is saved', async () => {
  const day = inDays(2)
  const soll: Planned = [`${day}T18:00`, `${day}T22:00`]
  const made = await team('Übermorgen', soll, ['Aigner'])
  await planThem(made)
  const page = await open(cast.bruno, made.screen)
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
})

test('what has to be mended keeps both steps at once from asking and from sending', async () => {
  const made = await team('Halb')
  const page = await open(cast.bruno, made.screen)
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
})
