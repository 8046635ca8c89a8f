// Personal data, and the audit log.
import assert from 'node:assert/strict'
import { buffer, json } from 'node:stream/consumers'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { cast, demoPassword } from '#demo/cast.ts'
import { backdateConfirmation } from '../kontor.ts'
import { setStage } from '../stage.ts'
import { endRoute } from '../steps.ts'

const { kontor, db, as } = await setStage()

async function saved(page: Page, button: string) {
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: button, exact: true }).click()
  const file = await download
  return { name: file.suggestedFilename(), bytes: await buffer(await file.createReadStream()) }
}

test('people take along what is stored about them, and give their password for it where that was long ago', async () => {
  const page = await as(cast.kai, '/ui/profile#daten', { viewport: { width: 390, height: 844 } })
  await backdateConfirmation(kontor, cast.kai, 13)
  await page.getByRole('button', { name: 'Als JSON' }).click()
  const question = page.getByRole('dialog', { name: 'Bitte bestätigen Sie mit Ihrem Passwort' })
  const download = page.waitForEvent('download')
  await question.getByLabel('Ihr Passwort').fill(demoPassword)
  await question.getByRole('button', { name: 'Bestätigen' }).click()
  const file = await download
  assert.equal(file.suggestedFilename(), 'Daten von Kai Weißhaupt.json')
  const { person } = (await json(await file.createReadStream())) as { person: { username: string } }
  assert.equal(person.username, 'kai')
  await page.getByRole('region', { name: 'Inhalt der Datei' }).getByText('Eigene Nachrichten').waitFor()
  const pdf = await saved(page, 'Als PDF')
  assert.deepEqual([pdf.name, pdf.bytes.toString('latin1', 0, 5)], ['Daten von Kai Weißhaupt.pdf', '%PDF-'])
})

