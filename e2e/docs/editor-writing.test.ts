// Writing a process: by keyboard, by words and menus, by mouse and finger; how it looks while it is written.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { numberField, paragraph, processOf, section } from '#contract/document/build.ts'
import { nodesOf, type Tree, treeText } from '#contract/document/tree.ts'
import { expectAccessible, expectAccessibleInBothSchemes } from '../accessible.ts'
import { phone } from '../stage.ts'
import { field, kinds, process, reopen, save, setEditorStage, surface, tool } from './editor-stage.ts'

const { create, read, edit } = await setEditorStage()

test('a document is written by keyboard alone, saved, and found again', async () => {
  const doc_id = await create()
  const page = await edit(doc_id)
  assert.equal(await tool(page, 'Speichern').getAttribute('aria-disabled'), 'true')
  assert.equal(await page.getByRole('button', { name: 'Speichern', exact: true }).count(), 2)
  await surface(page).focus()
  await page.keyboard.type('# 1\n## 2\n### 3\n#### 4\n##### 5\n###### Schlüssel\nBitte ')
  await page.keyboard.press('Control+b')
  assert.equal(await tool(page, /^Fett/).getAttribute('aria-pressed'), 'true')
  await page.keyboard.press('Control+i')
  await page.keyboard.type('lesen')
  await page.keyboard.press('Control+i')
  await page.keyboard.press('Control+b')
  await page.keyboard.type('.\n- eins\nzwei')
  await page.keyboard.press('Tab')
  await page.keyboard.type('\n\n\n> Zitat\n\n```Code')
  await page.keyboard.press('Control+Enter')
  await page.keyboard.type('1. erstens')
  await page.keyboard.press('Alt+F10')
  for (let presses = 0; presses < 40; presses++) {
    if ((await page.locator(':focus').getAttribute('aria-label')) === 'Abschnitt einfügen') break
    await page.keyboard.press('ArrowRight')
  }
  await page.keyboard.press('Enter')
  await page.keyboard.type('Rückgabe\nWer ')
  await page.keyboard.press('Alt+F10')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  for (const name of ['Textfeld', 'Häkchen']) await tool(page, `${name} einfügen`).click()
  await save(page)
  await page.reload()
  await surface(page).waitFor()
  const { content } = await read(doc_id)
  assert.match(
    kinds(content),
    /^process\((heading ){6}paragraph bullet_list\(list_item\(paragraph bullet_list\(list_item\(paragraph\)\)\)\) blockquote\(paragraph\) code_block ordered_list\(list_item\(paragraph\)\) section\(section_headline section_body\(paragraph/,
  )
  const nodes = [...nodesOf(content)]
  const ofType = (wanted: string) => nodes.flatMap(({ type, attrs }) => (type === wanted ? [attrs] : []))
  assert.deepEqual(
    ofType('heading').map((attrs) => attrs?.['level']),
    [1, 2, 3, 4, 5, 6],
  )
  assert.deepEqual(
    ofType('active').map((attrs) => attrs?.['type']),
    ['text', 'textarea', 'checkbox'],
  )
  assert.ok(nodes.some(({ text, marks }) => text === 'lesen' && marks?.some(({ type }) => type === 'em')))
  assert.match(treeText(content), /SchlüsselBitte lesen\.einszweiZitatCodeerstensRückgabe/)
  assert.match(await surface(page).innerText(), /Rückgabe/)
  await surface(page).focus()
  await page.keyboard.press('Escape')
  assert.equal(await page.locator(':focus').innerText(), 'Speichern')
})

test('the prompt for a link asks for what it needs, and changes what is there; that for an image takes what the policy lets through alone', async () => {
  const doc_id = await create(process(paragraph('Handbuch')))
  const page = await edit(doc_id)
  await surface(page).click()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Control+k')
  const link = page.getByRole('dialog')
  await link.getByRole('button', { name: 'OK' }).click()
  await link.getByText('Required field').waitFor()
  await link.getByText('Required field').waitFor({ state: 'hidden' })
  await link.getByLabel('Link target').fill('javascript:alert(1)')
  await link.getByRole('button', { name: 'OK' }).click()
  await link.getByText('Ein Link führt zu').waitFor()
  await link.getByLabel('Link target').fill('example.org/')
  await link.getByText('Ein Link führt zu').waitFor({ state: 'hidden' })
  await link.getByLabel('Title').fill('Zum Handbuch')
  await link.getByRole('button', { name: 'OK' }).click()
  await link.waitFor({ state: 'hidden' })
  await page.keyboard.press('Control+k')
  assert.equal(await link.getByLabel('Link target').inputValue(), 'https://example.org/')
  await link.getByRole('button', { name: 'Cancel' }).click()
  await surface(page).and(page.locator(':focus')).waitFor()
  await save(page)
  const { content } = await read(doc_id)
  assert.deepEqual(content.content?.[0]?.content?.[0]?.marks, [
    { type: 'link', attrs: { href: 'https://example.org/', title: 'Zum Handbuch' } },
  ])

  await surface(page).getByText('Handbuch').click()
  await page.keyboard.press('End')
  await tool(page, 'Bild').click()
  const image = page.getByRole('dialog', { name: 'Bild einfügen' })
  await image.getByRole('button', { name: 'OK' }).click()
  await image.getByText('Required field').waitFor()
  await image.getByLabel('Location').fill('http://example.org/a.png')
  await image.getByRole('button', { name: 'OK' }).click()
  await image.getByText('Hier geht nur eine Adresse mit https://').waitFor()
  await image.getByLabel('Location').fill(GIF)
  await image.getByLabel('Title').fill('Punkt')
  await image.getByLabel('Description').fill('Ein Punkt')
  await image.getByRole('button', { name: 'OK' }).click()
  await image.waitFor({ state: 'hidden' })
  await save(page)
  const { content: both } = await read(doc_id)
  assert.deepEqual(both.content?.[0]?.content?.[1]?.attrs, { src: GIF, title: 'Punkt', alt: 'Ein Punkt' })
})

const GIF = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'

test('what is undone leaves nothing to save; the key to the end leads into a table there, and past a line to the text before it', async () => {
  const page = await edit(await create(process(paragraph('Anfang'))))
  await surface(page).focus()
  await page.keyboard.press('Control+Home')
  // Inserted at once: typed, it could become several steps of undo.
  await page.keyboard.insertText('Mehr ')
  await page.getByText('Nicht gespeichert').first().waitFor()
  await page.keyboard.press('Control+z')
  await page.getByText('Nicht gespeichert').first().waitFor({ state: 'hidden' })

  const cell = (text: string): Tree => ({ type: 'table_cell', content: [paragraph(text)] })
  const table = { type: 'table', content: [{ type: 'table_row', content: [cell('a'), cell('b')] }] }
  for (const [last, kind] of [
    [table, 'process(paragraph table(table_row(table_cell(paragraph) table_cell(paragraph))))'],
    [{ type: 'horizontal_rule' }, 'process(paragraph horizontal_rule)'],
  ] as const) {
    const ended = await create(process(paragraph('Text'), last))
    await reopen(page, ended)
    await surface(page).focus()
    await page.keyboard.press('Control+Home')
    await page.keyboard.press('Control+End')
    await page.keyboard.type('!')
    await save(page)
    const { content } = await read(ended)
    assert.equal(kinds(content), kind)
    assert.match(JSON.stringify(content), last === table ? /"b!"/ : /"Text!"/)
  }
})

const list = (page: Page) => page.getByRole('listbox', { name: 'Einfügen' })
const namesIn = (tree: Tree) =>
  [...nodesOf(tree)].filter(({ type }) => type === 'active').map(({ attrs }) => attrs?.['name'])
const headlinesIn = (tree: Tree) =>
  [...nodesOf(tree)].filter(({ type }) => type === 'section_headline').map(treeText)

test('the menu „Einfügen“ comes first, with words; what a field is called is changed by a press on it', async () => {
  const doc_id = await create(process(paragraph('Zahl der Feuerlöscher: ')))
  const page = await edit(doc_id)
  await surface(page).click()
  await page.keyboard.press('Control+End')
  await page.keyboard.press('Alt+F10')
  assert.equal(await page.locator(':focus').innerText(), 'Einfügen')
  await page.keyboard.press('Enter')
  const menu = page.getByRole('menu', { name: 'Einfügen' })
  // Toolbar and menu use the same words.
  await page.getByRole('button', { name: 'Häkchen einfügen' }).waitFor()
  for (const name of ['Abschnitt', 'Zahl', 'Text', 'Häkchen', 'Auswahl', 'Bild', 'Tabelle', 'Trennlinie'])
    await menu.getByRole('menuitem', { name, exact: true }).waitFor()
  await expectAccessible(page)
  await menu.getByRole('menuitem', { name: 'Zahl', exact: true }).click()
  // Typing continues behind the new field.
  await page.keyboard.type(' Stück')
  assert.equal(await surface(page).innerText(), 'Zahl der Feuerlöscher: Zahl der Feuerlöscher Stück')

  const chip = surface(page).locator('[data-active]')
  await chip.click()
  const name = page.getByRole('dialog', { name: 'Name des Felds' }).getByLabel('Name')
  await name.waitFor()
  await expectAccessible(page, '[role=dialog]')
  await page.keyboard.type('Löscher')
  await page.keyboard.press('Enter')
  await name.waitFor({ state: 'hidden' })
  await surface(page).and(page.locator(':focus')).waitFor()
  assert.equal(await chip.innerText(), 'Löscher')
  // At another position, because two presses at the same place could count as a double press.
  await chip.click({ position: { x: 10, y: 8 } })
  await name.fill('')
  await page.keyboard.press('Enter')
  await page.getByText('Required field').waitFor()
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
  assert.match(treeText((await read(doc_id)).content), /FoyerNew Section Body/)
  await notice.waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Verteilen …' }).click()
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

test('on a phone the editor is accessible and never too wide, its tools have words and tell of no keys; what is inserted with the cursor in the title of a section comes into it, and „/“ tells which entry is active', async () => {
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
  assert.equal(await page.getByRole('main').getByText('Strg').count(), 0)

  await reopen(page, await create(process(paragraph('Wie viele? '))))
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
  await expectAccessible(page)
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

  await reopen(page, await create(manyThings))
  await tool(page, 'Mehr Werkzeuge').click()
  await surface(page).getByText('Titel').click()
  const kind = tool(page, /Art des Absatzes/).getByText('Abschnittstitel')
  const [needs, has, size] = await kind.evaluate(
    (words) => [words.scrollWidth, words.clientWidth, getComputedStyle(words).fontSize] as const,
  )
  assert.ok(needs <= has, `${needs} in ${has}, ${size}`)
  await surface(page).getByText('Feld 1').click()
  await tool(page, /^Feld ändern/).click()
  await page.getByRole('dialog').waitFor()
  await expectAccessible(page, 'dialog[open]')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await surface(page).getByText('Zelle').first().click()
  await tool(page, 'Farbe der Zelle').click()
  await expectAccessibleInBothSchemes(page)
})

const tableOf = (...cells: Tree[]): Tree => ({
  type: 'table',
  content: [{ type: 'table_row', content: cells }],
})
const cellOf = (content: Tree, attrs: Tree['attrs'] = {}): Tree => ({
  type: 'table_cell',
  attrs,
  content: [content],
})
const choose = async (page: Page, menu: string, item: string) => {
  await tool(page, new RegExp(`^${menu}$`)).click()
  await page.getByRole('menuitem', { name: item }).click()
}

test('a column is dragged wider and keeps its width, and cells are joined and parted', async () => {
  const doc_id = await create(process(tableOf(cellOf(paragraph('links')), cellOf(paragraph('rechts')))))
  const page = await edit(doc_id)
  const left = surface(page).locator('td').first()
  const box = (await left.boundingBox()) ?? assert.fail()
  const line = { x: box.x + box.width, y: box.y + box.height / 2 }
  await page.mouse.move(line.x - 2, line.y)
  await page.mouse.down()
  await page.mouse.move(line.x - 150, line.y, { steps: 5 })
  await page.mouse.up()
  const dragged = (await left.boundingBox()) ?? assert.fail()
  assert.ok(Math.abs(box.width - dragged.width - 150) < 12, `${box.width} became ${dragged.width}`)

  await left.click()
  await surface(page)
    .locator('td')
    .last()
    .click({ modifiers: ['Shift'] })
  await choose(page, 'Tabelle', 'Zellen verbinden')
  assert.equal(await surface(page).locator('td').count(), 1)
  await choose(page, 'Tabelle', 'Zelle teilen')
  assert.equal(await surface(page).locator('td').count(), 2)

  // Beside a wide column a narrow one keeps its width, and its fields their line.
  await page.setViewportSize({ width: 390, height: 800 })
  const named: Tree = { type: 'paragraph', content: [field('Schlüssel zum Garderobenschrank')] }
  const wide = cellOf(paragraph('Breit'), { colwidth: [400] })
  await reopen(page, await create(process(paragraph('Oben'), tableOf(wide, cellOf(named)))))
  const chip = (await surface(page).locator('[data-active]').boundingBox()) ?? assert.fail()
  assert.ok(chip.height < 30, `${chip.height}`)
  const column = (await surface(page).locator('td').nth(1).boundingBox()) ?? assert.fail()
  assert.ok(column.width >= 99, `${column.width}`)
  const frame = surface(page).locator('.tableWrapper')
  assert.ok(await frame.evaluate((element) => element.scrollWidth > element.clientWidth))
})

const COLOURFUL = tableOf(
  ...['#fcf1b8', '#102040', null, null].map((background) => cellOf(paragraph('Zelle'), { background })),
)

const manyThings = process(
  paragraph('Ein Text'),
  { type: 'paragraph', content: [field('Feld 1'), field('x'.repeat(100))] },
  section('Titel', COLOURFUL, { type: 'code_block' }),
)

const three = processOf(
  section('Eins', paragraph('In Eins ', numberField('Zahl'))),
  section('Zwei', paragraph('In Zwei')),
  section('Drei', paragraph('In Drei')),
)
/** Headlines, each with a dash per level. */
const outline = (page: Page) =>
  surface(page)
    .locator('header')
    .evaluateAll((all) =>
      all.map((one) => {
        let depth = 0
        for (let at = one.parentElement; at; at = at.parentElement) if (at.localName === 'section') depth++
        return `${'-'.repeat(depth - 1)}${one.textContent}`
      }),
    )

/** Waits for the last part of the screen to load, since loading parts move what is pressed or dragged. */
const still = (page: Page) => page.getByRole('button', { name: 'Verteilen …' }).waitFor()

test('by keyboard and from its menu a section goes deeper, higher, up, and is doubled, and all of it is undone; by its handle it is dragged with a mouse before another one, or into it, and Escape leaves it', async () => {
  const page = await edit(await create(three))
  await still(page)
  await surface(page).getByText('In Zwei').click()
  await selectionHeard(page)
  await page.keyboard.press('Shift+Alt+ArrowRight')
  assert.deepEqual(await outline(page), ['Eins', '-Zwei', 'Drei'])
  await page.keyboard.press('Shift+Alt+ArrowLeft')
  assert.deepEqual(await outline(page), ['Eins', 'Zwei', 'Drei'])
  const choose = async (name: string) => {
    await tool(page, /^Abschnitt$/).click()
    await page.getByRole('menuitem', { name }).click()
  }
  await choose('Nach oben')
  assert.deepEqual(await outline(page), ['Zwei', 'Eins', 'Drei'])
  await page.keyboard.press('Control+z')
  await surface(page).getByText('In Zwei').click()
  await choose('Eine Ebene tiefer')
  assert.deepEqual(await outline(page), ['Eins', '-Zwei', 'Drei'])
  await surface(page).getByText('In Eins').click()
  await choose('Verdoppeln')
  assert.deepEqual(await outline(page), ['Eins', '-Zwei', 'Eins', '-Zwei', 'Drei'])
  assert.deepEqual(await surface(page).locator('[data-active]').allInnerTexts(), ['Zahl', 'Zahl 2'])
  // At once: typed slowly it would be two steps to undo.
  await page.keyboard.insertText('Vier')
  assert.deepEqual(await outline(page), ['Eins', '-Zwei', 'Vier', '-Zwei', 'Drei'])
  for (let steps = 0; steps < 5; steps++) await page.keyboard.press('Control+z')
  assert.deepEqual(await outline(page), ['Eins', 'Zwei', 'Drei'])

  const drag = async (from: string, to: string, half: 'top' | 'bottom', end?: () => Promise<void>) => {
    const { x, y } = await handleOf(page, from)
    const place = await handleOf(page, to)
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x + 30, place[half], { steps: 8 })
    await end?.()
    await page.mouse.up()
  }
  await drag('Drei', 'Eins', 'top', () => page.keyboard.press('Escape'))
  assert.deepEqual(await outline(page), ['Eins', 'Zwei', 'Drei'])
  await drag('Drei', 'Eins', 'top')
  assert.deepEqual(await outline(page), ['Drei', 'Eins', 'Zwei'])
  await drag('Drei', 'Zwei', 'bottom')
  assert.deepEqual(await outline(page), ['Eins', 'Zwei', '-Drei'])
  await surface(page).and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Control+z')
  assert.deepEqual(await outline(page), ['Drei', 'Eins', 'Zwei'])
})

test('on a Mac the editor names the keys that work there', async () => {
  const page = await edit(await create(three), {
    prepare: (context) =>
      context.addInitScript(() => Object.defineProperty(navigator, 'platform', { value: 'MacIntel' })),
  })
  await still(page)
  await tool(page, 'Fett (⌘B)').waitFor()
  await surface(page).getByText('In Zwei').click()
  await selectionHeard(page)
  await page.keyboard.press('Control+Shift+ArrowRight')
  assert.deepEqual(await outline(page), ['Eins', '-Zwei', 'Drei'])
  await tool(page, /^Abschnitt$/).click()
  await page.getByRole('menuitem', { name: 'Eine Ebene höher' }).getByText('⌃⇧←').waitFor()
})

/**
 * Waits until the editor has processed the selection, which it does in a task of its own. No person presses
 * keys that fast.
 */
const selectionHeard = (page: Page) =>
  page.evaluate(() => new Promise((heard) => requestAnimationFrame(() => setTimeout(heard))))

const handleOf = async (page: Page, headline: string) => {
  const box = (await surface(page).locator('header', { hasText: headline }).boundingBox()) ?? assert.fail()
  return { x: box.x + 20, y: box.y + box.height / 2, top: box.y + 3, bottom: box.y + box.height - 3 }
}

test('a finger drags it as well, and does not move the page', async () => {
  const page = await edit(await create(three), phone)
  await still(page)
  const from = await handleOf(page, 'Drei')
  const to = await handleOf(page, 'Eins')
  const before = await page.evaluate('scrollY')
  const touch = await page.context().newCDPSession(page)
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', x: number, y: number) =>
    touch.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y }] })
  await send('touchStart', from.x, from.y)
  for (const part of [0.25, 0.5, 0.75, 1]) await send('touchMove', from.x, from.y + (to.top - from.y) * part)
  await send('touchEnd', 0, 0)
  assert.deepEqual(await outline(page), ['Drei', 'Eins', 'Zwei'])
  assert.equal(await page.evaluate('scrollY'), before)
})

