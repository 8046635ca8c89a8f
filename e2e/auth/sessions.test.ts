import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cast, demoPassword } from '#demo/cast.ts'
import { expectAccessible } from '../accessible.ts'
import { letPass } from '../kontor.ts'
import { setStage } from '../stage.ts'
import { pick } from '../steps.ts'

const { kontor, as, call } = await setStage()

test('people see where they are signed in, and end one session or all others', async () => {
  const page = await as(cast.kai, '/ui/profile')
  const [second, third] = [await as(cast.kai, '/ui/profile'), await as(cast.kai, '/ui/profile')]
  await page.reload()
  const list = page.getByRole('list', { name: 'Sitzungen' }).getByRole('listitem')
  await list.nth(2).waitFor()
  await list.filter({ hasText: 'dieses Gerät' }).getByText('Chrome auf').waitFor()
  await list
    .filter({ hasNotText: 'dieses Gerät' })
    .first()
    .getByRole('button', { name: /^Sitzung „Chrome auf .*“ beenden$/ })
    .click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Beenden' }).click()
  await page.getByText('Sitzung beendet', { exact: true }).waitFor()
  await third.reload()
  await third.waitForURL('**/ui/login')
  await page.getByRole('button', { name: 'Alle anderen beenden' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Alle anderen beenden' }).click()
  await page.getByText('Sitzungen beendet', { exact: true }).waitFor()
  assert.equal(await list.count(), 1)
  await second.reload()
  await second.waitForURL('**/ui/login')
})

test('a new password ends the other sessions, and the list says so', async () => {
  await as(cast.jana, '/ui/profile')
  const page = await as(cast.jana, '/ui/profile')
  const list = page.getByRole('list', { name: 'Sitzungen' }).getByRole('listitem')
  await list.nth(1).waitFor()
  await page.getByLabel('Neues Passwort', { exact: true }).fill('ein-neuer-vorhang')
  await page.getByLabel('Neues Passwort wiederholen').fill('ein-neuer-vorhang')
  await page.getByRole('button', { name: 'Passwort ändern' }).click()
  await list.nth(1).waitFor({ state: 'detached' })
  assert.equal(await list.count(), 1)
})

test('after a new password whoever changed it is led to what is valid without it', async () => {
  const page = await as(cast.georg, '/ui/profile')
  await call(page, 'POST', '/shifts/feed/')
  await page.reload()
  const list = page.getByRole('list', { name: 'Gilt ohne Anmeldung' })
  await list.waitFor()
  await page.getByLabel('Neues Passwort', { exact: true }).fill('ein-neuer-vorhang')
  await page.getByLabel('Neues Passwort wiederholen').fill('ein-neuer-vorhang')
  await page.getByRole('button', { name: 'Passwort ändern' }).click()
  await page.getByText('Passwort geändert').waitFor()
  assert.equal(await list.count(), 1)
  assert.ok(await list.evaluate((element) => element === document.activeElement))
})

test('long after the login a new password needs the two fields alone', async () => {
  const page = await as(cast.lena, '/ui/profile')
  await letPass(kontor, cast.lena, 13)
  const form = page.getByRole('form', { name: 'Passwort ändern' })
  await form.getByLabel('Neues Passwort', { exact: true }).fill('ein-neuer-vorhang')
  await form.getByLabel('Neues Passwort wiederholen').fill('ein-neuer-vorhang')
  await form.getByRole('button', { name: 'Passwort ändern' }).click()
  await page.getByText('Passwort geändert').waitFor()
  assert.equal(await form.locator('input[type=password]').count(), 2)
})

test('an admin sees where somebody is signed in, and ends it all', async () => {
  const hers = await as(cast.frieda, '/ui/profile')
  const page = await as(cast.clara, '/ui/users?filter=frieda')
  await pick(page, 'Frieda Groß', 'Sitzungen')
  const dialog = page.getByRole('dialog', { name: 'Sitzungen' })
  await dialog.getByText('Frieda Groß hat eine Sitzung.').waitFor()
  await dialog.getByRole('listitem').filter({ hasText: 'Chrome' }).waitFor()
  await dialog.getByRole('button', { name: 'Alle beenden' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.getByText('Sitzungen beendet').waitFor()
  await hers.reload()
  await hers.waitForURL('**/ui/login')
  await pick(page, 'Frieda Groß', 'Sitzungen')
  await dialog.getByText('Frieda Groß ist nirgends angemeldet.').waitFor()
  assert.equal(await dialog.getByRole('button', { name: 'Alle beenden' }).count(), 0)
  await dialog.getByText('Schließen', { exact: true }).click()
  await dialog.waitFor({ state: 'hidden' })
})

test('after a while the password is asked for once, and what was asked for goes on by itself', async () => {
  const page = await as(cast.clara, '/ui/users?filter=georg')
  await letPass(kontor, cast.clara, 13)
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
  await expectAccessible(page)
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
