// What people do with a timesheet, and where they look.
import type { Locator, Page } from 'playwright-core'

/** Always in sight, where the thumb is. */
export const bar = (page: Page) => page.getByRole('region', { name: 'Übernehmen und senden' })
/** What the keyboard is at, by its name. */
export const focused = (page: Page) =>
  page.evaluate(() => {
    const at = document.activeElement
    const label = at instanceof HTMLInputElement ? at.labels?.[0]?.textContent : undefined
    return label ?? at?.getAttribute('aria-label') ?? at?.textContent
  })
export const describedBy = (button: Locator) =>
  button.evaluate(
    (at) => document.getElementById(at.getAttribute('aria-describedby') ?? '')?.textContent ?? '',
  )
export const said = (page: Page, text: string) => page.getByRole('alert').getByText(text).waitFor()
export const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
export const start = (page: Page, name: string) => page.getByLabel(`${name}: Beginn`, { exact: true })
export const finish = (page: Page, name: string) => page.getByLabel(`${name}: Ende`, { exact: true })
export const apply = (page: Page) => page.getByRole('button', { name: /^\d+ übernehmen$/ }).click()
/** The message alone would do where it is the first one: it stays for five seconds. */
export const applied = async (page: Page) => {
  await page.getByText('Änderungen übernommen').waitFor()
  await bar(page).getByText('Alles übernommen').waitFor()
}
export const sendAll = async (page: Page) => {
  await page.getByRole('button', { name: 'Senden', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Senden' }).click()
}
