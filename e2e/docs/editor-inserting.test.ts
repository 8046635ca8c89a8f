// Creating a process: inserting elements by words, names of fields, number of keystrokes.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { nodesOf, type Tree, textOf } from '#contract/document/tree.ts'
import { expectAccessible, expectAccessibleInBothSchemes } from '../accessible.ts'
import { phone } from '../stage.ts'
import { kinds, paragraph, process, save, setEditorStage, surface, tool } from './editor-stage.ts'

const { create, read, edit } = await setEditorStage()

const list = (page: Page) => page.getByRole('listbox', { name: 'Einfügen' })
const namesIn = (tree: Tree) =>
  [...nodesOf(tree)].filter(({ type }) => type === 'active').map(({ attrs }) => attrs?.['name'])
const headlinesIn = (tree: Tree) =>
  [...nodesOf(tree)].filter(({ type }) => type === 'section_headline').map(textOf)

/** Presses every key one by one, counts each, and one more for each that needs Shift on a German keyboard. */
function countingHands(page: Page) {
  let count = 0
  return {
    count: () => count,
    async type(text: string) {
      for (const letter of text) {
        count += /[A-ZÄÖÜ:/?!]/.test(letter) ? 2 : 1
        await page.keyboard.type(letter)
      }
    },
    async press(...keys: string[]) {
      for (const key of keys) {
        count += key.split('+').length
        await page.keyboard.press(key)
      }
    },
  }
}

test('a process with three sections and eight fields takes at most 200 keys, and no press of a mouse', async () => {
  const doc_id = await create()
  const page = await edit(doc_id)
  await surface(page).focus()
  const hands = countingHands(page)
  const sections: [headline: string, ...lines: [words: string, kind: string][]][] = [
    ['Schlüssel', ['Nummer: ', 'z'], ['Tresor zu ', 'h'], ['Ort: ', 't']],
    ['Technik', ['Funkgeräte: ', 'z'], ['Akkus laden ', 'h'], ['Mängel: ', 't']],
    ['Kasse', ['Bargeld: ', 'z'], ['Bemerkung: ', 't']],
  ]
  for (const [headline, ...lines] of sections) {
    await hands.type('/a')
    await hands.press('Enter')
    await hands.type(headline)
    for (const [words, kind] of lines) {
      await hands.press('Enter')
      await hands.type(`${words}/${kind}`)
      await hands.press('Enter')
    }
    await hands.press('Enter')
  }
  await hands.press('Backspace', 'Control+s')
  await page.getByText('Prozess gespeichert').waitFor()
  const { content } = await read(doc_id)
  assert.deepEqual(headlinesIn(content), ['Schlüssel', 'Technik', 'Kasse'])
  assert.deepEqual(namesIn(content), [
    'Nummer',
    'Tresor zu',
    'Ort',
    'Funkgeräte',
    'Akkus laden',
    'Mängel',
    'Bargeld',
    'Bemerkung',
  ])
  console.log(`${hands.count()} keys`)
  assert.ok(hands.count() <= 200, `${hands.count()} keys`)
})

test('the menu „Einfügen“ comes first, with words; what a field is called is changed by a press on it', async () => {
  const doc_id = await create(process(paragraph('Zahl der Feuerlöscher: ')))
  const page = await edit(doc_id)
  await surface(page).click()
  await page.keyboard.press('Control+End')
  await page.keyboard.press('Alt+F10')
  assert.equal(await page.locator(':focus').innerText(), 'Einfügen')
  await page.keyboard.press('Enter')
  const menu = page.getByRole('menu', { name: 'Einfügen' })
  // Tools and menu have one word for it.
  await page.getByRole('button', { name: 'Häkchen einfügen' }).waitFor()
  for (const name of ['Abschnitt', 'Zahl', 'Text', 'Häkchen', 'Auswahl', 'Bild', 'Tabelle', 'Trennlinie'])
    await menu.getByRole('menuitem', { name, exact: true }).waitFor()
  await expectAccessible(page)
  await menu.getByRole('menuitem', { name: 'Zahl', exact: true }).click()
  // Typing goes on behind it.
  await page.keyboard.type(' Stück')
  assert.equal(await surface(page).innerText(), 'Zahl der Feuerlöscher: Zahl der Feuerlöscher Stück')

  const chip = surface(page).locator('[data-active]')
  await chip.click()
  const name = page.getByRole('dialog', { name: 'Name des Felds' }).getByLabel('Name')
  await name.waitFor()
  await expectAccessible(page)
  await page.keyboard.type('Löscher')
  await page.keyboard.press('Enter')
  await name.waitFor({ state: 'hidden' })
  await surface(page).and(page.locator(':focus')).waitFor()
  assert.equal(await chip.innerText(), 'Löscher')
  // Two presses at one place could be one double press.
  await chip.click({ position: { x: 10, y: 8 } })
  await name.fill('Anders')
  await page.keyboard.press('Escape')
  await name.waitFor({ state: 'hidden' })
  assert.equal(await chip.innerText(), 'Löscher')
  await chip.click({ position: { x: 40, y: 8 } })
  await name.fill('Feuerlöscher')
  await surface(page).getByText('Stück').click()
  await name.waitFor({ state: 'hidden' })
  assert.equal(await chip.innerText(), 'Feuerlöscher')
  await surface(page).focus()
  await page.keyboard.press('Control+z')
  assert.equal(await chip.innerText(), 'Löscher')
})

