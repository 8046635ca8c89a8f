import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  cell,
  checkbox,
  choice,
  choices,
  date,
  head,
  number,
  paragraph,
  processOf,
  required,
  section,
  table,
  textarea,
  time,
  when,
} from '#contract/document/build.ts'
import type { Tree } from '#contract/document/tree.ts'
import { cast } from '#demo/cast.ts'
import { expectAccessible } from '../accessible.ts'
import { phone } from '../stage.ts'
import { save, surface, tool } from './editor-stage.ts'
import { saved, setReadingStage, show, untilKept } from './reading-stage.ts'

const { as, doc, call, write, answersOf, untilStored } = await setReadingStage()

const content = processOf(
  paragraph('Größe: ', choice('Größe', 'Klein', 'Mittel', 'Groß')),
  paragraph('Geräte: ', choices('Geräte', 'Funk', 'Lampe', 'Weste')),
  paragraph('Raum: ', choice('Raum', ...Array.from({ length: 12 }, (_, at) => `Raum ${at + 1}`))),
  paragraph('Abgeholt am ', date('Abgeholt am'), ' um ', time('Uhrzeit')),
)

test('one of several, several of them, a day and a time are filled in by keyboard and by finger', async () => {
  const id = await doc(content)
  const page = await as(cast.anna, show(id), { ...phone })
  const size = page.getByRole('radiogroup', { name: 'Größe' })
  await size.getByRole('radio', { name: 'Groß' }).tap()
  await untilStored(page, id, 'Größe', 'Groß')
  await size.getByRole('button', { name: 'Auswahl aufheben' }).tap()
  await size.getByRole('radio', { name: 'Klein' }).and(page.locator(':focus')).waitFor()
  await untilStored(page, id, 'Größe', undefined)
  await size.getByRole('radio', { name: 'Mittel' }).focus()
  await page.keyboard.press('Space')
  const kit = page.getByRole('group', { name: 'Geräte' })
  for (const name of ['Weste', 'Funk']) await kit.getByRole('checkbox', { name }).tap()
  await page.getByRole('combobox', { name: 'Raum' }).selectOption('Raum 7')
  const day = page.getByRole('textbox', { name: 'Abgeholt am' })
  await day.fill('21.11.26')
  await page.keyboard.press('Tab')
  assert.equal(await day.inputValue(), '21.11.2026')
  await page.getByRole('textbox', { name: 'Uhrzeit' }).fill('8')
  await page.keyboard.press('Tab')
  await untilStored(page, id, 'Uhrzeit', '08:00')
  await saved(page)
  assert.deepEqual(await answersOf(page, id), {
    Größe: 'Mittel',
    Geräte: 'Funk\nWeste',
    Raum: 'Raum 7',
    'Abgeholt am': '2026-11-21',
    Uhrzeit: '08:00',
  })
  await page.getByText('Fertig – es ist nichts weiter zu tun.').waitFor()

  await day.fill('bald')
  await page.keyboard.press('Tab')
  await page.getByText('Bitte ein gültiges Datum angeben').waitFor()
  await page.getByText('Gespeichert bleibt 21.11.2026.').waitFor()
  await page.getByText('nicht gespeichert').waitFor()
  await untilKept(page, id)
  await page.reload()
  await page.getByText('nicht gespeichert').waitFor()
  assert.equal(await day.inputValue(), 'bald')
})

test('the words of a choice stay whole in a table', async () => {
  const options = ['In Ordnung', 'Beschädigt', 'Fehlt']
  const id = await doc(
    processOf(
      paragraph('Halle: ', choice('Halle', ...options)),
      table(
        ['Was', 'Zustand', 'Bemerkung', 'Anzahl', 'Ort'].map((name) => head(name)),
        [
          'Lager',
          cell(choice('Lager', ...options)),
          cell(choices('Tor', ...options)),
          'Reihe 1',
          'Langenhagen',
        ],
      ),
    ),
  )
  const page = await as(cast.anna, show(id), { ...phone })
  for (const name of ['Halle', 'Lager']) {
    const group = page.getByRole('radiogroup', { name })
    await group.getByRole('radio', { name: 'In Ordnung' }).tap()
    await group.getByRole('button', { name: 'Auswahl aufheben' }).waitFor()
  }
  const pieces = await page.locator('td label span', { hasText: 'Beschädigt' }).evaluateAll((words) =>
    words.map((word) => {
      const range = document.createRange()
      range.selectNodeContents(word)
      return range.getClientRects().length
    }),
  )
  assert.deepEqual(pieces, [1, 1])
})

