// Signs in a browser, for tests, screenshots and measurements.
import assert from 'node:assert/strict'
import type { APIRequestContext, Page } from 'playwright-core'
import { demoPassword } from '#demo/cast.ts'

/** Without a password, that of the demo is used. */
export type Account = { username: string; password?: string }

/** By API: `page.request` shares its cookies with the page. */
export async function logIn(to: APIRequestContext, { username, password = demoPassword }: Account) {
  const answer = await to.post('/auth/login/', { data: { username, password } })
  assert.ok(answer.ok(), `${username} is not let in: ${answer.status()}`)
}

/** Signs in by the form, to test what the app does then. Ends on the list of processes, on a phone on „Heute“. */
export async function logInByForm(page: Page, { username, password = demoPassword }: Account) {
  await page.goto('/ui/login')
  await page.getByLabel('Benutzername').fill(username)
  await page.getByLabel('Passwort', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Anmelden' }).click()
  await page.waitForURL(/\/ui\/(docs\?|today)/)
}
