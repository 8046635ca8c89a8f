// Steps and locators common to all screens.
import type { Locator, Page } from 'playwright-core'

/** An action on a row of a list, by the menu at its end. */
export async function pick(page: Page, name: string, action: string) {
  await page.getByRole('button', { name: `Aktionen für ${name}`, exact: true }).click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

/** The bar that says so. */
export const offline = (page: Page) => page.getByRole('status').filter({ hasText: 'Sie sind offline.' })

/** Taps where the element was on touchstart, even if it moves. */
export async function tapWhereItIs(page: Page, at: Locator) {
  await at.scrollIntoViewIfNeeded()
  const box = await at.boundingBox()
  if (!box) throw new Error('It is not on the screen.')
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2)
}