test('a day and a time that stand in their field when the page is reloaded or gone from are entered', async () => {
  const id = await doc(content)
  const page = await as(cast.anna, '/ui/profile')
  await page.evaluate((to) => history.pushState(undefined, '', to), show(id))
  const day = page.getByRole('textbox', { name: 'Abgeholt am' })
  await day.fill('21.11.26')
  await page.reload()
  await untilStored(page, id, 'Abgeholt am', '2026-11-21')
  await page.getByRole('textbox', { name: 'Uhrzeit' }).fill('8')
  await page.goBack()
  await untilStored(page, id, 'Uhrzeit', '08:00')
})

const optionsIn = (tree: Tree) => {
  const field = tree.content?.[0]?.content?.find(({ type }) => type === 'active')
  return (field?.attrs?.['options'] as { text: string }[] | undefined)?.map(({ text }) => text)
}

test('a choice is made in the editor, its options are typed one per line, and new words take the answers along; photos and signatures are put in there, too', async () => {
  const id = await doc(processOf(paragraph('Welche? ')))
  const page = await as(cast.clara, `/ui/docs/${id}/edit`)
  await surface(page).click()
  await page.keyboard.press('Control+End')
  const insert = async () => {
    await tool(page, 'Weiteres Feld einfügen').click()
    await page.getByRole('menuitem', { name: 'Auswahl', exact: true }).click()
  }
  const dialog = page.getByRole('dialog', { name: /^Feld (einfügen|ändern)$/ })
  // Whoever does not want it after all has none.
  await insert()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'hidden' })
  assert.equal(await surface(page).innerText(), 'Welche? ')
  await insert()
  await dialog.getByLabel('Name').fill('Größe')
  await dialog.getByLabel('Möglichkeit 1', { exact: true }).fill('Klein')
  await dialog.getByLabel('Möglichkeit 2', { exact: true }).fill('Klein')
  await dialog.getByRole('button', { name: 'OK' }).click()
  await dialog.getByText('„Klein“ steht zweimal da.').waitFor()
  await dialog.getByLabel('Möglichkeit 2', { exact: true }).fill('Groß')
  await page.keyboard.press('Enter')
  await dialog.getByLabel('Möglichkeit 3', { exact: true }).waitFor()
  await page.keyboard.type('Riesig')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'OK' }).click()
  await dialog.waitFor({ state: 'hidden' })
  for (const name of ['Foto', 'Unterschrift']) {
    await tool(page, 'Weiteres Feld einfügen').click()
    await page.getByRole('menuitem', { name, exact: true }).click()
  }
  await save(page)
  const { content: stored } = (await call(cast.clara, 'GET', `/docs/${id}/`)) as { content: Tree }
  assert.deepEqual(optionsIn(stored), ['Klein', 'Groß', 'Riesig'])
  await call(cast.anna, 'PATCH', `/docs/${id}/currentuserdata/`, { data: { Größe: 'Groß' } })

  await surface(page).getByText('Größe').dblclick()
  await dialog.getByLabel('Möglichkeit 2', { exact: true }).fill('L')
  await dialog.getByRole('button', { name: 'OK' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await save(page)
  const reader = await as(cast.anna, show(id))
  await reader.getByRole('radio', { name: 'L', exact: true, checked: true }).waitFor()
  assert.deepEqual(await answersOf(reader, id), { Größe: 'L' })
  await reader.getByLabel(/Foto wählen$/).waitFor({ state: 'attached' })
  await reader.getByRole('button', { name: /Unterschreiben …$/ }).waitFor()

  await page.goto(`/ui/docs/${id}/active`)
  await page.getByRole('cell', { name: 'L', exact: true }).waitFor()
  await write(id, processOf(paragraph('Welche?')))
})

