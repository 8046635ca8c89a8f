import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { cast } from '#demo/cast.ts'
import { insertMinutes } from '#server/status/store.ts'
import { expectAccessible } from '../accessible.ts'
import { phone, setStage } from '../stage.ts'

const { kontor, db, as } = await setStage()
const firstFinding = (page: Page) =>
  page.getByRole('list', { name: 'Wie es dem Server geht' }).getByRole('listitem').first()

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
