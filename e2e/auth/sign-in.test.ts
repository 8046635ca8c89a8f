import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { cast, demoPassword, type Person } from '#demo/cast.ts'
import { setStage } from '../stage.ts'

const { kontor, visit, as } = await setStage()

async function fillIn(page: Page, { username }: Person, password = demoPassword) {
  await page.getByLabel('Benutzername').fill(username)
  await page.getByLabel('Passwort', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Anmelden' }).click()
}

test('whoever is not signed in is sent to the login, from every address', async () => {
  for (const path of ['/', '/ui', '/ui/', '/ui/docs', '/ui/profile', '/ui/users', '/ui/gibt-es-nicht']) {
    const page = await visit(path)
    await page.waitForURL('**/ui/login')
    await page.getByRole('heading', { name: 'Anmelden' }).waitFor()
    await page.context().close()
  }
})

test('a wrong password is answered with „Login fehlgeschlagen“, and can be looked at while typing', async () => {
  const page = await visit('/ui/login')
  await fillIn(page, cast.anna, 'falsch-geraten')
  await page.getByText('Login fehlgeschlagen', { exact: true }).waitFor()
  assert.match(page.url(), /\/ui\/login$/)
  const password = page.getByLabel('Passwort', { exact: true })
  assert.equal(await password.getAttribute('type'), 'password')
  await page.getByRole('button', { name: 'Passwort anzeigen' }).click()
  assert.equal(await password.getAttribute('type'), 'text')
  assert.equal(await password.inputValue(), 'falsch-geraten')
})

test('after a wrong password the next key writes it anew, and nothing above has moved', async () => {
  const page = await visit('/ui/login')
  const card = page.getByRole('heading', { name: 'Anmelden' })
  const password = page.getByLabel('Passwort', { exact: true })
  const before = [await card.boundingBox(), await password.boundingBox()]
  await fillIn(page, cast.anna, 'falsch-geraten')
  await page.getByText('Login fehlgeschlagen', { exact: true }).waitFor()
  assert.deepEqual([await card.boundingBox(), await password.boundingBox()], before)
  await page.keyboard.type('x')
  assert.equal(await password.inputValue(), 'x')
  await page.getByText('Ein Admin Ihrer Firma gibt Ihnen ein neues.').waitFor()
})

test('why it failed stands in a paragraph of its own', async () => {
  const page = await visit('/ui/login')
  await page.context().setOffline(true)
  await fillIn(page, cast.anna)
  const alert = page.getByRole('form').getByRole('alert')
  await alert.waitFor()
  assert.deepEqual(await alert.getByRole('paragraph').allInnerTexts(), [
    'Login fehlgeschlagen',
    'Der Server ist gerade nicht zu erreichen. Bitte prüfen Sie die Verbindung.',
  ])
})

test('whoever is signed in already is told so at the login, and shown the way on', async () => {
  const page = await as(cast.anna, '/ui/login')
  await page.getByText('Sie sind als „anna“ angemeldet.').waitFor()
  await page.getByRole('link', { name: 'Weiter zu den Prozessen' }).click()
  await page.getByRole('heading', { name: 'Prozesse' }).waitFor()
  await page.goto('/ui/login')
  await fillIn(page, cast.bruno)
  await page.waitForURL('**/ui/docs?**')
  await page.goto('/ui/profile')
  await page.getByText('bruno', { exact: true }).waitFor()
})

test('the right one leads to the list of processes, with its search spelled out', async () => {
  const page = await visit('/ui/login')
  await fillIn(page, cast.anna)
  await page.waitForURL('**/ui/docs?**')
  assert.equal(new URL(page.url()).search, '?page=0&filter=&status=&order_by=%2Bname')
  await page.getByRole('heading', { name: 'Prozesse' }).waitFor()
  assert.equal(await page.title(), 'Prozesse · Kontor')
})

test('whoever is told „Unauthorized“ is led to the login, whatever the status', async () => {
  const page = await as(cast.anna, '/ui/profile')
  await page.getByRole('heading', { name: 'Mein Profil' }).waitFor()
  await page.route('**/users/current/', (route) => route.fulfill({ json: { detail: 'Unauthorized' } }))
  await page.waitForURL('**/ui/login', { timeout: 20_000 })
})

test('a password is changed with two equal fields, and the other browser has to sign in anew', async () => {
  const page = await as(cast.david, '/ui/profile')
  const other = await as(cast.david, '/ui/profile')
  await page.getByText('david', { exact: true }).waitFor()
  const [first, second] = [
    page.getByLabel('Neues Passwort', { exact: true }),
    page.getByLabel('Neues Passwort wiederholen'),
  ]
  const button = page.getByRole('button', { name: 'Passwort ändern' })
  assert.equal(await button.isDisabled(), true)
  await first.fill('ein-neuer-vorhang')
  assert.equal(await button.isDisabled(), true)
  await second.fill('ein-anderer')
  await page.getByText('Die Passwörter stimmen nicht überein.').waitFor()
  assert.equal(await button.isDisabled(), true)
  await first.fill('kurz')
  await second.fill('kurz')
  await button.click()
  await page.getByText('Das Passwort muss mindestens 8 Zeichen haben.').waitFor()
  await first.fill('ein-neuer-vorhang')
  await second.fill('ein-neuer-vorhang')
  await button.click()
  await page.getByText('Passwort geändert').waitFor()
  assert.equal(await first.inputValue(), '')
  await page.locator('h2:focus', { hasText: 'Passwort ändern' }).waitFor()

  await other.reload()
  await other.waitForURL('**/ui/login')
  await fillIn(other, cast.david, 'ein-neuer-vorhang')
  await other.waitForURL('**/ui/docs?**')
})

test('logging out leads to the login and leaves no session behind', async () => {
  const page = await as(cast.elif, '/ui/logout')
  const cookies = await page.context().cookies()
  await page.getByRole('main').getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL('**/ui/login')
  await page.goto('/ui/profile')
  await page.waitForURL('**/ui/login')
  const answer = await fetch(`${kontor.url}/users/current/`, {
    headers: { cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; ') },
  })
  assert.equal(answer.status, 401)
})

test('a session that ends elsewhere leads to the login within the next poll', async () => {
  const page = await as(cast.frieda, '/ui/profile')
  await page.clock.install()
  await page.reload()
  await page.getByRole('heading', { name: 'Mein Profil' }).waitFor()
  await page.context().clearCookies()
  await page.clock.fastForward(11_500)
  await page.waitForURL('**/ui/login')
  const why = page.getByText('Ihre Sitzung ist zu Ende. Bitte melden Sie sich neu an.')
  await page.clock.fastForward(60_000)
  await why.waitFor()
  const other = await page.context().newPage()
  await other.goto('/ui/login')
  await fillIn(other, cast.frieda)
  await other.waitForURL('**/ui/docs?**')
  await other.close()
  // Whoever has signed in in another window need not do so here.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await page.waitForURL('**/ui/docs?**')
  await page.goto('/ui/logout')
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL('**/ui/login')
  assert.equal(await why.count(), 0)
})
