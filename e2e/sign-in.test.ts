import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { cast, demoPassword, type Person } from '#demo/cast.ts'
import { expectAccessible } from './accessible.ts'
import { launch } from './browser.ts'
import { startKontor } from './kontor.ts'

const kontor = await startKontor()
const browser = await launch()
after(async () => {
  await browser.close()
  await kontor.stop()
})

async function visit(path: string, options: Parameters<typeof browser.newContext>[0] = {}) {
  const context = await browser.newContext({ baseURL: kontor.url, locale: 'de-DE', ...options })
  const page = await context.newPage()
  page.setDefaultTimeout(10_000)
  await page.goto(path)
  return page
}

async function logIn(page: Page, { username }: Person, password = demoPassword) {
  await page.getByLabel('Benutzername').fill(username)
  await page.getByLabel('Passwort', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Anmelden' }).click()
}

const signedIn = async (person: Person, path: string, options = {}) => {
  const page = await visit('/ui/login', options)
  await logIn(page, person)
  await page.waitForURL('**/ui/docs?**')
  await page.goto(path)
  return page
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
  await logIn(page, cast.anna, 'falsch-geraten')
  await page.getByText('Login fehlgeschlagen', { exact: true }).waitFor()
  assert.match(page.url(), /\/ui\/login$/)
  const password = page.getByLabel('Passwort', { exact: true })
  assert.equal(await password.getAttribute('type'), 'password')
  await page.getByRole('button', { name: 'Passwort anzeigen' }).click()
  assert.equal(await password.getAttribute('type'), 'text')
  assert.equal(await password.inputValue(), 'falsch-geraten')
  await page.context().close()
})

test('after a wrong password the next key writes it anew, and nothing above has moved', async () => {
  const page = await visit('/ui/login')
  const card = page.getByRole('heading', { name: 'Anmelden' })
  const password = page.getByLabel('Passwort', { exact: true })
  const before = [await card.boundingBox(), await password.boundingBox()]
  await logIn(page, cast.anna, 'falsch-geraten')
  await page.getByText('Login fehlgeschlagen', { exact: true }).waitFor()
  assert.deepEqual([await card.boundingBox(), await password.boundingBox()], before)
  await page.keyboard.type('x')
  assert.equal(await password.inputValue(), 'x')
  await page.getByText('Ein Admin Ihrer Firma gibt Ihnen ein neues.').waitFor()
  await page.context().close()
})

test('why it failed stands in a paragraph of its own', async () => {
  const page = await visit('/ui/login')
  await page.context().setOffline(true)
  await logIn(page, cast.anna)
  const alert = page.getByRole('form').getByRole('alert')
  await alert.waitFor()
  assert.deepEqual(await alert.getByRole('paragraph').allInnerTexts(), [
    'Login fehlgeschlagen',
    'Der Server ist gerade nicht zu erreichen. Bitte prüfen Sie die Verbindung.',
  ])
  await page.context().close()
})

test('whoever is signed in already is told so at the login, and shown the way on', async () => {
  const page = await signedIn(cast.anna, '/ui/login')
  await page.getByText('Sie sind als „anna“ angemeldet.').waitFor()
  await page.getByRole('link', { name: 'Weiter zu den Prozessen' }).click()
  await page.getByRole('heading', { name: 'Prozesse' }).waitFor()
  await page.goto('/ui/login')
  await logIn(page, cast.bruno)
  await page.waitForURL('**/ui/docs?**')
  await page.goto('/ui/profile')
  await page.getByText('bruno', { exact: true }).waitFor()
  await page.context().close()
})

test('the right one leads to the list of processes, with its search spelled out', async () => {
  const page = await visit('/ui/login')
  await logIn(page, cast.anna)
  await page.waitForURL('**/ui/docs?**')
  assert.equal(new URL(page.url()).search, '?page=0&filter=&status=&order_by=%2Bname')
  await page.getByRole('heading', { name: 'Prozesse' }).waitFor()
  assert.equal(await page.title(), 'Prozesse · Kontor')
  await page.context().close()
})

