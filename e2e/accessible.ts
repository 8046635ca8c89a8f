// Nothing for axe to find, nothing wider than the window.
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { findings } from './axe.ts'

export async function expectAccessible(page: Page) {
  assert.deepEqual(await findings(page), [], page.url())
  const [content, window] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth])
  assert.ok(
    (content ?? 0) <= (window ?? 0),
    `${page.url()} is ${content} px wide in a window of ${window} px`,
  )
}

/** In light, then in dark; there only colours are looked at again, since nothing else depends on the scheme. */
export async function expectAccessibleInBothSchemes(page: Page) {
  await page.emulateMedia({ colorScheme: 'light' })
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await styleAnew(page)
  assert.deepEqual(await findings(page, { look: 'colours' }), [], `${page.url()}, dark`)
}

/** Chromium now and then keeps a link's colour of the other scheme: with another rule for all, it reads every style again. */
const styleAnew = (page: Page) =>
  page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('* { --seen: 1 }')
    document.adoptedStyleSheets.push(sheet)
    document.documentElement.getBoundingClientRect()
    document.adoptedStyleSheets.pop()
  })

/** As if somebody's letters were twice as large: the size of the whole page's text, from which all others follow. */
export const doubleText = (page: Page) =>
  page.evaluate(() => {
    const root = document.documentElement
    root.style.fontSize = `${2 * Number.parseFloat(getComputedStyle(root).fontSize)}px`
    dispatchEvent(new Event('resize'))
  })