const kinds = processOf(
  paragraph('Stimmung: ', choice('Stimmung', 'Ja', 'Nein')),
  paragraph('Geräte: ', choices('Geräte', 'Funk', 'Lampe', 'Weste')),
  paragraph('Raum: ', choice('Raum', ...Array.from({ length: 12 }, (_, at) => `Raum ${at + 1}`))),
  paragraph('Zahl der Paletten: ', number('Paletten')),
  paragraph('Abgeholt am ', date('Abgeholt'), ' um ', time('Uhrzeit')),
  paragraph(checkbox('Tor'), ' Das Tor ist zu.'),
  paragraph('Ende des Prozesses'),
)

test('nothing moves when a field is answered or its answer taken back', async () => {
  const id = await doc(kinds)
  const page = await as(cast.anna, show(id), phone)
  await page.getByRole('radio', { name: 'Ja' }).waitFor()
  const places = () =>
    page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('[data-field]')].flatMap((field) => {
        const paragraph = field.parentElement as HTMLElement
        const range = document.createRange()
        range.selectNodeContents(paragraph.firstChild ?? paragraph)
        const { x, y } = range.getBoundingClientRect()
        const all = paragraph.getBoundingClientRect()
        return [field.dataset['field'], x, y + scrollY, all.y + scrollY, all.height].join(' ')
      }),
    )
  const before = await places()
  const still = async (what: string) => assert.deepEqual(await places(), before, what)
  await page.getByRole('radio', { name: 'Ja' }).check()
  const clear = page.getByRole('button', { name: 'Ja: Auswahl aufheben' })
  await clear.waitFor()
  await still('a choice')
  await clear.click()
  await clear.waitFor({ state: 'detached' })
  await still('a choice taken back')
  // By keyboard, too: the cross comes after the options.
  await page.getByRole('radio', { name: 'Ja' }).focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Tab')
  await clear.and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Enter')
  await untilStored(page, id, 'Stimmung', undefined)
  await page.getByRole('radio', { name: 'Ja' }).and(page.locator(':focus')).waitFor()
  await page.getByRole('radio', { name: 'Nein' }).check()
  await page.getByRole('checkbox', { name: 'Lampe' }).check()
  await still('several of a choice')
  await page.getByRole('combobox', { name: 'Raum' }).selectOption('Raum 11')
  await still('one of a list')
  const pallets = page.getByRole('textbox', { name: 'Paletten' })
  await pallets.fill('1 500,0')
  await page.getByText('Gelesen als 1.500').waitFor()
  await still('a number while it is typed')
  await page.keyboard.press('Tab')
  await page.getByText('Gelesen als 1.500').waitFor({ state: 'detached' })
  await still('a number')
  // The other reading is offered below the field, so that the words beside it do not move.
  const words = (all: string[]) =>
    all
      .find((one) => one.startsWith('Paletten'))
      ?.split(' ')
      .slice(1, 3)
  await pallets.fill('1.500')
  await page.keyboard.press('Tab')
  await page.getByRole('button', { name: 'Ich meine 1,5' }).waitFor()
  assert.deepEqual(words(await places()), words(before))
  await pallets.fill('1499')
  await page.getByRole('textbox', { name: 'Abgeholt' }).fill('21.11.26')
  await page.keyboard.press('Tab')
  await page.getByRole('textbox', { name: 'Uhrzeit' }).fill('8')
  await page.keyboard.press('Tab')
  await still('a day and a time')
  await page.getByRole('checkbox', { name: 'Das Tor ist zu.' }).check()
  await saved(page)
  await still('a tick, and all saved')
})

const conditional = processOf(
  paragraph(checkbox('Mit dem Auto')),
  paragraph('Name: ', required(textarea('Name'))),
  paragraph('Wunsch: ', textarea('Wunsch')),
  when(
    { field: 'Mit dem Auto', is: 'filled' },
    section('Anreise', paragraph('Kennzeichen: ', required(textarea('Kennzeichen')))),
  ),
)

test('a section comes with its condition and goes with it, what was entered there stays, and required fields say so', async () => {
  const id = await doc(conditional)
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
  await expectAccessible(page)
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
  await expectAccessible(page)
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
  await save(page)
  const { content: stored } = (await call(cast.clara, 'GET', `/docs/${id}/`)) as { content: Tree }
  assert.deepEqual(stored.content?.[0]?.content?.[0]?.attrs, {
    name: 'Mit dem Auto',
    type: 'checkbox',
    required: true,
  })
  assert.deepEqual(stored.content?.[1]?.attrs, { when: { field: 'Mit dem Auto', is: 'filled' } })
})
