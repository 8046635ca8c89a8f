// Nothing for axe to find, nothing wider than the window.
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { findings } from './axe.ts'

/** `within` a selector only, where the screen below is looked at elsewhere. */
export async function expectAccessible(page: Page, within = 'html') {
  assert.deepEqual(await findings(page, { within }), [], page.url())
  assert.deepEqual(await tooWide(page), [], page.url())
}

/** Elements wider than the window; measured without `innerWidth`, which grows with them on phones. */
export async function tooWide(page: Page): Promise<string[]> {
  const width = page.viewportSize()?.width ?? 0
  const needed = await page.evaluate(() => document.documentElement.scrollWidth)
  return needed > width ? [`needs ${needed} of ${width} px`] : []
}

/** In light, then in dark; there only colours are looked at again, since nothing else depends on the scheme. */
export async function expectAccessibleInBothSchemes(page: Page, within = 'html') {
  await page.emulateMedia({ colorScheme: 'light' })
  await expectAccessible(page, within)
  await page.emulateMedia({ colorScheme: 'dark' })
  await styleAnew(page)
  assert.deepEqual(await findings(page, { within, look: 'colours' }), [], `${page.url()}, dark`)
}

/**
 * Chromium now and then keeps a link's colour of the other scheme: with another rule for all, it reads every style
 * again.
 */
const styleAnew = (page: Page) =>
  page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('* { --seen: 1 }')
    document.adoptedStyleSheets.push(sheet)
    document.documentElement.getBoundingClientRect()
    document.adoptedStyleSheets.pop()
  })

/** Doubles the root font size, as device settings do. */
export const doubleText = (page: Page) =>
  page.evaluate(() => {
    const root = document.documentElement
    root.style.fontSize = `${2 * Number.parseFloat(getComputedStyle(root).fontSize)}px`
    dispatchEvent(new Event('resize'))
  })

export const usualText = (page: Page) =>
  page.evaluate(() => {
    document.documentElement.style.fontSize = ''
    dispatchEvent(new Event('resize'))
  })
