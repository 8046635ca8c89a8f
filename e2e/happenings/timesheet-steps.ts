// Steps and locators of the timesheet.
import type { Locator, Page } from 'playwright-core'

/** The bar at the lower edge, which is always in view. */
export const bar = (page: Page) => page.getByRole('region', { name: 'Übernehmen und senden' })
/** Accessible name of the focused element. */
export const focused = (page: Page) =>
  page.evaluate(() => {
    const at = document.activeElement
    const label = at instanceof HTMLInputElement ? at.labels?.[0]?.textContent : undefined
    // The visible number on the button is hidden from screen readers; a text beside it is read instead.
    const read = at?.querySelector('[aria-hidden] + .only-read')?.textContent
    return label ?? at?.getAttribute('aria-label') ?? read ?? at?.textContent
  })
export const describedBy = (button: Locator) =>
  button.evaluate(
    (at) => document.getElementById(at.getAttribute('aria-describedby') ?? '')?.textContent ?? '',
  )
export const said = (page: Page, text: string) => page.getByRole('alert').getByText(text).waitFor()
export const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
export const start = (page: Page, name: string) => page.getByLabel(`${name}: Beginn`, { exact: true })
export const finish = (page: Page, name: string) => page.getByLabel(`${name}: Ende`, { exact: true })
/** Opens the sheet with a person's times on a phone, by a press on their row. */
export async function openSheet(page: Page, name: string): Promise<Locator> {
  const sheet = page.getByRole('dialog', { name, exact: true })
  if (!(await sheet.isVisible())) await rowOf(page, name).getByRole('button').click()
  await sheet.waitFor()
  return sheet
}
/** Types a person's time where this device has its field: in the row, or in the sheet. */
export async function typeTime(page: Page, name: string, end: 'Beginn' | 'Ende', time: string) {
  const inRow = page.getByLabel(`${name}: ${end}`, { exact: true })
  const field = (await inRow.isVisible())
    ? inRow
    : (await openSheet(page, name)).getByLabel(end, { exact: true })
  await field.fill(time)
  await field.press('Enter')
}
export const apply = (page: Page) => page.getByRole('button', { name: /^(Nur )?\d+ übernehmen$/ }).click()
/** Waits for the bar too: the message may be one of an earlier apply, since it stays for five seconds. */
export const applied = async (page: Page) => {
  await page.getByText('Änderungen übernommen').waitFor()
  await bar(page).getByText('Alles übernommen').waitFor()
}
export const sendAll = async (page: Page) => {
  await page.getByRole('button', { name: 'Senden', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Senden' }).click()
}
