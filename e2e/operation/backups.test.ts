// The screen „Betrieb“ of a server that has a folder for its backups.
import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { cast } from '#demo/cast.ts'
import { expectAccessible } from '../accessible.ts'
import { setStage } from '../stage.ts'

const folder = await mkdtemp(join(tmpdir(), 'kontor-backups-'))
const { as, db } = await setStage({ BACKUP_DIR: folder })
after(() => rm(folder, { recursive: true, force: true }))

test('an administrator has a backup made, sees it run, and finds it in the list once it is verified', async () => {
  const page = await as(cast.clara, '/ui/operation')
  await page.getByText('Noch gibt es keine geprüfte Sicherung.').waitFor()
  // As long as a table is held, the backup waits for it.
  const held = await db.startTransaction().execute()
  await sql`lock table doc_rounds in access exclusive mode`.execute(held)
  const button = page.getByRole('button', { name: 'Jetzt sichern' })
  await button.click()
  await page.getByText('Die Sicherung wird geschrieben und geprüft …').waitFor()
  assert.equal(await button.isDisabled(), true)
  await held.commit().execute()
  const row = page
    .getByRole('table', { name: 'Sicherungen' })
    .getByRole('row')
    .filter({ hasText: 'Von Hand' })
  await row.getByText('Geprüft', { exact: true }).waitFor({ timeout: 90_000 })
  await page.getByText('Der Stand der letzten geprüften').waitFor()
  await page.getByText('Die Sicherung wird geschrieben und geprüft …').waitFor({ state: 'detached' })
  await button.and(page.locator(':enabled')).waitFor()
  assert.equal(await page.getByText('Noch gibt es keine geprüfte Sicherung.').count(), 0)
  const [file, ...others] = await readdir(folder)
  assert.deepEqual(others, [])
  await row.getByText(file ?? assert.fail('no file'), { exact: true }).waitFor()
  await expectAccessible(page)
})
