import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Page, request } from 'playwright-core'
import { cast } from '#demo/cast.ts'
import { expectAccessible } from '../accessible.ts'
import { logIn } from '../log-in.ts'
import { moment } from '../patience.ts'
import { phone, setStage } from '../stage.ts'
import { endRoute, pick } from '../steps.ts'

const { kontor, as, call, idOf, visit } = await setStage()

const dark = { ...phone, colorScheme: 'dark' } as const

const names = async (page: Page) => {
  await page.getByRole('table', { name: 'Benutzer' }).waitFor()
  const menus = await page.getByRole('button', { name: 'Aktionen für' }).all()
  const labels = await Promise.all(menus.map((menu) => menu.getAttribute('aria-label')))
  return labels.map((label) => label?.replace('Aktionen für ', ''))
}

test('a new user gets a name, then a password, and can sign in with them until they are deactivated', async () => {
  const page = await as(cast.clara, '/ui/users?filter_status=Lokal')
  await page.getByText('Kein Benutzer gefunden').waitFor()
  await page.getByRole('link', { name: 'Neuer Benutzer' }).click()
  const create = page.getByRole('dialog', { name: 'Neuer Benutzer' })
  const name = create.getByLabel('Benutzername')
  assert.equal(await create.getByRole('button', { name: 'Anlegen', exact: true }).isDisabled(), true)
  await name.fill('   ')
  assert.equal(await create.getByRole('button', { name: 'Anlegen', exact: true }).isDisabled(), true)
  await name.fill('Anna')
  await create.getByRole('button', { name: 'Anlegen', exact: true }).click()
  await create.getByText(/gibt es schon/).waitFor()
  assert.equal(await name.getAttribute('aria-invalid'), 'true')
  await name.fill('mira')
  await create.getByRole('button', { name: 'Anlegen', exact: true }).click()

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
  await password.press('Enter')
  // The page of the new person opens, with a link to assign a group; its heading has the focus.
  await page.locator('h1:focus', { hasText: 'mira' }).waitFor()
  await page.getByRole('link', { name: 'Gruppe zuweisen' }).click()
  await page.getByRole('rowheader', { name: 'mira' }).waitFor()
  await page.goto('/ui/users?filter_status=Lokal')
  assert.deepEqual(await names(page), ['mira'])
  for (const name of ['E-Mail', 'Telefon', 'Rolle']) await page.getByRole('columnheader', { name }).waitFor()
  await page.getByRole('row', { name: 'mira' }).getByText('Benutzer', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'mira', exact: true }).click()
  await page.getByRole('heading', { name: 'mira', exact: true }).waitFor()
  await pick(page, 'mira', 'In der Benutzerliste zeigen')
  assert.deepEqual(await names(page), ['mira'])

  const hers = await request.newContext({ baseURL: kontor.url })
  await logIn(hers, { username: 'mira', password: 'ein-neuer-vorhang' })

  await page.getByRole('link', { name: 'mira', exact: true }).click()
  await page.getByRole('button', { name: 'Deaktivieren' }).click()
  await page
    .getByRole('alertdialog', { name: '„mira“ deaktivieren?' })
    .getByRole('button', { name: 'Deaktivieren' })
    .click()
  await page.getByRole('button', { name: 'Aktivieren', exact: true }).waitFor()
  assert.equal(await page.getByRole('link', { name: 'Gruppe zuweisen' }).count(), 0)
  await page.getByText('Einen Benutzer deaktiviert.').waitFor()
  assert.equal((await hers.get('/users/current/')).status(), 401)
  await hers.dispose()
})