const entriesOf = async (page: Page) => {
  await page.getByRole('navigation', { name: 'Hauptmenü' }).waitFor()
  return page.getByRole('navigation', { name: 'Hauptmenü' }).getByRole('link').allInnerTexts()
}

test('the navigation shows to each what is theirs', async () => {
  const staff = await signedIn(cast.anna, '/ui/')
  assert.deepEqual(await entriesOf(staff), ['Prozesse', 'Chat', 'Mein Profil', 'Logout'])
  const lead = await signedIn(cast.bruno, '/ui/')
  assert.deepEqual(await entriesOf(lead), ['Prozesse', 'Veranstaltungen', 'Chat', 'Mein Profil', 'Logout'])
  const admin = await signedIn(cast.clara, '/ui/')
  assert.deepEqual(await entriesOf(admin), [
    'Prozesse',
    'Veranstaltungen',
    'Chat',
    'Benutzer',
    'Gruppen',
    'Zuweisungen',
    'Protokoll',
    'Betrieb',
    'Datenschutz',
    'Mein Profil',
    'Logout',
  ])
  for (const page of [staff, lead, admin]) await page.context().close()
})

test('an unknown address and a foreign screen both say „Not Found“', async () => {
  const page = await signedIn(cast.anna, '/ui/gibt-es-nicht')
  await page.getByRole('heading', { name: 'Not Found' }).waitFor()
  await page.goto('/ui/users')
  await page.getByRole('heading', { name: 'Not Found' }).waitFor()
  await page.context().close()
})

test('the address of a dialog that is not theirs is Not Found alone, without what lies below it', async () => {
  const page = await signedIn(cast.anna, '/ui/docs/add')
  await page.getByRole('heading', { name: 'Not Found' }).waitFor()
  assert.equal(await page.getByRole('heading', { level: 1 }).count(), 1)
  assert.equal(await page.getByRole('table').count(), 0)
  await page.waitForFunction(() => document.title === 'Not Found · Kontor')
  for (const path of ['/ui/users', '/ui/api', '/ui/gibt-es-nicht', '/ui/docs/999999/show']) {
    await page.goto(path)
    await page.getByRole('heading', { name: 'Not Found' }).waitFor()
    await page.waitForFunction(() => document.title === 'Not Found · Kontor')
  }
  await page.getByRole('navigation', { name: 'Hauptmenü' }).getByRole('link', { name: 'Prozesse' }).click()
  await page.getByRole('heading', { name: 'Prozesse' }).waitFor()
  await page.waitForFunction(() => document.title === 'Prozesse · Kontor')
  await page.context().close()
})

test('whoever is told „Unauthorized“ is led to the login, whatever the status', async () => {
  const page = await signedIn(cast.anna, '/ui/profile')
  await page.getByRole('heading', { name: 'Mein Profil' }).waitFor()
  await page.route('**/users/current/', (route) => route.fulfill({ json: { detail: 'Unauthorized' } }))
  await page.waitForURL('**/ui/login', { timeout: 20_000 })
  await page.context().close()
})

test('a password is changed with two equal fields, and the other browser has to sign in anew', async () => {
  const page = await signedIn(cast.david, '/ui/profile')
  const other = await signedIn(cast.david, '/ui/profile')
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
  await logIn(other, cast.david, 'ein-neuer-vorhang')
  await other.waitForURL('**/ui/docs?**')
  for (const one of [page, other]) await one.context().close()
})

