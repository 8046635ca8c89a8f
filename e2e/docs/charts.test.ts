import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkbox, choice, number, paragraph, processOf, section } from '#contract/document/build.ts'
import { cast } from '#demo/cast.ts'
import { expectAccessibleInBothSchemes } from '../accessible.ts'
import { setStage } from '../stage.ts'

const { as, call } = await setStage()

const content = processOf(
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
  await call(cast.clara, 'PATCH', path, { content })
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
  const course = rows(/^Bestand: von Runde zu Runde/)
  assert.deepEqual(
    (await course.allInnerTexts()).map((text) => text.trim().split(/\s+/).at(-1)),
    ['Mittel', '200', '100'],
  )
  const ticked = await rows(/^Gezählt: von Runde zu Runde/).allInnerTexts()
  assert.match(String(ticked[1]), /2 von 2/)
  assert.match(String(ticked[2]), /1 von 2/)
})

test('numbers below zero have the minus of the table of results, and equal ones no range', async () => {
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
  const page = await as(cast.clara, `/ui/docs/${doc_id}/active`)
  await page.getByRole('cell', { name: '−12,5', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Diagramme' }).click()
  await page.getByText('2 Angaben von −12,5 bis 0, im Mittel −6,25.').waitFor()
  await page.getByText('2 Angaben, alle 300.').waitFor()
})

for (const width of [320, 1280])
  test(`charts have nothing for axe to find and fit, ${width} px`, async () => {
    const id = await afterOneRound(`Prüfung ${width}`)
    const page = await as(cast.clara, `/ui/docs/${id}/active`, { viewport: { width, height: 800 } })
    await page.getByRole('button', { name: 'Diagramme' }).click()
    await page.getByRole('table', { name: /^Häkchen/ }).waitFor()
    await expectAccessibleInBothSchemes(page)
  })
