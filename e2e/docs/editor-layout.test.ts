import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { number, paragraph, processOf, section } from '#contract/document/build.ts'
import type { Tree } from '#contract/document/tree.ts'
import { expectAccessible, expectAccessibleInBothSchemes } from '../accessible.ts'
import { phone } from '../stage.ts'
import { field, process, reopen, setEditorStage, surface, tool } from './editor-stage.ts'

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

test('beside a wide column a narrow one keeps its width, and its fields their line; a horizontal rule begins and ends where the text does', async () => {
  const page = await edit(await create())
  const named: Tree = { type: 'paragraph', content: [field('Schlüssel zum Garderobenschrank')] }
  const wide = cellOf(paragraph('Breit'), { colwidth: [400] })
  await page.setViewportSize({ width: 390, height: 800 })
  await reopen(page, await create(process(paragraph('Oben'), tableOf(wide, cellOf(named)))))
  const chip = (await surface(page).locator('[data-active]').boundingBox()) ?? assert.fail()
  assert.ok(chip.height < 30, `${chip.height}`)
  const column = (await surface(page).locator('td').nth(1).boundingBox()) ?? assert.fail()
  assert.ok(column.width >= 99, `${column.width}`)
  const frame = surface(page).locator('.tableWrapper')
  assert.ok(await frame.evaluate((element) => element.scrollWidth > element.clientWidth))

  await page.setViewportSize({ width: 1_600, height: 800 })
  await reopen(
    page,
    await create(process(paragraph('Oben'), { type: 'horizontal_rule' }, paragraph('Unten'))),
  )
  const text = (await surface(page).locator('p').first().boundingBox()) ?? assert.fail()
  const rule = (await surface(page).locator('hr').boundingBox()) ?? assert.fail()
  assert.deepEqual([rule.x, rule.width], [text.x, text.width])
})

const COLOURFUL = tableOf(
  ...['#fcf1b8', '#102040', null, null].map((background) => cellOf(paragraph('Zelle'), { background })),
)

const manyThings = process(
  paragraph('Ein Text'),
  { type: 'paragraph', content: [field('Feld 1'), field('x'.repeat(100))] },
  section('Titel', COLOURFUL, { type: 'code_block' }),
)
const editCell = async (page: Page) => {
  await surface(page).getByText('Zelle').first().click()
  await tool(page, 'Farbe der Zelle').click()
}

test('on a phone the editor, the dialog of a field and the colours of a cell are accessible and never too wide', async () => {
  const page = await edit(await create(manyThings), phone)
  await expectAccessibleInBothSchemes(page)
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
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await editCell(page)
  await expectAccessibleInBothSchemes(page)
})

test('at a desk the editor and its tools are accessible and never too wide', async () => {
  const page = await edit(await create(manyThings), { viewport: { width: 1_280, height: 800 } })
  await editCell(page)
  await expectAccessible(page)
})

const three = processOf(
  section('Eins', paragraph('In Eins ', number('Zahl'))),
  section('Zwei', paragraph('In Zwei')),
  section('Drei', paragraph('In Drei')),
)
/** Each headline with how deep it lies. */
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

/** Nothing comes any more that would move what is pressed or dragged. */
const still = (page: Page) => page.getByRole('button', { name: 'Veröffentlichen …' }).waitFor()

test('by keyboard and from its menu a section goes deeper, higher, up, and is doubled; all of it is undone', async () => {
  const page = await edit(await create(three))
  await still(page)
  await surface(page).getByText('In Zwei').click()
  // The editor hears of a selection in a task of its own, sooner than any hand reaches for the keys.
  await page.evaluate(() => new Promise((heard) => requestAnimationFrame(() => setTimeout(heard))))
  await page.keyboard.press('Shift+Alt+ArrowRight')
  assert.deepEqual(await outline(page), ['Eins', '-Zwei', 'Drei'])
  await page.keyboard.press('Shift+Alt+ArrowLeft')
  assert.deepEqual(await outline(page), ['Eins', 'Zwei', 'Drei'])
  const choose = async (name: string) => {
    await tool(page, /^Abschnitt$/).click()
    await page.getByRole('menuitem', { name }).click()
  }
  await tool(page, /^Abschnitt$/).click()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
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
})

const handleOf = async (page: Page, headline: string) => {
  const box = (await surface(page).locator('header', { hasText: headline }).boundingBox()) ?? assert.fail()
  return { x: box.x + 20, y: box.y + box.height / 2, top: box.y + 3, bottom: box.y + box.height - 3 }
}

test('a section is dragged by its handle with a mouse: before another one, or into it; Escape leaves it', async () => {
  const page = await edit(await create(three))
  await still(page)
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
    for (const width of [390, 768, 1_024, 1_280, 1_920]) {
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
