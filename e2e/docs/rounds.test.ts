import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import {
  checkbox,
  choice,
  number,
  paragraph,
  processOf,
  section,
  textarea,
} from '#contract/document/build.ts'
import { cast } from '#demo/cast.ts'
import { beginRounds } from '#server/rounds/begin-rounds.ts'
import { until } from '#server/testing/until.ts'
import { expectAccessible, expectAccessibleInBothSchemes } from '../accessible.ts'
import { setStage } from '../stage.ts'
import { saved } from './reading-stage.ts'

const { as, call, db, kontor } = await setStage()

const content = processOf(section('Kasse', paragraph(textarea('Bestand'))))
async function published(name: string): Promise<number> {
  const { doc_id } = (await call(cast.clara, 'POST', '/docs/', { name })) as { doc_id: number }
  await call(cast.clara, 'PATCH', `/docs/${doc_id}/`, { content })
  const shown = { public: false, groups: ['Bühne'], notify: false }
  await call(cast.clara, 'POST', `/docs/${doc_id}/publish/`, shown)
  return doc_id
}
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const berlin = { timezoneId: 'Europe/Berlin' }
const today = Temporal.Now.plainDateISO('Europe/Berlin')
const german = (day: Temporal.PlainDate) => day.toString().split('-').toReversed().join('.')
const soon = german(today.add({ days: 40 }))

test('a process is repeated within five clicks, says so to all, and is switched off again', async () => {
  const id = await published('Kassenprüfung')
  const page = await as(cast.clara, `/ui/docs/${id}/show`, berlin)
  let clicks = 0
  const press = async (name: string) => {
    clicks++
    await page.getByRole('button', { name, exact: true }).click()
  }
  await press('Wiederholen …')
  const dialog = page.getByRole('dialog', { name: 'Wiederholen' })
  await dialog.getByRole('textbox', { name: 'Erste neue Runde', exact: true }).fill(soon)
  await dialog.getByLabel('Frist nach Tagen').fill('7')
  await press('Speichern')
  await page.getByText(`Nächste Runde am ${soon} 08:00`).waitFor()
  assert.ok(clicks <= 5, `${clicks} clicks`)
  console.log(`repeat a process: ${clicks} clicks`)

  const bruno = await as(cast.bruno, '/ui/docs', berlin)
  await row(bruno, 'Kassenprüfung').getByText(`Nächste Runde am ${soon}`).waitFor()
  await bruno.goto(`/ui/docs/${id}/show`)
  await bruno.getByText(`Nächste Runde am ${soon}`).waitFor()

  await page.getByRole('button', { name: `Nächste Runde am ${soon} …` }).click()
  await dialog.getByLabel('Wie oft').selectOption('Nicht wiederholen')
  await dialog.getByRole('button', { name: 'Beenden' }).click()
  await page.getByText('Wird nicht mehr wiederholt').waitFor()
  await page.getByRole('button', { name: 'Wiederholen …' }).waitFor()
})

test('when the next round begins, open screens are empty again, and the table of before is among the rounds', async () => {
  const id = await published('Monatskasse')
  const bruno = await as(cast.bruno, `/ui/docs/${id}/show`, berlin)
  const stock = bruno.getByLabel('Bestand')
  await stock.fill('250 Euro')
  await saved(bruno)
  const first = today.subtract({ days: 1 })
  await db
    .updateTable('docs')
    .set({
      repeats: JSON.stringify({
        unit: 'month',
        every: 1,
        first: `${first.toString()}T08:00`,
        due_days: 5,
        notify: true,
      }),
      next_round_at: new Date(Date.now() - 1_000),
    })
    .where('id', '=', id)
    .execute()
  await beginRounds(kontor.kontor)
  // A window focus refetches answers at once.
  await bruno.evaluate(() => dispatchEvent(new Event('focus')))
  await until(async () => (await stock.inputValue()) === '', 'the answers of before still stand there')
  await bruno.reload()
  await bruno.getByText(`Nächste Runde am ${german(first.add({ months: 1 }))}`).waitFor()

  const page = await as(cast.clara, `/ui/docs/${id}/active`, berlin)
  const rounds = page.getByRole('table', { name: 'Frühere Runden' })
  await rounds.getByText('von selbst').waitFor()
  await rounds.getByRole('link', { name: /^Excel der Runde vom/ }).waitFor()
})

