import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  checkbox,
  number,
  paragraph,
  processOf,
  required,
  section,
  textarea,
  when,
} from '#contract/document/build.ts'
import type { Tree } from '#contract/document/tree.ts'
import { cast } from '#demo/cast.ts'
import { expectAccessibleInBothSchemes } from '../accessible.ts'
import { save, surface, tool } from './editor-stage.ts'
import { saved, setReadingStage, show } from './reading-stage.ts'

const { as, doc, call, answersOf } = await setReadingStage()

const content = processOf(
  paragraph(checkbox('Mit dem Auto')),
  paragraph('Name: ', required(textarea('Name'))),
  paragraph('Wunsch: ', textarea('Wunsch')),
  when(
    { field: 'Mit dem Auto', is: 'filled' },
    section('Anreise', paragraph('Kennzeichen: ', required(textarea('Kennzeichen')))),
  ),
)

test('a section comes with its condition and goes with it, what was entered there stays, and required fields say so', async () => {
  const id = await doc(content)
  const page = await as(cast.anna, show(id))
  const progress = page.getByRole('progressbar', { name: 'Ausgefüllt' })
  await page.getByText('0 von 1').waitFor()
  await page.getByText('* Pflichtfeld').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Anreise' }).count(), 0)
  await page.getByRole('checkbox', { name: 'Mit dem Auto' }).check()
  await page.getByRole('textbox', { name: 'Kennzeichen, Pflichtfeld' }).fill('B-AB 1')
  await page.getByText('1 von 2').waitFor()
  await page.getByRole('textbox', { name: 'Name, Pflichtfeld' }).fill('Anna')
  await page.getByText('Fertig – es ist nichts weiter zu tun.').waitFor()
  await saved(page)
  await expectAccessibleInBothSchemes(page)
  await page.getByRole('checkbox', { name: 'Mit dem Auto' }).uncheck()
  await page.getByRole('textbox', { name: 'Kennzeichen, Pflichtfeld' }).waitFor({ state: 'detached' })
  await page.getByText('1 von 1').waitFor()
  assert.equal(await progress.count(), 1)
  await saved(page)
  assert.deepEqual(await answersOf(page, id), { Name: 'Anna', Kennzeichen: 'B-AB 1' })
  await page.getByRole('checkbox', { name: 'Mit dem Auto' }).check()
  assert.equal(await page.getByRole('textbox', { name: 'Kennzeichen, Pflichtfeld' }).inputValue(), 'B-AB 1')
})

test('what cannot be saved in a section that is not shown keeps nobody from being through, and is named', async () => {
  const id = await doc(
    processOf(
      paragraph(checkbox('Mit dem Auto')),
      paragraph('Name: ', required(textarea('Name'))),
      when({ field: 'Mit dem Auto', is: 'filled' }, section('Anreise', paragraph(number('Kilometer')))),
    ),
  )
  const page = await as(cast.anna, show(id))
  await page.getByRole('checkbox', { name: 'Mit dem Auto' }).check()
  await page.getByRole('textbox', { name: 'Kilometer' }).fill('viele')
  await page.getByRole('checkbox', { name: 'Mit dem Auto' }).uncheck()
  await page.getByText('Gerade nicht zu sehen: „Kilometer“.').waitFor()
  await page.getByRole('button', { name: 'Nächstes Feld' }).press('Space')
  await page.keyboard.type('Anna')
  await page.getByText('Fertig – es ist nichts weiter zu tun.').waitFor()
  assert.equal(await page.getByRole('textbox', { name: 'Name, Pflichtfeld' }).inputValue(), 'Anna')
  await page.getByRole('checkbox', { name: 'Mit dem Auto' }).check()
  await page.getByRole('button', { name: 'Nächstes Feld' }).press('Space')
  await page.waitForFunction(() => (document.activeElement as HTMLInputElement).value === 'viele')
})

test('the condition of a section and a required field are set in the editor, and follow a field to its new name', async () => {
  const id = await doc(
    processOf(paragraph(checkbox('Auto')), section('Anreise', paragraph(textarea('Kennzeichen')))),
  )
  const page = await as(cast.clara, `/ui/docs/${id}/edit`)
  await surface(page).getByText('Anreise').click()
  await tool(page, 'Abschnitt').waitFor()
  await page.getByRole('button', { name: 'Abschnitt', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Nur zeigen, wenn …' }).click()
  const dialog = page.getByRole('dialog', { name: 'Abschnitt nur zeigen, wenn …' })
  await dialog.getByLabel('Feld').selectOption('Auto')
  await dialog.getByLabel('Zeigen, wenn es').selectOption('gesetzt ist')
  await expectAccessibleInBothSchemes(page)
  await dialog.getByRole('button', { name: 'OK' }).click()
  await dialog.waitFor({ state: 'hidden' })
  const sentence = () => surface(page).locator('[data-shown-if]').getAttribute('data-shown-if')
  assert.equal(await sentence(), 'Nur, wenn „Auto“ gesetzt ist')

  await surface(page).getByText('Auto', { exact: true }).dblclick()
  const field = page.getByRole('dialog', { name: 'Feld ändern' })
  await field.getByLabel('Name').fill('Mit dem Auto')
  await field.getByLabel('Pflichtfeld').check()
  await field.getByRole('button', { name: 'OK' }).click()
  await field.waitFor({ state: 'hidden' })
  assert.equal(await sentence(), 'Nur, wenn „Mit dem Auto“ gesetzt ist')
  await expectAccessibleInBothSchemes(page)
  await save(page)
  const { content: stored } = (await call(cast.clara, 'GET', `/docs/${id}/`)) as { content: Tree }
  assert.deepEqual(stored.content?.[0]?.content?.[0]?.attrs, {
    name: 'Mit dem Auto',
    type: 'checkbox',
    required: true,
  })
  assert.deepEqual(stored.content?.[1]?.attrs, { when: { field: 'Mit dem Auto', is: 'filled' } })
})
