import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cast } from '#demo/cast.ts'
import { setStage } from '../stage.ts'

const { kontor, as } = await setStage()

test('an administrator finds out who did what, narrows the log, follows a row to what it is about, and is led back from days without an entry', async () => {
  const page = await as(cast.clara, '/ui/docs')
  await page.request.post('/docs/', { data: { name: 'Rückgabe der Funkgeräte' } })
  await page.request.post('/auth/login/', { data: { username: 'anna', password: 'geraten' } })
  await kontor.app.refusals.flush()
  await page.getByText('Einstellungen', { exact: true }).click()
  await page.getByRole('link', { name: 'Protokoll' }).click()
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
