import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cast } from '#demo/cast.ts'
import { pick } from '../steps.ts'
import { namesOf, open, row, setDocsStage } from './docs-stage.ts'

const { db, as } = await setDocsStage()

test('an administrator creates a process, renames it and sets its status', async () => {
  const page = await as(cast.clara, '/ui/docs?filter=Garderobe')
  await page.getByText('Kein Prozess gefunden').waitFor()
  await page.getByRole('link', { name: 'Neuer Prozess' }).click()
  const dialog = page.getByRole('dialog', { name: 'Neuer Prozess' })
  assert.equal(await dialog.getByRole('button', { name: 'Anlegen' }).isDisabled(), true)
  await dialog.getByLabel('Name').fill('Garderobe')
  await dialog.getByRole('button', { name: 'Anlegen' }).click()
  await page.getByText('Prozess angelegt').waitFor()
  await dialog.waitFor({ state: 'hidden' })
  assert.equal(new URL(page.url()).searchParams.get('filter'), 'Garderobe')
  await row(page, 'Garderobe').getByText('Entwurf').waitFor()

  await pick(page, 'Garderobe', 'Umbenennen')
  const rename = page.getByRole('dialog', { name: 'Prozess umbenennen' })
  assert.equal(await rename.getByLabel('Name').inputValue(), 'Garderobe')
  await rename.getByLabel('Name').fill('Garderobe öffnen')
  await rename.getByRole('button', { name: 'Umbenennen' }).click()
  await page.getByText('Prozess umbenannt').waitFor()
  await row(page, 'Garderobe öffnen').waitFor()

  await pick(page, 'Garderobe öffnen', 'Status ändern')
  await page.reload()
  const status = page.getByRole('dialog', { name: 'Status ändern' })
  await status.getByLabel('Status von „Garderobe öffnen“').selectOption('Erledigt')
  await status.getByText('Ausfüllen lässt er sich nicht mehr.').waitFor()
  await status.getByRole('button', { name: 'Status ändern' }).click()
  await row(page, 'Garderobe öffnen').getByText('Erledigt').waitFor()
})

test('from a template to a page to be edited it takes four presses and no word; a name that was typed stays', async () => {
  const page = await as(cast.clara, '/ui/docs')
  const template = (name: string) =>
    page.getByLabel('Beginnt mit').selectOption({ label: `Vorlage: ${name}` })
  await page.getByRole('link', { name: 'Neuer Prozess' }).click()
  await template('Sicherheitsunterweisung')
  assert.equal(await page.getByLabel('Name').inputValue(), 'Sicherheitsunterweisung')
  await page.getByRole('button', { name: 'Anlegen' }).click()
  await page.getByText('Prozess angelegt').waitFor()
  await page.getByRole('button', { name: 'Jetzt bearbeiten' }).click()
  await page.getByText('Menschen zuerst: Wer ist im Raum').waitFor()

  await page.goto('/ui/docs/add')
  await page.getByLabel('Name').fill('Schlüssel im Sommer')
  await template('Schlüsselübergabe')
  assert.equal(await page.getByLabel('Name').inputValue(), 'Schlüssel im Sommer')
  await page.getByRole('button', { name: 'Anlegen' }).click()
  await page.getByRole('link', { name: 'Schlüssel im Sommer' }).waitFor()
})

test('a copy is opened from its message; what was deleted comes back, from its message or from the list of what was deleted', async () => {
  const name = 'Sicherheitsunterweisung 2026 (Kopie)'
  const page = await as(cast.clara, '/ui/docs')
  await pick(page, 'Sicherheitsunterweisung 2026', 'Kopieren')
  await row(page, name).getByText('Entwurf').waitFor()
  await page.getByRole('button', { name: 'Kopie öffnen' }).click()
  await page.getByRole('heading', { level: 1, name }).waitFor()

  await pick(page, name, 'Löschen')
  const question = page.getByRole('alertdialog', { name: `Soll „${name}“ wirklich gelöscht werden?` })
  await question.getByRole('button', { name: 'Löschen' }).click()
  await page.waitForURL('**/ui/docs?**')
  await page.getByText('Prozess gelöscht').waitFor()
  await page.getByRole('table', { name: 'Prozesse' }).waitFor()
  await row(page, name).waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Rückgängig' }).press('Enter')
  await page.getByText('Prozess wiederhergestellt').waitFor()
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), 'Prozesse')
  await row(page, name).waitFor()

  await pick(page, name, 'Löschen')
  await question.getByText('30 Tage lang wiederherstellen (Status „Gelöscht“)').waitFor()
  await question.getByRole('button', { name: 'Löschen' }).click()
  await row(page, name).waitFor({ state: 'hidden' })
  await page.getByLabel('Status', { exact: true }).selectOption('Gelöscht')
  const restore = page.getByRole('button', { name: `${name} wiederherstellen` })
  await restore.waitFor()
  await restore.click()
  await page.getByText('In den letzten 30 Tagen wurde kein Prozess gelöscht.').waitFor()
  await page.getByLabel('Status', { exact: true }).selectOption('Alle')
  await row(page, name).waitFor()
})

