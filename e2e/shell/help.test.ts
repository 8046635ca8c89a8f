import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cast } from '#demo/cast.ts'
import { until } from '#server/testing/until.ts'
import { phone, setStage } from '../stage.ts'
import { hasWorker, untilKept } from './copies-stage.ts'

const { as } = await setStage()
const isInSight = (id: string) => {
  const { top, bottom } = document.getElementById(id)?.getBoundingClientRect() ?? { top: -1, bottom: -1 }
  return top >= 0 && bottom <= innerHeight
}

test('help opens at the heading about the screen that one comes from, and leads back', async () => {
  const page = await as(cast.clara, '/ui/groupassignments', phone)
  await page.getByRole('heading', { name: 'Zuweisungen' }).waitFor()
  await page.getByRole('button', { name: /Menü öffnen/ }).tap()
  await page.getByRole('link', { name: 'Hilfe' }).tap()
  await page.getByRole('heading', { name: 'Zuweisungen', level: 3 }).waitFor()
  assert.match(page.url(), /\/ui\/help\?chapter=verwaltung#zuweisungen$/)
  await page.waitForFunction(isInSight, 'zuweisungen')
  assert.equal(await page.evaluate(() => document.activeElement?.id), 'zuweisungen')
  await page.goBack()
  await page.getByRole('heading', { name: 'Zuweisungen', level: 1 }).waitFor()
})

test('words are found in all chapters, a hit and a link lead to their headings, pictures come when they are looked at, and all of it can be read without a network', async () => {
  const page = await as(cast.anna, '/ui/help', { worker: true })
  await page.getByRole('heading', { name: 'Für Admins' }).waitFor()
  await page.getByLabel('In der Hilfe suchen').fill('veroeffentlichen frist')
  const hits = page.getByRole('list', { name: 'Treffer' })
  await hits.getByRole('link', { name: 'Veröffentlichen' }).waitFor()
  await hits.getByRole('link', { name: 'Veröffentlichen' }).click()
  await page.waitForURL(/#ver/)
  await page.waitForFunction(isInSight, 'veröffentlichen')
  await page.getByLabel('In der Hilfe suchen').fill('xylophon')
  await page.getByText('Nichts gefunden').waitFor()
  await page.getByLabel('In der Hilfe suchen').fill('Zwei-Faktor')
  await hits.getByRole('link', { name: 'Anmelden' }).waitFor()

  await page.goto('/ui/help?chapter=mitarbeitende#zeiten-am-telefon-erfassen')
  await page.getByRole('article').getByRole('link', { name: 'Für die Leitung eines Teams' }).click()
  await page.getByRole('heading', { name: 'Für die Leitung eines Teams', level: 2 }).waitFor()
  const picture = page.getByRole('img', { name: /Die Zeiten des Teams „Bühne“ auf dem Telefon/ })
  await picture.scrollIntoViewIfNeeded()
  await until(
    () => picture.evaluate((shown: HTMLImageElement) => shown.naturalWidth > 0),
    'the picture is there',
  )

  await hasWorker(page)
  await untilKept(page, '/users/current/')
  await page.context().setOffline(true)
  await page.goto('/ui/docs')
  await page.getByRole('link', { name: 'Hilfe' }).click()
  await page.getByRole('heading', { name: 'Einen Prozess ausfüllen' }).waitFor()
  await page.getByRole('link', { name: 'Alle Kapitel' }).click()
  await page.getByRole('link', { name: 'Ohne Netz weiterarbeiten' }).click()
  await page.getByText('Was Sie zuletzt gelesen haben, bleibt auf diesem Gerät lesbar').waitFor()
})
