import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import type { Tree } from '#contract/document/tree.ts'
import { expectAccessibleInBothSchemes } from '../accessible.ts'
import { devices, phone } from '../stage.ts'
import { field, paragraph, process, setEditorStage, surface, tool } from './editor-stage.ts'

const { create, edit } = await setEditorStage()

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

test('a column is dragged wider, and cells are joined and parted', async () => {
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
})

test('a section moves, and an image that is dropped into one is there', async () => {
  const section = (title: string): Tree => ({
    type: 'section',
    content: [
      { type: 'section_headline', content: [{ type: 'text', text: title }] },
      { type: 'section_body', content: [paragraph(`In ${title}`)] },
    ],
  })
  const page = await edit(await create(process(section('Eins'), section('Zwei'))))
  await surface(page).getByText('In Zwei').click()
  await choose(page, 'Abschnitt', 'Nach oben')
  assert.deepEqual(await surface(page).locator('header').allInnerTexts(), ['Zwei', 'Eins'])
  await page.evaluate(`(async () => {
    const canvas = new OffscreenCanvas(20, 20)
    canvas.getContext('2d').fillRect(0, 0, 10, 10)
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File([await canvas.convertToBlob()], 'plan.png', { type: 'image/png' }))
    const target = [...document.querySelectorAll('.ProseMirror p')].find((p) => p.textContent === 'In Eins')
    const { left, top, height } = target.getBoundingClientRect()
    target.dispatchEvent(new DragEvent('drop', {
      dataTransfer, clientX: left + 2, clientY: top + height / 2, bubbles: true, cancelable: true }))
  })()`)
  await surface(page).locator('p', { hasText: 'In Eins' }).locator('img[src^="/docs/images/"]').waitFor()
})

test('beside a wide column a narrow one keeps its width, and its fields their line', async () => {
  const named: Tree = { type: 'paragraph', content: [field('Schlüssel zum Garderobenschrank')] }
  const wide = cellOf(paragraph('Breit'), { colwidth: [400] })
  const doc_id = await create(process(paragraph('Oben'), tableOf(wide, cellOf(named))))
  const page = await edit(doc_id, { viewport: { width: 390, height: 800 } })
  const chip = (await surface(page).locator('[data-active]').boundingBox()) ?? assert.fail()
  assert.ok(chip.height < 30, `${chip.height}`)
  const column = (await surface(page).locator('td').nth(1).boundingBox()) ?? assert.fail()
  assert.ok(column.width >= 99, `${column.width}`)
  const frame = surface(page).locator('.tableWrapper')
  assert.ok(await frame.evaluate((element) => element.scrollWidth > element.clientWidth))
})

test('a horizontal rule begins and ends where the text does', async () => {
  const doc_id = await create(process(paragraph('Oben'), { type: 'horizontal_rule' }, paragraph('Unten')))
  const page = await edit(doc_id, { viewport: { width: 1600, height: 800 } })
  const text = (await surface(page).locator('p').first().boundingBox()) ?? assert.fail()
  const rule = (await surface(page).locator('hr').boundingBox()) ?? assert.fail()
  assert.deepEqual([rule.x, rule.width], [text.x, text.width])
})

const COLOURFUL = tableOf(
  ...['#fcf1b8', '#102040', null, null].map((background) => cellOf(paragraph('Zelle'), { background })),
)
const section: Tree = {
  type: 'section',
  content: [
    { type: 'section_headline', content: [{ type: 'text', text: 'Titel' }] },
    { type: 'section_body', content: [COLOURFUL, { type: 'code_block' }] },
  ],
}

for (const { device, options } of devices) {
  test(`the editor is accessible and never too wide, in both schemes: ${device}`, async () => {
    const fields = [field('Feld 1'), field('x'.repeat(100))]
    const doc_id = await create(
      process(paragraph('Ein Text'), { type: 'paragraph', content: fields }, section),
    )
    const page = await edit(doc_id, options)
    await expectAccessibleInBothSchemes(page)
    if (options === phone) await tool(page, 'Mehr Werkzeuge').click()
    await surface(page).getByText('Titel').click()
    const kind = tool(page, /Art des Absatzes/).getByText('Abschnittstitel')
    const [needs, has, size] = await kind.evaluate(
      (words) => [words.scrollWidth, words.clientWidth, getComputedStyle(words).fontSize] as const,
    )
    assert.ok(needs <= has, `${needs} in ${has}, ${size}`)
    await surface(page).getByText('Feld 1').click()
    await tool(page, /^Feld ändern/).click()
    await page.getByRole('dialog').waitFor()
    await expectAccessibleInBothSchemes(page)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await surface(page).getByText('Zelle').first().click()
    await tool(page, 'Farbe der Zelle').click()
    await expectAccessibleInBothSchemes(page)
  })
}
