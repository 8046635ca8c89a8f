import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { number, paragraph, processOf, section } from '#contract/document/build.ts'
import type { Tree } from '#contract/document/tree.ts'
import { expectAccessibleInBothSchemes } from '../accessible.ts'
import { phone } from '../stage.ts'
import { setEditorStage, surface, tool } from './editor-stage.ts'

const { create, edit } = await setEditorStage()

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

test('by keyboard and from its menu a section goes deeper, higher, and is doubled; all of it is undone', async () => {
  const page = await edit(await create(three))
  await still(page)
  await surface(page).getByText('In Zwei').click()
  await page.keyboard.press('Shift+Alt+ArrowRight')
  assert.deepEqual(await outline(page), ['Eins', '-Zwei', 'Drei'])
  await page.keyboard.press('Shift+Alt+ArrowLeft')
  assert.deepEqual(await outline(page), ['Eins', 'Zwei', 'Drei'])
  const choose = async (name: string) => {
    await tool(page, /^Abschnitt$/).click()
    await page.getByRole('menuitem', { name }).click()
  }
  await tool(page, /^Abschnitt$/).click()
  await expectAccessibleInBothSchemes(page)
  await page.keyboard.press('Escape')
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

for (const width of [390, 768, 1024, 1280, 1920]) {
  test(`what is written is as wide as what is read: ${width} px`, async () => {
    const doc_id = await create(deep)
    const page = await edit(doc_id, { viewport: { width, height: 900 } })
    const widths = () =>
      page
        .locator('main p')
        .evaluateAll((all) =>
          all
            .filter((one) => /^[A-E] Wort/.test(one.textContent))
            .map((one) => `${one.textContent.charAt(0)}: ${Math.round(one.getBoundingClientRect().width)}`),
        )
    const written = await widths()
    assert.equal(written.length, 5)
    await page.getByRole('link', { name: 'Lesen' }).click()
    await page.waitForURL('**/show')
    await page.getByText('C Wort').waitFor()
    assert.deepEqual(written, await widths())
  })
}
