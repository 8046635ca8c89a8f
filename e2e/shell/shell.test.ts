import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { cast } from '#demo/cast.ts'
import { expectAccessibleInBothSchemes } from '../accessible.ts'
import { devices, phone, setStage } from '../stage.ts'

const { visit, as } = await setStage()

const entriesOf = async (page: Page) => {
  await page.getByRole('navigation', { name: 'Hauptmenü' }).waitFor()
  return page.getByRole('navigation', { name: 'Hauptmenü' }).getByRole('link').allInnerTexts()
}

test('the navigation shows to each what is theirs', async () => {
  const staff = await as(cast.anna, '/ui/')
  assert.deepEqual(await entriesOf(staff), ['Prozesse', 'Chat', 'Mein Profil', 'Logout'])
  const lead = await as(cast.bruno, '/ui/')
  assert.deepEqual(await entriesOf(lead), ['Prozesse', 'Veranstaltungen', 'Chat', 'Mein Profil', 'Logout'])
  const admin = await as(cast.clara, '/ui/')
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
})

test('an unknown address and a foreign screen both say „Not Found“', async () => {
  const page = await as(cast.anna, '/ui/gibt-es-nicht')
  await page.getByRole('heading', { name: 'Not Found' }).waitFor()
  await page.goto('/ui/users')
  await page.getByRole('heading', { name: 'Not Found' }).waitFor()
})

test('the address of a dialog that is not theirs is Not Found alone, without what lies below it', async () => {
  const page = await as(cast.anna, '/ui/docs/add')
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
})

test('a new build is offered, and loaded when the person wants it', async () => {
  const page = await as(cast.georg, '/ui/profile')
  await page.clock.install()
  await page.reload()
  await page.getByRole('heading', { name: 'Mein Profil' }).waitFor()
  await page.route('**/status/', (route) => route.fulfill({ json: { name: 'Kontor', hash: 'newer' } }))
  await page.clock.fastForward(34_000)
  await page.getByRole('button', { name: 'Neu laden' }).click()
  await page.getByRole('heading', { name: 'Mein Profil' }).waitFor()
  await page.getByRole('button', { name: 'Neu laden' }).waitFor({ state: 'detached' })
})

test('without the server the app says so, and goes on when it is back', async () => {
  const page = await as(cast.georg, '/ui/profile')
  await page.getByLabel('Neues Passwort', { exact: true }).fill('ein-neuer-vorhang')
  await page.getByLabel('Neues Passwort wiederholen').fill('ein-neuer-vorhang')
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Passwort ändern' }).click()
  await page.getByText('Der Server ist gerade nicht zu erreichen.').waitFor()
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Passwort ändern' }).click()
  await page.getByText('Passwort geändert').waitFor()
})

test('on a phone the links hide behind a burger that closes on arrival and by Escape', async () => {
  const page = await as(cast.hannah, '/ui/profile', { viewport: { width: 390, height: 844 } })
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
})

test('the burger says in words that something unread waits behind it, as its dot does', async () => {
  const page = await as(cast.hannah, '/ui/profile', phone)
  const burger = page.getByRole('button', { name: /^Menü/ })
  const me: object = await page.evaluate(async () => (await fetch('/users/current/')).json())
  const nameWhere = async (unread_chats: boolean) => {
    await page.route('**/users/current/', (route) => route.fulfill({ json: { ...me, unread_chats } }))
    await page.reload()
    await burger.waitFor()
    return burger.getAttribute('aria-label')
  }
  assert.equal(await nameWhere(false), 'Menü öffnen')
  assert.equal(await nameWhere(true), 'Menü öffnen, ungelesene Nachrichten')
  await burger.click()
  assert.equal(await burger.getAttribute('aria-label'), 'Menü schließen')
})

test('administrators can read every call of the interface', async () => {
  const page = await as(cast.clara, '/ui/profile')
  await page.getByRole('link', { name: 'Beschreibung öffnen' }).click()
  await page.getByRole('heading', { name: 'Schnittstelle' }).waitFor()
  await page.getByText('/auth/login/').click()
  await page.getByText('ohne Anmeldung').locator('visible=true').waitFor()
})

for (const { device, options } of devices) {
  test(`screens are accessible, quiet and never too wide, in both schemes: ${device}`, async () => {
    const stranger = await visit('/ui/login', options)
    await stranger.getByRole('heading', { name: 'Anmelden' }).waitFor()
    await expectAccessibleInBothSchemes(stranger)
    const page = await as(cast.clara, '/ui/', options)
    for (const path of ['/ui/docs', '/ui/profile', '/ui/api', '/ui/logout', '/ui/gibt-es-nicht']) {
      await page.goto(path)
      await page.getByRole('main').getByRole('heading').first().waitFor()
      await expectAccessibleInBothSchemes(page)
    }
  })
}
