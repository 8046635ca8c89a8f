import assert from 'node:assert/strict'
import { hostname } from 'node:os'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { cast, everybody } from '#demo/cast.ts'
import { insertMinutes } from '#server/status/store.ts'
import { expectAccessible } from '../accessible.ts'
import { phone, setStage } from '../stage.ts'

const { kontor, db, as } = await setStage()
const firstFinding = (page: Page) =>
  page.getByRole('list', { name: 'Wie es dem Server geht' }).getByRole('listitem').first()

test('before anything has happened the screen says so in each of its parts', async () => {
  const page = await as(cast.clara, '/ui/docs')
  await page.getByRole('link', { name: 'Betrieb' }).click()
  await page.getByRole('heading', { name: 'Betrieb', exact: true }).waitFor()
  // The database that comes with it is backed up by nobody else.
  await page.getByText('2 Stellen prüfen').waitFor()
  await firstFinding(page).filter({ hasText: 'Sicherung: bitte nachsehen' }).waitFor()
  await page.getByText(`${everybody.length} Konten der Demo`).waitFor()
  await page.getByText('Es ist kein Mailserver eingestellt').waitFor()
  await page.getByText('Noch keine Zahlen. Die ersten kommen nach einer Minute.').waitFor()
  await page.getByText('Bitte melden Sie den Fehler mit der Nummer').waitFor()
  await page.getByText('Hier stehen Abgleiche und Sendungen von Zeiten.').waitFor()
  await page
    .getByRole('row')
    .filter({ hasText: `${hostname()}:8080 (antwortet Ihnen)` })
    .waitFor()
  await expectAccessible(page)
})

test('an administrator sees what is not well, finds an error by its number, and reads the day of all nodes', async () => {
  const now = Date.now()
  await insertMinutes(
    db,
    Array.from({ length: 60 }, (_, ago) => ({
      node: 'kontor-2:8080',
      minute: new Date(Math.floor(now / 60_000) * 60_000 - ago * 60_000),
      started_at: new Date(now - 86_400_000),
      build: 'abc',
      requests: 120,
      failed: 0,
      answer_ms: 14,
      delay_ms: 3,
      busy: 0.1,
      memory_bytes: 2e8,
      live: 5,
      waiting: 0,
      database_ms: 2,
    })),
  )
  const reference = kontor.app.failures.note(
    new TypeError('nobody expected this'),
    { route: 'PUT /docs/{doc_id}/content/', log: kontor.app.log },
    'a request failed',
  )
  const page = await as(cast.clara, '/ui/operation', { ...phone, colorScheme: 'dark' })
  await page.getByText('3 Stellen prüfen').waitFor()
  assert.match((await firstFinding(page).textContent()) ?? '', /Fehler: bitte nachsehen1/)
  await page
    .getByRole('row')
    .filter({ hasText: reference })
    .filter({ hasText: 'PUT /docs/{doc_id}/content/' })
    .waitFor()
  await page.getByText(/^Anfragen: zuletzt 120 je Minute, höchstens 120 /).waitFor({ state: 'attached' })
  await page.getByText(/^Gescheiterte Anfragen: den ganzen Tag keine\.$/).waitFor({ state: 'attached' })
  await page.getByRole('row').filter({ hasText: 'kontor-2:8080' }).filter({ hasText: 'Läuft' }).waitFor()
  await expectAccessible(page)
})

test('for who is no administrator there is no such screen, and no audit log', async () => {
  const page = await as(cast.anna, '/ui/docs')
  await page.getByRole('link', { name: 'Mein Profil' }).waitFor()
  for (const [name, path] of [
    ['Betrieb', '/ui/operation'],
    ['Protokoll', '/ui/audit'],
  ] as const) {
    assert.equal(await page.getByRole('link', { name }).count(), 0)
    await page.goto(path)
    await page.getByRole('heading', { name: 'Not Found' }).waitFor()
  }
})