test('„/“ tells which entry is active, and is led from the text, on a phone too', async () => {
  const page = await edit(await create(process(paragraph('Wie viele? '))), phone)
  await surface(page).click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type('/')
  await list(page).waitFor()
  const active = () =>
    surface(page).evaluate(
      (text) =>
        document.getElementById(text.getAttribute('aria-activedescendant') ?? '')?.innerText.trim() ?? '',
    )
  assert.equal(await active(), 'Abschnitt')
  assert.equal(await surface(page).getAttribute('aria-controls'), await list(page).getAttribute('id'))
  await expectAccessibleInBothSchemes(page)
  await page.keyboard.press('ArrowUp')
  assert.equal(await active(), 'Trennlinie')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  assert.equal(await list(page).getByRole('option', { selected: true }).innerText(), await active())
  const box = (await list(page).boundingBox()) ?? assert.fail()
  assert.ok(box.x >= 0 && box.x + box.width <= phone.viewport.width)
  await page.keyboard.press('Escape')
  await list(page).waitFor({ state: 'detached' })
  assert.equal(await surface(page).getAttribute('aria-activedescendant'), null)
  assert.equal(await surface(page).innerText(), 'Wie viele? /')
  await surface(page).and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Backspace')
  await page.keyboard.type('/ha')
  await list(page).getByRole('option', { name: 'Häkchen' }).click()
  await list(page).waitFor({ state: 'detached' })
  await surface(page).locator('[data-active=checkbox]').waitFor()
  assert.equal((await surface(page).innerText()).trim(), 'Wie viele? Wie viele?')
})

test('what nobody has typed over is told once it is saved, and again where it is published', async () => {
  const doc_id = await create()
  const page = await edit(doc_id)
  await surface(page).focus()
  await page.keyboard.type('/')
  await page.keyboard.press('Enter')
  await page.keyboard.type('Foyer')
  const notice = page.getByText('An einer Stelle steht noch „New Section Body“')
  assert.equal(await notice.count(), 0)
  await save(page)
  assert.match(textOf((await read(doc_id)).content), /FoyerNew Section Body/)
  await notice.waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Veröffentlichen …' }).click()
  await page.getByRole('dialog').getByText('So lesen es dann alle.').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Zur Stelle' }).click()
  await page.keyboard.type('Bitte lüften.')
  await save(page)
  assert.equal(await notice.count(), 0)
  assert.equal(
    kinds((await read(doc_id)).content),
    'process(section(section_headline section_body(paragraph)))',
  )
})

test('with the cursor in the title of a section what is inserted comes into the section; on a phone the tools have words, and tell of no keys', async () => {
  const doc_id = await create(process(paragraph('Anfang')))
  const page = await edit(doc_id, phone)
  await surface(page).getByText('Anfang').tap()
  const insert = async (name: string) => {
    await page.getByRole('button', { name: 'Einfügen', exact: true }).tap()
    await page.getByRole('menuitem', { name, exact: true }).tap()
  }
  await insert('Abschnitt')
  await page.keyboard.type('Kasse')
  await insert('Zahl')
  await page.keyboard.type(' Euro')
  await surface(page).getByText('Kasse').tap()
  await insert('Tabelle')
  await save(page)
  const { content } = await read(doc_id)
  assert.deepEqual(headlinesIn(content), ['Kasse'])
  const body = [...nodesOf(content)].find(({ type }) => type === 'section_body')
  assert.deepEqual(
    body?.content?.map(({ type }) => type),
    ['table', 'paragraph'],
  )
  assert.deepEqual(namesIn(body), ['Feld 1'])

  await tool(page, 'Mehr Werkzeuge').tap()
  const bold = tool(page, 'Fett')
  assert.equal(await bold.getAttribute('aria-label'), 'Fett')
  const words = () => bold.evaluate((button) => getComputedStyle(button, '::after').content)
  assert.equal(await words(), '"Fett"')
  await expectAccessibleInBothSchemes(page)
  await tool(page, /Art des Absatzes/).tap()
  await page.getByRole('menuitemradio', { name: 'Überschrift 2', exact: true }).waitFor()
  assert.equal(await page.getByText('Strg').count(), 0)
})