/** A text of every depth, long enough to fill its line. */
const long = 'Wort '.repeat(60)
const deep: Tree = processOf(
  paragraph(`A ${long}`),
  section('Außen', paragraph(`B ${long}`), section('Innen', paragraph(`C ${long}`))),
  { type: 'bullet_list', content: [{ type: 'list_item', content: [paragraph(`D ${long}`)] }] },
  { type: 'blockquote', content: [paragraph(`E ${long}`)] },
)

test('what is written is as wide as what is read, from a phone to a large desk', async () => {
  const page = await edit(await create(deep))
  const widths = async () => {
    const all: Record<number, string[]> = {}
    for (const width of [390, 1_280, 1_920]) {
      await page.setViewportSize({ width, height: 900 })
      all[width] = await page
        .locator('main p')
        .evaluateAll((all) =>
          all
            .filter((one) => /^[A-E] Wort/.test(one.textContent))
            .map((one) => `${one.textContent.charAt(0)}: ${Math.round(one.getBoundingClientRect().width)}`),
        )
      assert.equal(all[width].length, 5)
    }
    return all
  }
  const written = await widths()
  await page.getByRole('link', { name: 'Lesen' }).click()
  await page.waitForURL('**/show')
  await page.getByText('C Wort').waitFor()
  assert.deepEqual(await widths(), written)
})