test('somebody new is made with a name and invited, and renamed later everywhere', async () => {
  const last = 'Größer-Öztürk'
  const page = await as(cast.clara, '/ui/users/create', dark)
  const create = page.getByRole('dialog', { name: 'Neuer Benutzer' })
  const username = create.getByLabel('Benutzername')
  await create.getByLabel('Vorname').fill('Mara Lou')
  await create.getByLabel('Nachname').fill(last)
  const proposed = 'mara-lou.groesser-oeztuerk'
  assert.equal(await username.inputValue(), proposed)
  await username.fill('')
  for (const name of ['Anlegen', 'Anlegen und einladen'])
    assert.equal(await create.getByRole('button', { name, exact: true }).isDisabled(), true)
  await username.fill(proposed)
  // Enter invites.
  await page.keyboard.press('Enter')
  const invite = page.getByRole('dialog', { name: 'Einladen' })
  await invite.getByText(`Mara Lou ${last} einladen.`).waitFor()
  await invite.getByRole('button', { name: 'Link anlegen' }).click()
  await page.getByRole('button', { name: 'Schließen' }).last().click()

  await page.goto(`/ui/users?filter=${proposed}`)
  await pick(page, `Mara Lou ${last}`, 'Name ändern')
  const dialog = page.getByRole('dialog', { name: 'Name ändern' })
  assert.equal(await dialog.getByLabel('Nachname').inputValue(), last)
  await dialog.getByLabel('Nachname').fill(`${last}-Neu`)
  await dialog.getByRole('button', { name: 'Speichern' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: `Aktionen für Mara Lou ${last}-Neu` }).waitFor()

  // The page of the person has the action, too, and there the e-mail can be changed.
  await page.getByRole('link', { name: `Mara Lou ${last}-Neu`, exact: true }).click()
  await pick(page, `Mara Lou ${last}-Neu`, 'Name ändern')
  await dialog.getByLabel('Vorname').fill('Mara')
  await dialog.getByRole('button', { name: 'Speichern' }).click()
  await page.getByRole('heading', { name: `Mara ${last}-Neu` }).waitFor()
  await pick(page, `Mara ${last}-Neu`, 'E-Mail ändern')
  const email = page.getByRole('dialog', { name: 'E-Mail ändern' })
  await email.getByLabel('E-Mail von').fill('keine Adresse')
  await email.getByRole('button', { name: 'Speichern' }).click()
  await email.getByText('Das ist keine E-Mail-Adresse').waitFor()
  await email.getByLabel('E-Mail von').fill('mara@nordlicht.example')
  await email.getByRole('button', { name: 'Speichern' }).click()
  await page.getByText('mara@nordlicht.example').waitFor()
})

