// Checks that axe finds nothing on a page, and that nothing is wider than the window.
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { findings } from './axe.ts'

/** `within`: selector of the part to check, if the rest of the screen is checked elsewhere. */
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

/**
 * Checks everything in the light scheme, and only the colours in the dark one, since nothing else depends on
 * it.
 */
export async function expectAccessibleInBothSchemes(page: Page, within = 'html') {
  await page.emulateMedia({ colorScheme: 'light' })
  await expectAccessible(page, within)
  await page.emulateMedia({ colorScheme: 'dark' })
  await styleAnew(page)
  assert.deepEqual(await findings(page, { within, look: 'colours' }), [], `${page.url()}, dark`)
}

/**
 * Chromium sometimes keeps the link colour of the other scheme. A new rule for all elements makes it compute
 * all styles again.
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