test('an administrator sees what goes and what stays, and makes somebody who has left anonymous', async () => {
  const page = await as(cast.clara, '/ui/users?filter=georg')
  const open = async (name: string) => {
    await page.getByRole('button', { name: `Aktionen für ${name}`, exact: true }).click()
    await page.getByRole('menuitem', { name: 'Daten' }).click()
    return page.getByRole('dialog', { name: `Daten von ${name}` })
  }
  const active = await open('Georg Müller-Lüdenscheidt')
  await active.getByText('ist in der Personalplanung noch aktiv').waitFor()
  assert.equal(await active.getByRole('button', { name: 'Anonymisieren …' }).count(), 0)
  await active.getByText('Schließen', { exact: true }).click()
  await active.waitFor({ state: 'hidden' })

  const { id } = await db
    .updateTable('users')
    .set({ is_active: false })
    .where('username', '=', 'georg')
    .returning('id')
    .executeTakeFirstOrThrow()
  const dialog = await open('Georg Müller-Lüdenscheidt')
  await dialog.getByRole('list', { name: 'Das wird entfernt' }).getByText('Zuweisungen zu Gruppen').waitFor()
  await dialog
    .getByRole('list', { name: `Das bleibt unter „Ehemalige Person ${id}“` })
    .getByText('§ 16 Abs. 2 ArbZG')
    .waitFor()
  // If the preview fails, the choices stay available and the preview can be requested again.
  const preview = `**/users/${id}/anonymisation/**`
  await page.route(preview, (route) =>
    route.fulfill({ status: 500, json: { success: false, details: 'Kaputt.' } }),
  )
  const choice = dialog.getByRole('checkbox', { name: 'Eigene Nachrichten und Bilder mit löschen' })
  await choice.check()
  await dialog.getByRole('alert').getByText('Kaputt.').waitFor()
  assert.equal(await choice.isChecked(), true)
  await endRoute(page, preview)
  await dialog.getByRole('button', { name: 'Erneut versuchen' }).click()
  await dialog.getByText('Kaputt.').waitFor({ state: 'detached' })
  await choice.uncheck()
  await dialog.getByRole('button', { name: 'Anonymisieren …' }).click()
  const question = page.getByRole('alertdialog')
  await question.getByText('Das lässt sich nicht zurücknehmen.').waitFor()
  await question.getByRole('button', { name: 'Anonymisieren', exact: true }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.getByText('Person anonymisiert').waitFor()
  await page.goto('/ui/users?filter=ehemalige')
  await page
    .getByRole('row')
    .filter({ hasText: `Ehemalige Person ${id}` })
    .getByText('Anonymisiert')
    .waitFor()
  const gone = await open(`Ehemalige Person ${id}`)
  await gone.getByText('Diese Person ist anonymisiert.').waitFor()
})

test('an administrator sets how long things are kept, and is told before what that takes away', async () => {
  await db
    .insertInto('doc_rounds')
    .values({
      doc_id: (await db.selectFrom('docs').select('id').executeTakeFirstOrThrow()).id,
      ended_by: 'clara',
      ended_at: new Date('2020-01-01T12:00:00Z'),
      results: JSON.stringify({ fields: [], people: [] }),
    })
    .execute()
  const page = await as(cast.clara, '/ui/retention')
  await page.getByRole('heading', { name: 'Datenschutz' }).waitFor()
  const period = page.getByLabel('Angaben aus früheren Runden aufbewahren')
  assert.equal(await page.getByRole('button', { name: 'Fristen speichern' }).isEnabled(), false)
  await period.selectOption('1 Jahr')
  await page.getByText(/Würde heute löschen: 1 Runde bis/).waitFor()
  await page.getByRole('button', { name: 'Fristen speichern' }).click()
  const question = page.getByRole('alertdialog', { name: 'Sollen diese Fristen gelten?' })
  await question.getByText(/Würde heute löschen: 1 Runde bis/).waitFor()
  await question.getByRole('button', { name: 'Fristen speichern' }).click()
  await page.getByText('Fristen gespeichert').waitFor()
  await page.reload()
  assert.equal(await period.inputValue(), '12')
  const kept = await db.selectFrom('doc_rounds').where('ended_by', '=', 'clara').select('id').execute()
  assert.equal(kept.length, 1)
})

test('an administrator finds out who did what, narrows the log, follows a row to what it is about, and is led back from days without an entry', async () => {
  const page = await as({ ...cast.clara, password: demoPassword }, '/sw.js')
  await page.request.post('/docs/', { data: { name: 'Rückgabe der Funkgeräte' } })
  await page.request.post('/auth/login/', { data: { username: 'anna', password: 'geraten' } })
  await kontor.app.refusals.flush()
  await page.goto('/ui/audit')
  await page.getByRole('heading', { name: 'Protokoll' }).waitFor()
  const rows = page.getByRole('row')
  await rows
    .filter({ hasText: 'Den Prozess „Rückgabe der Funkgeräte“ angelegt.' })
    .filter({ hasText: 'Clara Döring' })
    .waitFor()

  await page.getByLabel('Art', { exact: true }).selectOption('Ablehnungen')
  await rows.filter({ hasText: 'Den Prozess' }).waitFor({ state: 'detached' })
  await rows
    .filter({ hasText: 'Login fehlgeschlagen.' })
    .filter({ hasText: 'Benutzer Anna Berger' })
    .waitFor()
  await page.getByLabel('Art', { exact: true }).selectOption('Alle')

  await page.getByRole('combobox', { name: 'Worum es geht' }).fill('funkger')
  await page.getByRole('option', { name: /Rückgabe der Funkgeräte/ }).click()
  await rows.filter({ hasText: 'Login fehlgeschlagen' }).waitFor({ state: 'detached' })
  assert.equal(await rows.count(), 2)
  await page.getByRole('link', { name: 'Rückgabe der Funkgeräte' }).click()
  await page.getByRole('heading', { name: 'Rückgabe der Funkgeräte' }).waitFor()
  await page.goBack()
  await page.getByRole('button', { name: /Filter entfernen/ }).click()
  await rows.filter({ hasText: 'Login fehlgeschlagen' }).waitFor()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Excel' }).click(),
  ])
  assert.match(file.suggestedFilename(), /^Protokoll .*\.xlsx$/)

  await page.goto('/ui/audit?start=2020-01-02&end=2020-01-01')
  await page.getByText('„Bis“ liegt vor „Von“.').waitFor()
  await page.goto('/ui/audit?start=2020-01-01&end=2020-01-02')
  await page.getByText('Kein Eintrag gefunden').waitFor()
  await page.getByRole('button', { name: 'Das ganze Protokoll zeigen' }).click()
  await page.getByText('Angemeldet.').first().waitFor()
})