test('weeks are counted in whole numbers, a round is due before the next one begins, and a day that has passed or is none is refused at its field', async () => {
  const id = await published('Reinigung')
  const page = await as(cast.clara, `/ui/docs/${id}/show`, berlin)
  await page.getByRole('button', { name: 'Wiederholen …' }).click()
  const dialog = page.getByRole('dialog', { name: 'Wiederholen' })
  const save = dialog.getByRole('button', { name: 'Speichern' })
  await dialog.getByLabel('Wie oft').selectOption('Alle … Wochen')
  const weeks = dialog.getByLabel('Wochen bis zur nächsten Runde')
  const day = dialog.getByRole('textbox', { name: 'Erste neue Runde', exact: true })
  await day.fill(german(today.subtract({ days: 1 })))
  await weeks.fill('0')
  await dialog.getByText('Bitte geben Sie eine ganze Zahl von 1 bis 52 ein.').waitFor()
  await weeks.fill('1,5')
  await save.and(page.locator(':disabled')).waitFor()
  await weeks.fill('2')
  const due = dialog.getByLabel('Frist nach Tagen')
  await due.fill('14')
  await dialog.getByText(/höchstens 13: Die Frist muss enden, bevor die nächste Runde beginnt/).waitFor()
  await save.and(page.locator(':disabled')).waitFor()
  await expectAccessible(page)
  await due.fill('13')
  await save.click()
  await dialog.getByText('Die erste Runde liegt in der Vergangenheit.').waitFor()
  await day.fill('31.11.')
  await save.click()
  await dialog.getByText(/^Bitte ein gültiges Datum angeben/).waitFor()
  await day.fill(soon)
  await save.click()
  await page.getByText(`Nächste Runde am ${soon} 08:00`).waitFor()
})

const counted = processOf(
  section(
    'Kasse',
    paragraph(number('Bestand')),
    paragraph(checkbox('Gezählt')),
    paragraph(choice('Schicht', 'Früh', 'Spät')),
  ),
)
async function afterOneRound(name: string): Promise<number> {
  const { doc_id } = (await call(cast.clara, 'POST', '/docs/', { name })) as { doc_id: number }
  const path = `/docs/${doc_id}/`
  const enter = (person: typeof cast.anna, Bestand: number, isTicked: boolean) =>
    call(person, 'PATCH', `${path}currentuserdata/`, {
      data: { Bestand, Gezählt: isTicked ? 'Bestätigt' : null },
    })
  await call(cast.clara, 'PATCH', path, { content: counted })
  await call(cast.clara, 'POST', `${path}publish/`, { public: true, groups: [], notify: false })
  await enter(cast.anna, 100, true)
  await enter(cast.bruno, 300, true)
  await call(cast.clara, 'POST', `${path}userdata/reset/`)
  await enter(cast.anna, 120, true)
  await enter(cast.bruno, 80, false)
  await call(cast.anna, 'PATCH', `${path}currentuserdata/`, { data: { Schicht: 'Spät' } })
  return doc_id
}

test('one press shows ticks, numbers and how they went from round to round, each with its table', async () => {
  const id = await afterOneRound('Kassenprüfung')
  const page = await as(cast.clara, `/ui/docs/${id}/active`)
  await page.getByRole('button', { name: 'Diagramme' }).click()
  const rows = (name: RegExp) => page.getByRole('table', { name }).getByRole('row')
  await rows(/^Häkchen/)
    .getByText('1 von 2')
    .waitFor()
  await page.getByText('2 Angaben von 80 bis 120, im Mittel 100.').waitFor()
  const spread = await rows(/^Bestand\s*2 Angaben/).allInnerTexts()
  assert.match(String(spread[1]), /^80 bis unter 85\s+1/)
  assert.match(String(spread.at(-1)), /^115 bis 120\s+1/)
  assert.deepEqual(
    (await rows(/^Schicht/).allInnerTexts()).slice(1).map((text) => text.trim().split(/\s+/).join(' ')),
    ['Früh 0 von 1', 'Spät 1 von 1'],
  )
  await expectAccessibleInBothSchemes(page)
  const course = rows(/^Bestand: von Runde zu Runde/)
  assert.deepEqual(
    (await course.allInnerTexts()).map((text) => text.trim().split(/\s+/).at(-1)),
    ['Mittel', '200', '100'],
  )
  const ticked = await rows(/^Gezählt: von Runde zu Runde/).allInnerTexts()
  assert.match(String(ticked[1]), /2 von 2/)
  assert.match(String(ticked[2]), /1 von 2/)

  // Numbers below zero have the minus of the table of results, and equal ones no range.
  const { doc_id } = (await call(cast.clara, 'POST', '/docs/', { name: 'Differenz' })) as { doc_id: number }
  const path = `/docs/${doc_id}/`
  await call(cast.clara, 'PATCH', path, {
    content: processOf(paragraph(number('Differenz')), paragraph(number('Wechselgeld'))),
  })
  await call(cast.clara, 'POST', `${path}publish/`, { public: true, groups: [], notify: false })
  for (const [person, Differenz] of [
    [cast.anna, -12.5],
    [cast.bruno, 0],
  ] as const)
    await call(person, 'PATCH', `${path}currentuserdata/`, { data: { Differenz, Wechselgeld: 300 } })
  await page.goto(`/ui/docs/${doc_id}/active`)
  await page.getByRole('cell', { name: '−12,5', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Diagramme' }).click()
  await page.getByText('2 Angaben von −12,5 bis 0, im Mittel −6,25.').waitFor()
  await page.getByText('2 Angaben, alle 300.').waitFor()
})
