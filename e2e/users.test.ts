import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { cast, demoPassword, type Person } from '#demo/cast.ts'
import { people } from '#planner-simulator/company.ts'
import { startSimulator } from '#planner-simulator/server.ts'
import { expectAccessible } from './accessible.ts'
import { launch } from './browser.ts'
import { startKontor } from './kontor.ts'
import { signIn } from './sign-in.ts'

const planner = await startSimulator({ users: people(16).filter(({ username }) => username !== 'lena') })
const kontor = await startKontor({ PLANNER_URL: planner.url, PLANNER_TOKEN: planner.token })
const browser = await launch()
after(async () => {
  await browser.close()
  await kontor.stop()
  await planner.stop()
})

async function signedIn(
  { username }: Pick<Person, 'username'>,
  path: string,
  {
    password = demoPassword,
    ...options
  }: Parameters<typeof browser.newContext>[0] & { password?: string } = {},
) {
  const context = await browser.newContext({ baseURL: kontor.url, locale: 'de-DE', ...options })
  const page = await context.newPage()
  page.setDefaultTimeout(10_000)
  await signIn(page, username, password)
  await page.goto(path)
  return page
}

async function pick(page: Page, name: string, action: string) {
  await page.getByRole('button', { name: `Aktionen für ${name}`, exact: true }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

const names = async (page: Page) => {
  await page.getByRole('table', { name: 'Benutzer' }).waitFor()
  const menus = await page.getByRole('button', { name: 'Aktionen für' }).all()
  const labels = await Promise.all(menus.map((menu) => menu.getAttribute('aria-label')))
  return labels.map((label) => label?.replace('Aktionen für ', ''))
}

test('a new user gets a name, then a password, and can sign in with them', async () => {
  const page = await signedIn(cast.clara, '/ui/users?filter_status=Lokal')
  await page.getByText('Kein Benutzer gefunden').waitFor()
  await page.getByRole('link', { name: 'Neuer Benutzer' }).click()
  const create = page.getByRole('dialog', { name: 'Neuer Benutzer' })
  const name = create.getByLabel('Benutzername')
  assert.equal(await create.getByRole('button', { name: 'Anlegen' }).isDisabled(), true)
  await name.fill('   ')
  assert.equal(await create.getByRole('button', { name: 'Anlegen' }).isDisabled(), true)
  await name.fill('Anna')
  await create.getByRole('button', { name: 'Anlegen' }).click()
  await create.getByText(/gibt es schon/).waitFor()
  await name.fill('mira')
  await create.getByRole('button', { name: 'Anlegen' }).click()

  await page.waitForURL('**/change_password?**')
  await page.getByText('Benutzer angelegt').waitFor()
  const dialog = page.getByRole('dialog', { name: 'Passwort setzen' })
  const button = dialog.getByRole('button', { name: 'Passwort setzen' })
  const password = dialog.getByLabel('Neues Passwort für mira')
  assert.equal(await button.isDisabled(), true)
  await password.fill('kurz')
  await button.click()
  await dialog.getByText('Das Passwort muss mindestens 8 Zeichen haben.').waitFor()
  await password.fill('ein-neuer-vorhang')
  await button.click()
  await dialog.waitFor({ state: 'hidden' })
  assert.equal(new URL(page.url()).searchParams.get('filter_status'), 'Lokal')
  assert.deepEqual(await names(page), ['mira'])

  const hers = await signedIn({ username: 'mira' }, '/ui/profile', { password: 'ein-neuer-vorhang' })
  await hers.getByText('mira', { exact: true }).waitFor()
  for (const one of [page, hers]) await one.context().close()
})

test('whoever has no password yet is marked, and is renamed and deleted after a question', async () => {
  const page = await signedIn(cast.clara, '/ui/users/create?filter=probe')
  await page.getByLabel('Benutzername').fill('probe')
  await page.getByRole('button', { name: 'Anlegen' }).click()
  await page
    .getByRole('dialog', { name: 'Passwort setzen' })
    .getByRole('button', { name: 'Abbrechen' })
    .click()
  await page.getByText('Kein Passwort').waitFor()

  await pick(page, 'probe', 'Umbenennen')
  const dialog = page.getByRole('dialog', { name: 'Benutzer umbenennen' })
  assert.equal(await dialog.getByLabel('Benutzername').inputValue(), 'probe')
  await dialog.getByLabel('Benutzername').fill('probe.zwei')
  await dialog.getByRole('button', { name: 'Umbenennen' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.getByText('Benutzer umbenannt').waitFor()

  await pick(page, 'probe.zwei', 'Löschen')
  const question = page.getByRole('alertdialog', { name: 'Soll „probe.zwei“ wirklich gelöscht werden?' })
  await question.getByRole('button', { name: 'Löschen' }).click()
  await page.getByText('Kein Benutzer gefunden').waitFor()
  await page.getByText('Benutzer gelöscht').waitFor()
  await page.context().close()
})

test('whom the planner knows cannot be deleted', async () => {
  const page = await signedIn(cast.clara, '/ui/users?filter=anna')
  await page.getByRole('button', { name: 'Aktionen für Anna Berger', exact: true }).click()
  assert.deepEqual(await page.getByRole('menuitem').allInnerTexts(), [
    'Umbenennen',
    'Rechte ändern',
    'Passwort setzen',
    'Sitzungen',
    'Daten',
  ])
  await page.context().close()
})

test('the last admin stays one, and the dialog says why', async () => {
  const page = await signedIn(cast.clara, '/ui/users')
  await pick(page, 'Clara Döring', 'Rechte ändern')
  const dialog = page.getByRole('dialog', { name: 'Rechte ändern' })
  await dialog.getByLabel('Rolle von Clara Döring').selectOption('Benutzer')
  await dialog.getByText('Sie nehmen sich damit selbst die Rechte').waitFor()
  await dialog.getByRole('button', { name: 'Rechte ändern' }).click()
  await dialog
    .getByText('Das ist der letzte aktive Admin. Bitte ernennen Sie zuerst einen anderen.')
    .waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })

  await pick(page, 'Bruno Castell', 'Rechte ändern')
  await dialog.getByLabel('Rolle von Bruno Castell').selectOption('Admin')
  await dialog.getByRole('button', { name: 'Rechte ändern' }).click()
  await page.getByText('Rechte geändert').waitFor()
  await page.getByLabel('Auswahl', { exact: true }).selectOption('Admin')
  await page.waitForURL('**filter_status=Admin**')
  await page
    .getByRole('button', { name: 'Aktionen für Anna Berger', exact: true })
    .waitFor({ state: 'hidden' })
  assert.deepEqual(await names(page), ['Bruno Castell', 'Clara Döring'])
  await page.context().close()
})

test('the focus goes where the work goes on', async () => {
  const page = await signedIn(cast.clara, '/ui/users/create?filter=werk')
  const isAt = (name: string, role = 'BUTTON') =>
    page.waitForFunction(
      ([name, role]) => {
        const at = document.activeElement
        return at?.tagName === role && (at?.getAttribute('aria-label') ?? at?.textContent) === name
      },
      [name, role],
    )
  await page.getByLabel('Benutzername').fill('werkstatt')
  await page.getByRole('button', { name: 'Anlegen' }).click()
  await page.getByRole('dialog', { name: 'Passwort setzen' }).waitFor()
  await page.keyboard.press('Escape')
  await isAt('Benutzer', 'H1')

  await pick(page, 'werkstatt', 'Rechte ändern')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await isAt('Aktionen für werkstatt')
  await pick(page, 'werkstatt', 'Löschen')
  await page.getByRole('alertdialog').waitFor()
  await page.keyboard.press('Escape')
  await isAt('Aktionen für werkstatt')
  await pick(page, 'werkstatt', 'Löschen')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Löschen' }).click()
  await isAt('Benutzer', 'H1')

  await page.getByRole('link', { name: 'Gruppen', exact: true }).click()
  await isAt('Gruppen', 'H1')
  await page.getByRole('link', { name: 'Neue Gruppe' }).click()
  await page.getByRole('dialog').getByLabel('Name').and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Escape')
  await isAt('Neue Gruppe', 'A')
  await page.context().close()
})

test('search, order and page stand in the address and survive a reload', async () => {
  const page = await signedIn(cast.clara, '/ui/users')
  await page.getByRole('button', { name: 'Nächste Seite' }).click()
  await page.waitForURL('**page=1**')
  await page.getByRole('columnheader', { name: 'Nachname' }).getByRole('button').click()
  await page.waitForURL('**order_by=%2Bpersplan_nachname**')
  assert.equal(new URL(page.url()).searchParams.get('page'), '0')
  await page.getByRole('columnheader', { name: 'Nachname' }).getByRole('button').click()
  await page.waitForURL('**order_by=-persplan_nachname**')
  await page.getByLabel('Benutzer suchen').fill('nordlicht')
  await page.waitForURL('**filter=nordlicht**')
  await page.reload()
  await page.getByRole('columnheader', { name: 'Nachname' }).waitFor()
  assert.equal(await page.getByLabel('Benutzer suchen').inputValue(), 'nordlicht')
  assert.deepEqual((await names(page)).slice(0, 2), ['Elif Yıldız', 'Kai Weißhaupt'])
  await page.context().close()
})

test('a sync is looked at first, then done, and its report stays', async () => {
  const page = await signedIn(cast.clara, '/ui/users')
  await page.getByRole('link', { name: 'Abgleich mit der Personalplanung' }).click()
  const dialog = page.getByRole('dialog', { name: 'Abgleich mit der Personalplanung' })
  await dialog.getByText('Es gab noch keinen.').waitFor()
  await dialog.getByText(/Maria von und zu Hohenstein-Wittelsbach, Lena/).waitFor()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Abgleichen' }).click()
  await dialog.getByText(/Abgleich fertig: 4 neu, 1 deaktiviert/).waitFor()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Schließen' }).last().click()
  await page.getByLabel('Auswahl', { exact: true }).selectOption('Deaktiviert')
  await page.getByRole('cell', { name: 'lena Deaktiviert' }).waitFor()
  for (const action of ['Rechte ändern', 'Passwort setzen']) {
    await pick(page, 'Lena Maria von und zu Hohenstein-Wittelsbach', action)
    await page.getByRole('dialog').getByText('Dieser Benutzer ist deaktiviert.').waitFor()
    await page.keyboard.press('Escape')
  }

  await page.getByRole('link', { name: 'Abgleich mit der Personalplanung' }).click()
  await dialog.getByText('Alles ist auf dem Stand der Personalplanung.').waitFor()
  await dialog.getByText(/Abgleich fertig: 4 neu/).waitFor()
  await page.context().close()
})

test('a planner that would drop too many, or fails, changes nothing and says so', async () => {
  const all = planner.users
  planner.users = all.slice(0, 3)
  const page = await signedIn(cast.clara, '/ui/users/sync')
  const dialog = page.getByRole('dialog', { name: 'Abgleich mit der Personalplanung' })
  await dialog.getByText(/Es würden 12 von 15 Benutzern/).waitFor()
  await dialog.getByText('… und 2 weitere').waitFor()
  await dialog.getByRole('button', { name: 'Alle zeigen' }).click()
  await dialog.getByText('… und 2 weitere').waitFor({ state: 'hidden' })
  await dialog.getByRole('button', { name: 'Weniger zeigen' }).and(page.locator(':focus')).waitFor()
  assert.equal(await dialog.getByRole('button', { name: 'Abgleichen' }).isDisabled(), true)
  planner.fault = (response) => response.writeHead(500).end()
  await page.reload()
  await dialog.getByRole('button', { name: 'Erneut versuchen' }).waitFor()
  planner.fault = undefined
  planner.users = all
  await dialog.getByRole('button', { name: 'Erneut versuchen' }).click()
  await dialog.getByText('Alles ist auf dem Stand der Personalplanung.').waitFor()
  await page.context().close()
})

test('a sync of which nothing is known says that it has not started', async () => {
  const page = await signedIn(cast.clara, '/ui/users/sync')
  const dialog = page.getByRole('dialog', { name: 'Abgleich mit der Personalplanung' })
  await page.route('**/users/sync/', (route) => route.fulfill({ json: { success: true, details: '' } }))
  await dialog.getByRole('button', { name: 'Abgleichen' }).click()
  await dialog.getByText('Fehler beim Starten der Synchronisation.').waitFor()
  await page.context().close()
})

test('a running sync is found again after a reload, also while the server is out of reach', async () => {
  const page = await signedIn(cast.clara, '/ui/users/sync')
  const dialog = page.getByRole('dialog', { name: 'Abgleich mit der Personalplanung' })
  await dialog.getByText('Alles ist auf dem Stand der Personalplanung.').waitFor()
  let answerNow = () => {}
  planner.fault = (response, answer) => {
    answerNow = () => response.writeHead(200, { 'content-type': 'application/json' }).end(answer)
  }
  await dialog.getByRole('button', { name: 'Abgleichen' }).click()
  await dialog.getByRole('progressbar').waitFor()
  await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Verlauf')
  await page.reload()
  await dialog.getByRole('progressbar').waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  await page.getByRole('link', { name: 'Abgleich mit der Personalplanung' }).click()
  await dialog.getByRole('progressbar').waitFor()

  await page.route('**/background_result/**', (route) => route.fulfill({ status: 502 }))
  await dialog.getByText('Der Server ist gerade nicht zu erreichen.').waitFor()
  await page.unroute('**/background_result/**')
  await dialog.getByText('Der Server ist gerade nicht zu erreichen.').waitFor({ state: 'hidden' })
  planner.fault = undefined
  answerNow()
  await dialog.getByText('Abgleich fertig: Es hat sich nichts geändert.').waitFor()
  await page.context().close()
})

test('a user who is gone is told in a dialog that leads back', async () => {
  const page = await signedIn(cast.clara, '/ui/users/999999/rename')
  await page.getByText('Diesen Benutzer gibt es nicht mehr.').waitFor()
  await page.getByRole('button', { name: 'Zur Liste' }).click()
  await page.waitForURL('**/ui/users?**')
  await page.context().close()
})

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [390, 1280]) {
    test(`the screens of users are accessible and never too wide: ${colorScheme}, ${width} px`, async () => {
      const options = { colorScheme, viewport: { width, height: 800 }, isMobile: width < 500 }
      const page = await signedIn(cast.clara, '/ui/users', options)
      const row = page.getByRole('row').filter({ hasText: 'anna@nordlicht.example' })
      await row.waitFor()
      // On a phone each row is a card: its cells stand below each other.
      const cells = await row
        .getByRole('cell')
        .evaluateAll((all) => all.map((cell) => cell.getBoundingClientRect().top))
      assert.equal(new Set(cells.slice(0, 4)).size, width < 500 ? 4 : 1)
      await expectAccessible(page)
      const paths = ['create', '2/rename', '2/change_privileges', '2/change_password', '2/sessions']
      for (const path of paths) {
        await page.goto(`/ui/users/${path}`)
        await page.getByRole('dialog').waitFor()
        await expectAccessible(page)
      }
      await page.context().close()
    })
  }
}