test('search, status, order and page stand in the address, and the way back from a process leads there', async () => {
  const page = await as(cast.clara, '/ui/docs')
  await page.getByLabel('Prozesse suchen').fill('UBERGABE')
  await page.waitForURL('**filter=UBERGABE**')
  await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click()
  await page.waitForURL('**order_by=-name**')
  await page.reload()
  assert.deepEqual(await namesOf(page), ['Übergabe der Technik: Sommerfest', 'Schlüsselübergabe'])
  await page.getByLabel('Status', { exact: true }).selectOption('Aktiv')
  await page.waitForURL('**status=Aktiv**')
  await row(page, 'Übergabe der Technik: Sommerfest').waitFor({ state: 'hidden' })
  await page.getByRole('link', { name: 'Schlüsselübergabe' }).click()
  await page.waitForURL('**/show')
  await page.getByRole('heading', { level: 1, name: 'Schlüsselübergabe' }).waitFor()
  assert.match(await page.title(), /^Schlüsselübergabe · /)
  await page.getByRole('navigation', { name: 'Pfad' }).getByRole('link', { name: 'Prozesse' }).click()
  await page.waitForURL('**filter=UBERGABE**status=Aktiv**')
  await page.goto('/ui/docs?filter=UBERGABE&page=7')
  await page.waitForURL('**page=0**')
  await page.getByRole('link', { name: 'Schlüsselübergabe' }).waitFor()
})

test('what was never opened says without a network that it cannot be shown, and comes with it', async () => {
  // Its screen is here, but not what it shows without a choice.
  const page = await as(cast.clara, '/ui/users?filter_status=Admin')
  await page.getByRole('heading', { level: 1, name: 'Benutzer' }).waitFor()
  await page.getByRole('link', { name: 'Prozesse', exact: true }).click()
  await namesOf(page)
  await page.context().setOffline(true)
  await page.getByRole('link', { name: 'Benutzer', exact: true }).click()
  await page.getByText('Auf diesem Gerät noch nicht geladen.').waitFor()
  await page.context().setOffline(false)
  await page.getByRole('heading', { level: 1, name: 'Benutzer' }).waitFor()
})

test('a dialog about a process leads back to where it was opened, and one about a process that is gone to the list', async () => {
  const page = await as(cast.clara, '/ui/docs')
  await open(page, 'Fundsachen', 'Sichtbarkeit')
  await pick(page, 'Fundsachen', 'Umbenennen')
  const dialog = page.getByRole('dialog', { name: 'Prozess umbenennen' })
  await dialog.getByLabel('Name').fill('Fundsachen und Verlorenes')
  await dialog.getByRole('button', { name: 'Umbenennen' }).click()
  await page.getByRole('heading', { level: 1, name: 'Fundsachen und Verlorenes' }).waitFor()
  await page.waitForURL('**/visibility?**')
  assert.match(await page.title(), /^Fundsachen und Verlorenes · /)

  await page.goto('/ui/docs/999999/rename')
  await page.getByText('Diesen Prozess gibt es nicht mehr.').waitFor()
  await page.getByRole('button', { name: 'Zur Liste' }).click()
  await page.getByRole('link', { name: 'Schlüsselübergabe' }).waitFor()
})

test('staff see theirs alone, with how far they have come, and no tabs of a process, nor anything behind their addresses', async () => {
  const page = await as(cast.frieda, '/ui/docs')
  assert.deepEqual(await namesOf(page), [
    'Abschluss einer Veranstaltung',
    'Onboarding der ersten Woche',
    'Schlüsselübergabe',
    'Sicherheitsunterweisung 2026',
  ])
  await row(page, 'Abschluss einer Veranstaltung').getByText('6 von 15').waitFor()
  await row(page, 'Schlüsselübergabe').getByText('Fertig').waitFor()
  const set = (status: 'Aktiv' | 'Erledigt') =>
    db.updateTable('docs').set({ status }).where('name', '=', 'Abschluss einer Veranstaltung').execute()
  await set('Erledigt')
  // Who has not finished is not told that it is done: that is the process's status, and not theirs.
  await row(page, 'Abschluss einer Veranstaltung').getByText('Nur noch zum Lesen').waitFor()
  for (const text of ['6 von 15', 'Erledigt'])
    assert.equal(await row(page, 'Abschluss einer Veranstaltung').getByText(text).count(), 0)
  await set('Aktiv')
  assert.equal(await page.getByRole('link', { name: 'Neuer Prozess' }).count(), 0)

  await page.getByRole('link', { name: 'Schlüsselübergabe' }).click()
  await page.getByRole('heading', { level: 1, name: 'Schlüsselübergabe' }).waitFor()
  assert.equal(await page.getByRole('navigation', { name: 'Ansichten des Prozesses' }).count(), 0)
  const theirs = page.url()
  for (const other of [theirs.replace('show', 'visibility'), theirs.replace('show', 'active')]) {
    await page.goto(other)
    await page.getByRole('heading', { name: 'Not Found' }).waitFor()
  }
  for (const nowhere of ['/ui/docs/999999/show', '/ui/docs/keine-zahl/show']) {
    await page.goto(nowhere)
    await page.getByRole('heading', { name: 'Not Found' }).waitFor()
  }
})
