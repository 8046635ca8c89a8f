import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cast } from '#demo/cast.ts'
import { expectAccessible } from '../accessible.ts'
import { moment } from '../patience.ts'
import { phone, setStage } from '../stage.ts'
import { endRoute, pick } from '../steps.ts'

const { as, call, visit } = await setStage()

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

  const options = { ...phone, colorScheme: 'dark' } as const
  const asked: string[] = []
  const theirs = await visit('/ui/login', options)
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

  const late = await visit(link, options)
  await late.getByText(/gilt nicht oder nicht mehr/).waitFor()
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
