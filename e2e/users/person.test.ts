import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cast } from '#demo/cast.ts'
import { expectAccessibleInBothSchemes } from '../accessible.ts'
import { devices, setStage } from '../stage.ts'
import { pick } from '../steps.ts'

const { as, idOf } = await setStage()

for (const { device, options } of devices)
  test(`one person’s page says what they belong to and what they have to do, ${device}`, async () => {
    const page = await as(cast.clara, '/ui/users?filter=anna', options)
    await pick(page, 'Anna Berger', 'Übersicht')
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
    await part('Was mit dem Konto geschah').getByRole('link', { name: 'Im Protokoll' }).waitFor()
    await expectAccessibleInBothSchemes(page)
    await part('Was mit dem Konto geschah').getByRole('link', { name: 'Im Protokoll' }).click()
    await page.getByRole('heading', { name: 'Protokoll' }).waitFor()
  })

test('a person’s page is for administrators alone', async () => {
  const page = await as(cast.anna, `/ui/users/${await idOf(cast.bruno)}/person`)
  await page.getByRole('heading', { name: 'Not Found' }).waitFor()
})

test('who is nobody any more is not found, and says no fault of the app', async () => {
  const page = await as(cast.clara, '/ui/users/2147483647/person')
  await page.getByRole('heading', { name: 'Not Found' }).waitFor()
})

test('a new person’s page is where the keyboard goes on, and the person is let in no more from there', async () => {
  const page = await as(cast.clara, '/ui/users/create')
  const name = page.getByRole('dialog').getByLabel('Benutzername')
  await name.fill('wechsel')
  await page.getByRole('button', { name: 'Anlegen', exact: true }).click()
  const password = page.getByRole('dialog').getByLabel(/^Neues Passwort/)
  await password.fill('vorhang-auf-2027')
  await password.press('Enter')
  await page.locator('h1:focus', { hasText: 'wechsel' }).waitFor()

  await page.getByRole('button', { name: 'Deaktivieren' }).click()
  await page
    .getByRole('alertdialog', { name: '„wechsel“ deaktivieren?' })
    .getByRole('button', { name: 'Deaktivieren' })
    .click()
  await page.getByRole('button', { name: 'Aktivieren', exact: true }).waitFor()
  assert.equal(await page.getByRole('link', { name: 'Gruppe zuweisen' }).count(), 0)
  await page.getByText('Einen Benutzer deaktiviert.').waitFor()
})
