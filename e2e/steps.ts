// Steps and locators common to all screens.
import assert from 'node:assert/strict'
import type { BrowserContext, Locator, Page } from 'playwright-core'

/** Chooses an action in the menu at the end of a row. */
export async function pick(page: Page, name: string, action: string) {
  await page.getByRole('button', { name: `Aktionen für ${name}`, exact: true }).click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

/**
 * Ends a route. Adds another one first, so that interception stays on: when it is switched off, Chromium may
 * never answer a call that is under way.
 */
export async function endRoute(where: Page | BrowserContext, address: Parameters<Page['unroute']>[0]) {
  await where.route('**/keeps-the-interception-on', (route) => route.fallback())
  await where.unroute(address)
}

/** The bar that says that the device is offline. */
export const offline = (page: Page) => page.getByRole('status').filter({ hasText: 'Sie sind offline.' })

/** For `waitForFunction`: whether the element with this id is in the window. */
export const isInSight = (id: string) => {
  const { top, bottom } = document.getElementById(id)?.getBoundingClientRect() ?? { top: -1, bottom: -1 }
  return top >= 0 && bottom <= innerHeight
}

/** Taps where the element was on touchstart, even if it moves. */
export async function tapWhereItIs(page: Page, at: Locator) {
  await at.scrollIntoViewIfNeeded()
  const box = await at.boundingBox()
  if (!box) throw new Error('It is not on the screen.')
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2)
}

const centreOf = async (what: Locator) => {
  await what.scrollIntoViewIfNeeded()
  const { x, y, width, height } = (await what.boundingBox()) ?? assert.fail('not on the screen')
  return { x: x + width / 2, y: y + height / 2 }
}
const fingerOf = async (page: Page) => {
  const devtools = await page.context().newCDPSession(page)
  return (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints })
}

/** Keeps a finger on an element until its menu opens, or `shown` is visible. */
export async function holdFingerOn(what: Locator, shown = what.page().getByRole('menu')) {
  const [at, finger] = [await centreOf(what), await fingerOf(what.page())]
  await finger('touchStart', at)
  await shown.waitFor()
  await finger('touchEnd')
}

/** Slows down at the end: lifted in motion, the page would go on scrolling, and the next tap would only stop it. */
export async function swipeRight(what: Locator) {
  const [{ x, y }, finger] = [await centreOf(what), await fingerOf(what.page())]
  // Together: on a busy machine a pause before the first move would be a long press.
  await Promise.all([finger('touchStart', { x, y }), finger('touchMove', { x: x + 10, y })])
  for (const by of [20, 30, 40, 50, 60, 68, 70, 70, 70, 70]) {
    await finger('touchMove', { x: x + by, y })
    await what.page().evaluate(() => new Promise(requestAnimationFrame))
  }
  await finger('touchEnd')
}