test('whoever has never signed in is marked, renamed and deleted after a question; the keyboard goes where the work goes on', async () => {
  const page = await as(cast.clara, '/ui/users/create?filter=probe')
  const actions = (name: string) =>
    page.getByRole('button', { name: `Aktionen für ${name}`, exact: true }).and(page.locator(':focus'))
  const title = page.locator('h1:focus', { hasText: 'Benutzer' })
  await page.getByLabel('Benutzername').fill('probe')
  await page.getByRole('button', { name: 'Anlegen', exact: true }).click()
  await page.getByRole('dialog', { name: 'Passwort setzen' }).waitFor()
  await page.keyboard.press('Escape')
  await title.waitFor()
  await page.getByRole('cell', { name: 'nie', exact: true }).waitFor()

  await pick(page, 'probe', 'Umbenennen')
  const dialog = page.getByRole('dialog', { name: 'Benutzer umbenennen' })
  assert.equal(await dialog.getByLabel('Benutzername').inputValue(), 'probe')
  await dialog.getByLabel('Benutzername').fill('probe.zwei')
  await dialog.getByRole('button', { name: 'Umbenennen' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.getByText('Benutzer umbenannt').waitFor()

  await pick(page, 'probe.zwei', 'Rechte ändern')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await actions('probe.zwei').waitFor()
  await pick(page, 'probe.zwei', 'Löschen')
  await page.getByRole('alertdialog').waitFor()
  await page.keyboard.press('Escape')
  await actions('probe.zwei').waitFor()
  await pick(page, 'probe.zwei', 'Löschen')
  const question = page.getByRole('alertdialog', { name: 'Soll „probe.zwei“ wirklich gelöscht werden?' })
  await question.getByRole('button', { name: 'Löschen' }).click()
  await page.getByText('Kein Benutzer gefunden').waitFor()
  await page.getByText('Benutzer gelöscht').waitFor()
  await title.waitFor()
})

test('whom the planner knows cannot be deleted, but kept out at once until that is lifted; the last admin stays one, and the dialog says why', async () => {
  const page = await as(cast.clara, '/ui/users?filter=anna')
  await page.getByRole('button', { name: 'Aktionen für Anna Berger', exact: true }).click()
  assert.deepEqual(await page.getByRole('menuitem').allInnerTexts(), [
    'Übersicht',
    'Einladen',
    'Umbenennen',
    'E-Mail ändern',
    'Rechte ändern',
    'Passwort setzen',
    'Sitzungen',
    'Daten',
    'Sperren',
  ])
  await page.getByRole('menuitem', { name: 'Sperren' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sperren' }).click()
  await page.getByRole('table').getByText('Gesperrt', { exact: true }).waitFor()
  await page.goto('/ui/users?filter_status=Gesperrt')
  await page.getByRole('link', { name: 'Berger, Anna', exact: true }).click()
  await pick(page, 'Anna Berger', 'Sperre aufheben')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sperre aufheben' }).click()
  await page.getByText('Gesperrt', { exact: true }).waitFor({ state: 'hidden' })

  await page.goto('/ui/users')
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
  await page.getByLabel('Zeigen', { exact: true }).selectOption('Admin')
  await page.waitForURL('**filter_status=Admin**')
  await page
    .getByRole('button', { name: 'Aktionen für Anna Berger', exact: true })
    .waitFor({ state: 'hidden' })
  assert.deepEqual(await names(page), ['Bruno Castell', 'Clara Döring'])
})

test('one person’s page says what they belong to and what they have to do; of who is gone the list is one press away', async () => {
  const page = await as(cast.clara, '/ui/users?filter=anna')
  const row = page.getByRole('row').filter({ hasText: 'Berger, Anna' })
  const { height } = (await row.boundingBox()) ?? assert.fail('not on the screen')
  assert.ok(height <= 45, `${height} px`)
  await row.getByText('Bühne').click()
  await page.getByRole('heading', { name: 'Anna Berger' }).waitFor()
  assert.match(page.url(), new RegExp(`/ui/users/${await idOf(cast.anna)}/person$`))
  const part = (name: string) => page.getByRole('region', { name, exact: true })
  await part('Gruppen').getByText('aus der Planung').first().waitFor()
  await part('Prozesse')
    .getByText(/Fehlt|Angefangen|Fertig/)
    .first()
    .waitFor()
  await part('Angemeldet auf')
    .getByText(/Nirgends angemeldet|seit/)
    .first()
    .waitFor()
  await part('Was mit dem Konto geschah').getByRole('link', { name: 'Im Protokoll' }).click()
  await page.getByRole('heading', { name: 'Protokoll' }).waitFor()

  await page.goto('/ui/users/999999/rename')
  await page.getByText('Diesen Benutzer gibt es nicht mehr.').waitFor()
  await page.getByRole('button', { name: 'Zur Liste' }).click()
  await page.waitForURL('**/ui/users?**')
})

test('on a phone each person is one row by name that leads to them wherever it is tapped, the first high up; filters and order are in a sheet, the other ways in a menu, and the magnifier above searches the list, with all else as its last hit', async () => {
  const page = await as(cast.clara, '/ui/users', dark)
  const rows = page.getByRole('list', { name: 'Benutzer' }).getByRole('listitem')
  const anna = rows.filter({ has: page.getByRole('link', { name: 'Anna Berger', exact: true }) })
  await anna.waitFor()
  const boxes = await Promise.all((await rows.all()).map((row) => row.boundingBox()))
  assert.deepEqual(
    boxes.filter((box) => !box || box.height > 64),
    [],
  )
  assert.ok((boxes[0]?.y ?? Number.NaN) <= 0.4 * 844, `${boxes[0]?.y} px`)
  await rows.first().getByRole('checkbox').check()
  await page.getByRole('region', { name: 'Auswahl' }).getByText('1 ausgewählt').waitFor()

  const opener = page.getByRole('button', { name: 'Filtern und sortieren' })
  await opener.tap()
  const sheet = page.getByRole('dialog', { name: 'Filtern und sortieren' })
  await sheet.getByLabel('Zeigen', { exact: true }).selectOption('Admin')
  await sheet.getByLabel('Sortieren').selectOption('+persplan_vorname')
  await sheet.getByRole('button', { name: 'Fertig' }).tap()
  await opener.and(page.locator(':focus')).waitFor()
  await anna.waitFor({ state: 'detached' })
  // Active filters stay visible.
  await page.getByRole('button', { name: 'Filter aufheben: Zeigen' }).tap()
  const { x, y, width, height } = (await anna.boundingBox()) ?? assert.fail('not on the screen')
  await page.touchscreen.tap(x + width / 2, y + height - 4)
  await page.getByRole('heading', { name: 'Anna Berger' }).waitFor()
  await page.goBack()
  await pick(page, 'Anna Berger', 'Übersicht')
  await page.getByRole('heading', { name: 'Anna Berger' }).waitFor()
  await page.goBack()
  await page.getByRole('button', { name: 'Weitere Wege' }).tap()
  await page.getByRole('menuitem', { name: 'Aus Datei' }).tap()
  await page.getByRole('dialog', { name: 'Personen aus einer Datei' }).waitFor()
  await page.keyboard.press('Escape')

  const magnifier = page.getByRole('button', { name: 'Suchen' })
  const field = page.getByLabel('Benutzer suchen')
  assert.equal(await page.getByRole('link', { name: 'Suche', exact: true }).count(), 0)
  await magnifier.tap()
  await field.and(page.locator(':focus')).fill('berger')
  await page.getByRole('link', { name: 'Anna Berger', exact: true }).waitFor()
  await page.getByRole('link', { name: 'Bruno' }).waitFor({ state: 'hidden' })
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Suche schließen' }).tap()
  await page.getByRole('link', { name: 'Bruno' }).first().waitFor()
  await field.waitFor({ state: 'hidden' })
  await magnifier.tap()
  await field.fill('Übergabe')
  await page.getByText('Kein Benutzer gefunden').waitFor()
  await page.getByRole('link', { name: 'Überall nach „Übergabe“ suchen' }).tap()
  await page.getByLabel('Alles durchsuchen').and(page.locator('[value="Übergabe"]')).waitFor()
})

const newcomer = async (username: string) =>
  ((await call(cast.clara, 'POST', '/users/', { username })) as { user_id: number }).user_id

test('who is ticked is invited alone, one person by a link that is shown once; whoever opens it chooses a password, is signed in, and the link is used up', async () => {
  for (const name of ['zz-oskar', 'zz-otto']) await newcomer(name)
  const page = await as(cast.clara, '/ui/users?filter=zz-o')
  for (const name of ['zz-oskar', 'zz-otto'])
    await page.getByRole('checkbox', { name: `${name} auswählen` }).check()
  await page.getByText('2 ausgewählt').waitFor()
  await page.getByRole('region', { name: 'Auswahl' }).getByRole('link', { name: 'Einladen' }).click()
  const dialog = page.getByRole('dialog', { name: 'Einladen' })
  await dialog.getByText('2 Personen einladen.').waitFor()
  await dialog.getByRole('button', { name: 'Abbrechen' }).click()
  await dialog.waitFor({ state: 'hidden' })
  assert.equal(new URL(page.url()).searchParams.has('ids'), false)
  await pick(page, 'zz-oskar', 'Einladen')
  await dialog.getByRole('button', { name: 'Link anlegen' }).click()
  const shown = page.getByRole('dialog', { name: 'Link zum Weitergeben' })
  const link = await shown.getByText('/ui/invitation#').innerText()
  await shown.getByRole('button', { name: 'Schließen' }).last().click()

  const asked: string[] = []
  const theirs = await visit('/sw.js', dark)
  theirs.on('request', (request) => asked.push(request.url()))
  await theirs.goto(link)
  await theirs.getByRole('heading', { name: 'Willkommen, zz-oskar' }).waitFor()
  await expectAccessible(theirs)
  const choose = theirs.getByRole('button', { name: 'Passwort wählen und anmelden' })
  await theirs.getByLabel('Neues Passwort', { exact: true }).fill('kurz')
  assert.equal(await choose.isDisabled(), true)
  await theirs.getByLabel('Neues Passwort wiederholen').fill('kurz')
  await choose.click()
  await theirs.getByText('Das Passwort muss mindestens 8 Zeichen haben.').waitFor()
  await theirs.getByLabel('Neues Passwort', { exact: true }).fill('mein-eigener-vorhang')
  await theirs.getByLabel('Neues Passwort wiederholen').fill('mein-eigener-vorhang')
  await choose.click()
  await theirs.getByRole('heading', { name: 'Heute' }).waitFor()
  const token = link.split('#')[1] ?? assert.fail('no token')
  assert.ok(asked.every((url) => !url.includes(token)))
  assert.ok(!theirs.url().includes(token))

  await theirs.context().clearCookies()
  await theirs.goto('about:blank')
  await theirs.goto(link)
  await theirs.getByText(/gilt nicht oder nicht mehr/).waitFor()
})

test('a password that an admin has set opens nothing but the way to one’s own', async () => {
  const id = await newcomer('nora')
  await call(cast.clara, 'PATCH', `/users/${id}/password/`, { password: 'ein-neuer-vorhang' })
  const page = await as({ username: 'nora', password: 'ein-neuer-vorhang' }, '/ui/docs')
  await page.getByRole('heading', { name: 'Wählen Sie Ihr eigenes Passwort' }).waitFor()
  assert.equal(await page.getByRole('link', { name: 'Prozesse' }).count(), 0)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Logout' }).click()
  await page.getByRole('heading', { name: 'Logout' }).waitFor()
  await page.goBack()
  const fill = async (password: string) => {
    await page.getByLabel('Neues Passwort', { exact: true }).fill(password)
    await page.getByLabel('Neues Passwort wiederholen').fill(password)
    await page.getByRole('button', { name: 'Passwort ändern' }).click()
  }
  await fill('ein-neuer-vorhang')
  await page.getByText(/ein anderes Passwort als das/).waitFor()
  await fill('mein-eigener-vorhang')
  await page.getByRole('heading', { name: 'Prozesse' }).waitFor()
})

test('people come from a file after a preview, of two files that of the last one whichever answer comes first, and are led to being invited', async () => {
  const page = await as(cast.clara, '/ui/users')
  await page.getByRole('link', { name: 'Aus Datei' }).click()
  const dialog = page.getByRole('dialog', { name: 'Personen aus einer Datei' })
  const take = dialog.getByRole('button', { name: 'Übernehmen' })
  assert.equal(await take.isDisabled(), true)
  await page.waitForFunction(() => document.activeElement?.textContent === 'Datei wählen')
  const choose = (text: string) =>
    dialog
      .getByLabel('CSV-Datei')
      .setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await choose('Vorname;Nachname;E-Mail\nZita;Zorn;keine\n')
  await dialog.getByText('Zeile 2: „keine“ ist keine E-Mail-Adresse.').waitFor()
  assert.equal(await take.isDisabled(), true)
  await choose('Vorname;Nachname\nXaver;Xander\n')
  await dialog.getByText('Xander, Xaver').waitFor()
  const held: (() => Promise<void>)[] = []
  const asked = [moment('no first preview was asked for'), moment('no second preview was asked for')]
  await page.route('**/users/import/preview/', async (route) => {
    const answer = await route.fetch()
    asked[held.push(() => route.fulfill({ response: answer })) - 1]?.resolve()
  })
  await dialog.getByRole('checkbox', { name: /nicht in der Datei: deaktivieren/ }).check()
  await asked[0]?.wait()
  await choose('Vorname;Nachname\nXaver;Xylander\n')
  await asked[1]?.wait()
  await held[0]?.()
  // Waits until the page has rendered the answer.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))
  assert.deepEqual([await take.isDisabled(), await dialog.getByText('Xander, Xaver').count()], [true, 0])
  await held[1]?.()
  await dialog.getByText('Xylander, Xaver').waitFor()
  await endRoute(page, '**/users/import/preview/')
  await dialog.getByRole('checkbox', { name: /nicht in der Datei: deaktivieren/ }).uncheck()
  await take.and(page.locator(':enabled')).waitFor()
  // A file can also be dropped anywhere on the dialog.
  const dropped = await page.evaluateHandle(() => {
    const files = new DataTransfer()
    files.items.add(new File(['Vorname;Nachname;Gruppen\nZita;Zorn;Werkstatt\n'], 'Neue Leute.csv'))
    return files
  })
  await dialog.dispatchEvent('drop', { dataTransfer: dropped })
  await dialog.getByText('Zorn, Zita').waitFor()
  await dialog.getByText('Neue Leute.csv').waitFor()
  await dialog.getByRole('button', { name: 'Andere Datei wählen' }).waitFor()
  await take.click()
  await dialog.waitFor({ state: 'hidden' })
  await page.waitForURL(/filter_status=Ohne\+Zugang/)
  await page.getByLabel('Benutzer suchen').fill('Zorn')
  await page.getByRole('button', { name: 'Aktionen für Zita Zorn' }).waitFor()
})
