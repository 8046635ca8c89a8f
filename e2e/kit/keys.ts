// Tables of keys: a row says what is pressed, where the focus is then, and what the widget says of itself.
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { PATIENCE } from '../patience.ts'

/**
 * Keys with a blank between them are pressed one after the other; `pause` lets a second pass on a page with a clock.
 */
export type Row = readonly [press: string, focus: string, state?: string]

/**
 * Waits for the result of each row, so that the speed of the machine does not matter. `state` reads what the
 * third column expects.
 */
export async function walk(page: Page, rows: readonly Row[], state: () => Promise<string> = nothing) {
  for (const [at, [press, focus, wanted]] of rows.entries()) {
    for (const key of press.split(' ')) {
      if (key === 'pause') await page.clock.runFor(1_000)
      else await page.keyboard.press(key)
    }
    const expected = wanted === undefined ? [focus] : [focus, wanted]
    const read = async () => [await focusOf(page), ...(wanted === undefined ? [] : [await state()])]
    const end = Date.now() + PATIENCE
    let found = await read()
    while (found.join() !== expected.join() && Date.now() < end) {
      await new Promise((resolve) => setTimeout(resolve, 20))
      found = await read()
    }
    assert.deepEqual(found, expected, `row ${at + 1}: ${press}`)
  }
}

const nothing = async () => ''

/** Accessible name of the focused element, without description and shortcut. */
const focusOf = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const at = document.activeElement
    if (at === null || at === document.body) return 'nothing'
    const label =
      at instanceof HTMLInputElement || at instanceof HTMLSelectElement ? at.labels?.[0] : undefined
    return (at.ariaLabel ?? label?.textContent ?? at.textContent ?? '').trim()
  })
