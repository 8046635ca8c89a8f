import type { Page } from 'playwright-core'
import { demoPassword } from '#demo/cast.ts'

/** As people do it, by the form; it ends on the list of processes. */
export async function signIn(page: Page, username: string, password = demoPassword) {
  await page.goto('/ui/login')
  await page.getByLabel('Benutzername').fill(username)
  await page.getByLabel('Passwort', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Anmelden' }).click()
  await page.waitForURL('**/ui/docs?**')
}
