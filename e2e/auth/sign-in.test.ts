// Signing in and out, one's own password, and where somebody is signed in.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { cast, demoPassword, type Person } from '#demo/cast.ts'
import { expectAccessible, expectAccessibleInBothSchemes } from '../accessible.ts'
import { backdateConfirmation } from '../kontor.ts'
import { setStage } from '../stage.ts'
import { pick } from '../steps.ts'

const { kontor, visit, as, call } = await setStage()

async function fillIn(page: Page, { username }: Person, password = demoPassword) {
  await page.getByLabel('Benutzername').fill(username)
  await page.getByLabel('Passwort', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Anmelden' }).click()
}

/** Fills in and submits the password form in the profile. */
async function changePassword(page: Page, password: string) {
  await page.getByLabel('Neues Passwort', { exact: true }).fill(password)
  await page.getByLabel('Neues Passwort wiederholen').fill(password)
  await page.getByRole('button', { name: 'Passwort ändern' }).click()
}
const sessionsOf = (page: Page) => page.getByRole('list', { name: 'Sitzungen' }).getByRole('listitem')

test('whoever is not signed in is sent to the login from every address, and from there to the list of processes; whoever is signed in already is told so there, and somebody else may sign in, and out again', async () => {
  const page = await visit('/sw.js')
  for (const path of ['/', '/ui/docs', '/ui/gibt-es-nicht']) {
    await page.goto(path)
    await page.waitForURL('**/ui/login')
    await page.getByRole('heading', { name: 'Anmelden' }).waitFor()
  }
  await expectAccessibleInBothSchemes(page)
  await fillIn(page, cast.anna)
  await page.waitForURL('**/ui/docs?**')
  assert.equal(new URL(page.url()).search, '?page=0&filter=&status=&order_by=%2Bname')
  await page.getByRole('heading', { name: 'Prozesse' }).waitFor()
  assert.equal(await page.title(), 'Prozesse · Kontor')
  await page.getByRole('link', { name: 'Kontor', exact: true }).click()
  await page.getByRole('heading', { name: 'Heute', level: 1 }).waitFor()

  await page.goto('/ui/login')
  await page.getByText('Sie sind als „anna“ angemeldet.').waitFor()
  await page.getByRole('link', { name: 'Weiter zu den Prozessen' }).click()
  await page.getByRole('heading', { name: 'Prozesse' }).waitFor()
  await page.goto('/ui/login')
  await fillIn(page, cast.bruno)
  await page.waitForURL('**/ui/docs?**')
  await page.goto('/ui/profile')
  await page.getByText('bruno', { exact: true }).waitFor()
  await page.goto('/ui/logout')
  await page.getByRole('main').getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL('**/ui/login')
  await page.goto('/ui/profile')
  await page.waitForURL('**/ui/login')
})

test('Enter after the user name goes on to the password; a wrong one can be looked at or written anew at once, and nothing above has moved', async () => {
  const page = await visit('/ui/login')
  await page.getByLabel('Benutzername').fill('anna')
  await page.keyboard.press('Enter')
  await page.getByLabel('Passwort', { exact: true }).and(page.locator(':focus')).waitFor()
  assert.equal(await page.getByText('Login fehlgeschlagen').count(), 0)

  const card = page.getByRole('heading', { name: 'Anmelden' })
  const password = page.getByLabel('Passwort', { exact: true })
  const before = [await card.boundingBox(), await password.boundingBox()]
  await fillIn(page, cast.anna, 'falsch-geraten')
  await page.getByText('Login fehlgeschlagen', { exact: true }).waitFor()
  assert.match(page.url(), /\/ui\/login$/)
  assert.deepEqual([await card.boundingBox(), await password.boundingBox()], before)
  await page.getByText('Ein Admin Ihrer Firma schickt Ihnen einen Link.').waitFor()
  assert.equal(await password.getAttribute('type'), 'password')
  await page.getByRole('button', { name: 'Passwort anzeigen' }).click()
  assert.equal(await password.getAttribute('type'), 'text')
  assert.equal(await password.inputValue(), 'falsch-geraten')

  await page.getByRole('button', { name: 'Anmelden' }).click()
  await page.waitForFunction(() => {
    const { selectionStart, selectionEnd, value } = document.activeElement as HTMLInputElement
    return value !== '' && selectionStart === 0 && selectionEnd === value.length
  })
  await page.keyboard.type('x')
  assert.equal(await password.inputValue(), 'x')

  // The reason of the failure is a paragraph of its own.
  const alert = page.getByRole('form').getByRole('alert')
  for (const [status, json, why] of [
    [200, { success: false, details: 'Gesperrt.' }, 'Gesperrt.'],
    [200, {}, 'Technischer Fehler'],
    [201, { success: true, details: 'Angelegt.' }, 'Angelegt.'],
  ] as const) {
    await page.route('**/auth/login/', (route) => route.fulfill({ status, json }), { times: 1 })
    await fillIn(page, cast.anna)
    await alert.getByText(why).waitFor()
    assert.deepEqual(await alert.getByRole('paragraph').allInnerTexts(), ['Login fehlgeschlagen', why])
  }
  await page.context().setOffline(true)
  await fillIn(page, cast.anna)
  await alert.getByText('Der Server ist gerade').waitFor()
  assert.deepEqual(await alert.getByRole('paragraph').allInnerTexts(), [
    'Login fehlgeschlagen',
    'Der Server ist gerade nicht zu erreichen. Bitte prüfen Sie die Verbindung.',
  ])
})

test('a session that ends elsewhere leads to the login within the next poll', async () => {
  const page = await as(cast.lena, '/ui/profile', { prepare: (context) => context.clock.install() })
  await page.getByRole('heading', { name: 'Mein Profil' }).waitFor()
  await page.context().clearCookies()
  await page.clock.fastForward(11_500)
  await page.waitForURL('**/ui/login')
  const why = page.getByText('Ihre Sitzung ist zu Ende. Bitte melden Sie sich neu an.')
  await page.clock.fastForward(60_000)
  await why.waitFor()
  const other = await page.context().newPage()
  await other.goto('/ui/login')
  await fillIn(other, cast.lena)
  await other.waitForURL('**/ui/docs?**')
  await other.close()
  // Somebody signed in in another window is recognised here.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await page.waitForURL('**/ui/docs?**')
  await page.goto('/ui/logout')
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL('**/ui/login')
  assert.equal(await why.count(), 0)
})

test('a password is changed with two equal fields, also long after the login, leads to what is valid without it, and the other browser has to sign in anew; people see where they are signed in, and end one session or all others', async () => {
  const other = await as(cast.david, '/ui/profile')
  const page = await as({ ...cast.david, password: demoPassword }, '/sw.js')
  await call(page, 'POST', '/shifts/feed/')
  // However long ago the login was, a new password needs the two fields alone.
  await backdateConfirmation(kontor, cast.david, 13)
  await page.goto('/ui/profile#passwort')
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
  await changePassword(page, 'kurz')
  await page.getByText('Das Passwort muss mindestens 8 Zeichen haben.').waitFor()
  await page.getByRole('heading', { name: 'Angemeldete Geräte' }).click()
  await sessionsOf(page).nth(1).waitFor()
  await changePassword(page, 'ein-neuer-vorhang')
  await page.getByText('Passwort geändert').waitFor()
  assert.equal(await first.inputValue(), '')
  // The focus moves to the list of accesses that work without a login.
  const still = page.getByRole('list', { name: 'Gilt ohne Anmeldung' })
  await still.and(page.locator(':focus')).waitFor()

  await sessionsOf(page).nth(1).waitFor({ state: 'detached' })
  assert.equal(await sessionsOf(page).count(), 1)
  await other.reload()
  await other.waitForURL('**/ui/login')
  await fillIn(other, cast.david, 'ein-neuer-vorhang')
  await other.waitForURL('**/ui/docs?**')

  // A third session.
  await call(cast.david, 'GET', '/users/current/')
  await page.goto('/ui/profile#geraete')
  await page.reload()
  const list = sessionsOf(page)
  await list.nth(2).waitFor()
  await list.filter({ hasText: 'dieses Gerät' }).getByText('Chrome auf').waitFor()
  await list
    .filter({ hasNotText: 'dieses Gerät' })
    .filter({ hasText: 'Chrome' })
    .getByRole('button', { name: /^Sitzung „Chrome auf .*“ beenden$/ })
    .click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Beenden' }).click()
  await page.getByText('Sitzung beendet', { exact: true }).waitFor()
  await other.reload()
  await other.waitForURL('**/ui/login')
  await page.getByRole('button', { name: 'Alle anderen beenden' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Alle anderen beenden' }).click()
  await page.getByText('Sitzungen beendet', { exact: true }).waitFor()
  await list.nth(1).waitFor({ state: 'detached' })
  assert.equal(await list.count(), 1)
})

test('an admin sees where somebody is signed in, and ends it all', async () => {
  await call(cast.frieda, 'GET', '/users/current/')
  const page = await as(cast.clara, '/ui/users?filter=frieda')
  await pick(page, 'Frieda Groß', 'Sitzungen')
  const dialog = page.getByRole('dialog', { name: 'Sitzungen' })
  await dialog.getByText('Frieda Groß hat eine Sitzung.').waitFor()
  await dialog.getByRole('listitem').first().waitFor()
  await dialog.getByRole('button', { name: 'Alle beenden' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.getByText('Sitzungen beendet').waitFor()
  await pick(page, 'Frieda Groß', 'Sitzungen')
  await dialog.getByText('Frieda Groß ist nirgends angemeldet.').waitFor()
  assert.equal(await dialog.getByRole('button', { name: 'Alle beenden' }).count(), 0)
  await dialog.getByText('Schließen', { exact: true }).click()
  await dialog.waitFor({ state: 'hidden' })
})

test('after a while the password is asked for once, and what was asked for goes on by itself', async () => {
  const page = await as(cast.clara, '/ui/users?filter=georg')
  await backdateConfirmation(kontor, cast.clara, 13)
  await pick(page, 'Georg Müller-Lüdenscheidt', 'Rechte ändern')
  const dialog = page.getByRole('dialog', { name: 'Rechte ändern' })
  await dialog.getByLabel('Rolle von Georg Müller-Lüdenscheidt').selectOption('Admin')
  await dialog.getByRole('button', { name: 'Rechte ändern' }).click()
  const question = page.getByRole('dialog', { name: 'Bitte bestätigen Sie mit Ihrem Passwort' })
  await question.getByRole('button', { name: 'Abbrechen' }).click()
  await question.waitFor({ state: 'hidden' })
  const send = dialog.getByRole('button', { name: 'Rechte ändern' })
  await send.and(dialog.locator(':enabled')).waitFor()
  assert.equal(await dialog.getByText('Bitte bestätigen').count(), 0)

  await dialog.getByRole('button', { name: 'Rechte ändern' }).click()
  await question.getByLabel('Ihr Passwort').fill('geraten-geraten')
  await question.getByRole('button', { name: 'Bestätigen' }).click()
  await question.getByText('Das aktuelle Passwort ist falsch.').waitFor()
  await page.waitForFunction(() => {
    const { value, selectionStart, selectionEnd } = document.activeElement as HTMLInputElement
    return value !== '' && selectionStart === 0 && selectionEnd === value.length
  })
  await expectAccessible(page, 'dialog[open]')
  await question.getByLabel('Ihr Passwort').fill(demoPassword)
  await question.getByRole('button', { name: 'Bestätigen' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.getByText('Rechte geändert').waitFor()

  await pick(page, 'Georg Müller-Lüdenscheidt', 'Rechte ändern')
  await dialog.getByLabel('Rolle von Georg Müller-Lüdenscheidt').selectOption('Benutzer')
  await dialog.getByRole('button', { name: 'Rechte ändern' }).click()
  await dialog.waitFor({ state: 'hidden' })
  assert.equal(await question.count(), 0)
})
