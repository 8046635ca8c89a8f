import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cast } from '#demo/cast.ts'
import { setDocsStage } from './docs-stage.ts'

const { as } = await setDocsStage()

test('from a template to a page to be edited it takes four presses and no word', async () => {
  const page = await as(cast.clara, '/ui/docs')
  await page.getByRole('link', { name: 'Neuer Prozess' }).click()
  await page.getByLabel('Beginnt mit').selectOption({ label: 'Vorlage: Sicherheitsunterweisung' })
  assert.equal(await page.getByLabel('Name').inputValue(), 'Sicherheitsunterweisung')
  await page.getByRole('button', { name: 'Anlegen' }).click()
  await page.getByText('Prozess angelegt').waitFor()
  await page.getByRole('button', { name: 'Jetzt bearbeiten' }).click()
  await page.getByText('Menschen zuerst: Wer ist im Raum').waitFor()
})

test('a name that was typed stays when a template is chosen', async () => {
  const page = await as(cast.clara, '/ui/docs/add')
  await page.getByLabel('Name').fill('Schlüssel im Sommer')
  await page.getByLabel('Beginnt mit').selectOption({ label: 'Vorlage: Schlüsselübergabe' })
  assert.equal(await page.getByLabel('Name').inputValue(), 'Schlüssel im Sommer')
  await page.getByRole('button', { name: 'Anlegen' }).click()
  await page.getByRole('link', { name: 'Schlüssel im Sommer' }).waitFor()
})
