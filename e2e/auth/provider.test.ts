import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { cast, emailOf } from '#demo/cast.ts'
import { clientId, clientSecret, startRealProvider } from '#server/testing/real-provider.ts'
import { backdateConfirmation } from '../kontor.ts'
import { phone, setStage } from '../stage.ts'
import { pick } from '../steps.ts'

/** The server's port is chosen beforehand, because the provider must know the redirect URL. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

const provider = await startRealProvider()
const port = await freePort()
const base = `http://127.0.0.1:${port}`
provider.open({ redirectUri: `${base}/ui/login/firma`, withPages: true })
after(() => provider.stop())
const { kontor, visit, as } = await setStage({
  PORT: String(port),
  PUBLIC_URL: base,
  OIDC_PROVIDERS: 'firma',
  OIDC_FIRMA_ISSUER: provider.issuer,
  OIDC_FIRMA_CLIENT_ID: clientId,
  OIDC_FIRMA_CLIENT_SECRET: clientSecret,
  OIDC_FIRMA_NAME: 'Nordlicht',
  OIDC_FIRMA_MATCH: 'email',
})

/** Signs in on the provider's page. */
async function proveThere(page: Page, subject: string) {
  await page.getByPlaceholder('Enter any login').fill(subject)
  await page.getByPlaceholder('and password').fill('dort')
  await page.getByRole('button', { name: 'Sign-in' }).click()
}

test('on a phone somebody signs in over the company’s provider, and their profile says so; whoever has no account here is told so and finds the way back', async () => {
  provider.people.set('m-anna', { email: emailOf(cast.anna), email_verified: true })
  const page = await visit('/ui/login', phone)
  const button = page.getByRole('button', { name: 'Mit Nordlicht anmelden' })
  await button.waitFor()
  await button.click()
  await proveThere(page, 'm-anna')
  await page.waitForURL('**/ui/today')
  await page.goto('/ui/profile#geraete')
  await page.getByText('anna', { exact: true }).waitFor()
  await page.getByText('angemeldet über Nordlicht').waitFor()

  provider.people.set('m-fremd', { email: 'fremd@nordlicht.example', email_verified: true })
  // The provider already has a session for this browser: without its cookies, it asks who signs in.
  await page.context().clearCookies()
  await page.goto('/ui/login')
  await page.getByRole('button', { name: 'Mit Nordlicht anmelden' }).click()
  await proveThere(page, 'm-fremd')
  await page.getByText('Für Ihre Anmeldung bei „Nordlicht“ gibt es hier kein Konto.').waitFor()
  assert.equal(new URL(page.url()).search, '')
  await page.getByRole('link', { name: 'Zur Anmeldung' }).click()
  await page.getByLabel('Benutzername').waitFor()
})

test('an administrator who has connected the account proves at the provider who they are, and is where they were', async () => {
  provider.people.set('m-clara', { email: emailOf(cast.clara), email_verified: true })
  const page = await as(cast.clara, '/ui/profile#anbieter')
  await page.getByRole('button', { name: 'Mit Nordlicht verbinden' }).click()
  await proveThere(page, 'm-clara')
  await page.getByText('Mit Nordlicht verbunden seit').waitFor()
  await page.goto('/ui/users')
  await backdateConfirmation(kontor, cast.clara, 13)
  const dialog = page.getByRole('dialog', { name: 'Rechte ändern' })
  const promote = async () => {
    await dialog.getByLabel('Rolle von Jana Ærenlund').selectOption('Admin')
    await dialog.getByRole('button', { name: 'Rechte ändern' }).click()
  }
  await pick(page, 'Jana Ærenlund', 'Rechte ändern')
  await promote()
  await page.getByRole('button', { name: 'Mit Nordlicht bestätigen' }).click()
  await proveThere(page, 'm-clara')
  await page.waitForURL(/\/ui\/users\/\d+\/change_privileges/)
  await promote()
  await page.getByText('Rechte geändert').waitFor()
})
