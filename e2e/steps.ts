// What people do and see on every screen.
import type { Page } from 'playwright-core'

/** An action on a row of a list, by the menu at its end. */
export async function pick(page: Page, name: string, action: string) {
  await page.getByRole('button', { name: `Aktionen für ${name}`, exact: true }).click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

/** The bar that says so. */
export const offline = (page: Page) => page.getByRole('status').filter({ hasText: 'Sie sind offline.' })