test('logging out leads to the login and leaves no session behind', async () => {
  const page = await signedIn(cast.elif, '/ui/logout')
  const cookies = await page.context().cookies()
  await page.getByRole('main').getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL('**/ui/login')
  await page.goto('/ui/profile')
  await page.waitForURL('**/ui/login')
  const answer = await fetch(`${kontor.url}/users/current/`, {
    headers: { cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; ') },
  })
  assert.equal(answer.status, 401)
  await page.context().close()
})

test('a session that ends elsewhere leads to the login within the next poll', async () => {
  const page = await signedIn(cast.frieda, '/ui/profile')
  await page.clock.install()
  await page.reload()
  await page.getByRole('heading', { name: 'Mein Profil' }).waitFor()
  await page.context().clearCookies()
  await page.clock.fastForward(10_500)
  await page.waitForURL('**/ui/login')
  const why = page.getByText('Ihre Sitzung ist zu Ende. Bitte melden Sie sich neu an.')
  await page.clock.fastForward(60_000)
  await why.waitFor()
  await logIn(page, cast.frieda)
  await page.waitForURL('**/ui/docs?**')
  await page.goto('/ui/logout')
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL('**/ui/login')
  assert.equal(await why.count(), 0)
  await page.context().close()
})

test('a new build is offered, and loaded when the person wants it', async () => {
  const page = await signedIn(cast.georg, '/ui/profile')
  await page.clock.install()
  await page.reload()
  await page.getByRole('heading', { name: 'Mein Profil' }).waitFor()
  await page.route('**/status/', (route) => route.fulfill({ json: { name: 'Kontor', hash: 'newer' } }))
  await page.clock.fastForward(31_000)
  await page.getByRole('button', { name: 'Neu laden' }).click()
  await page.getByRole('heading', { name: 'Mein Profil' }).waitFor()
  await page.getByRole('button', { name: 'Neu laden' }).waitFor({ state: 'detached' })
  await page.context().close()
})

test('without the server the app says so, and goes on when it is back', async () => {
  const page = await signedIn(cast.georg, '/ui/profile')
  await page.getByLabel('Neues Passwort', { exact: true }).fill('ein-neuer-vorhang')
  await page.getByLabel('Neues Passwort wiederholen').fill('ein-neuer-vorhang')
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Passwort ändern' }).click()
  await page.getByText('Der Server ist gerade nicht zu erreichen.').waitFor()
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Passwort ändern' }).click()
  await page.getByText('Passwort geändert').waitFor()
  await page.context().close()
})

test('on a phone the links hide behind a burger that closes on arrival and by Escape', async () => {
  const page = await signedIn(cast.hannah, '/ui/profile', { viewport: { width: 390, height: 844 } })
  const logout = page.getByRole('link', { name: 'Logout' })
  await page.getByRole('button', { name: 'Menü öffnen' }).click()
  await page.getByRole('link', { name: 'Prozesse' }).focus()
  await page.keyboard.press('Escape')
  await logout.waitFor({ state: 'hidden' })
  await page.locator('button:focus[aria-label="Menü öffnen"]').waitFor()
  await page.getByRole('button', { name: 'Menü öffnen' }).click()
  await page.getByRole('link', { name: 'Prozesse' }).click()
  await page.getByRole('heading', { name: 'Prozesse' }).waitFor()
  await logout.waitFor({ state: 'hidden' })
  await page.context().close()
})

test('administrators can read every call of the interface', async () => {
  const page = await signedIn(cast.clara, '/ui/profile')
  await page.getByRole('link', { name: 'Beschreibung öffnen' }).click()
  await page.getByRole('heading', { name: 'Schnittstelle' }).waitFor()
  await page.getByText('/auth/login/').click()
  await page.getByText('ohne Anmeldung').locator('visible=true').waitFor()
  await page.context().close()
})

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [390, 1280]) {
    test(`screens are accessible, quiet and never too wide: ${colorScheme}, ${width} px`, async () => {
      const options = { colorScheme, viewport: { width, height: 800 }, isMobile: width < 500 }
      const page = await visit('/ui/login', options)
      await expectAccessible(page)
      await logIn(page, cast.clara)
      for (const path of ['/ui/docs', '/ui/profile', '/ui/api', '/ui/logout', '/ui/gibt-es-nicht']) {
        await page.waitForURL('**/ui/docs?**')
        await page.goto(path)
        await page.getByRole('main').getByRole('heading').first().waitFor()
        await expectAccessible(page)
        await page.goto('/ui/')
      }
      await page.context().close()
    })
  }
}
