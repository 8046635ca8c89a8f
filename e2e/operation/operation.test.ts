// The screen „Betrieb“ of a server that has a folder for its backups and sends mails.
import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { after, test } from 'node:test'
import pg from 'pg'
import { cast } from '#demo/cast.ts'
import { countRowsIn, writeBackup } from '#server/operation/backup.ts'
import type { Task } from '#server/operation/backup-child.ts'
import { insertMinutes } from '#server/status/store.ts'
import { startMailServer } from '#server/testing/mail-server.ts'
import { phone, setStage } from '../stage.ts'

const folder = await mkdtemp(join(tmpdir(), 'kontor-backups-'))
const mails = await startMailServer({ isPlain: true, unknown: 'niemand@firma.example' })
after(() => mails.stop())
const { as, db, kontor } = await setStage({
  BACKUP_DIR: folder,
  PUBLIC_URL: 'http://127.0.0.1',
  SMTP_URL: `smtp+plain://localhost:${mails.port}`,
  MAIL_FROM: 'kontor@firma.example',
})
after(() => rm(folder, { recursive: true, force: true }))

// The backup is written in this process, once the test releases it. Its real process has the lowest priority,
// and takes minutes on a busy machine.
let release = () => {}
const released = new Promise<void>((go) => {
  release = go
})
kontor.kontor.childPool.run = (_kind, { input }) => Readable.from(answer(input as Task[]))
async function* answer([task]: Task[]) {
  await released
  assert.ok(task)
  const client = new pg.Client(task.connection)
  await client.connect()
  try {
    const written = await writeBackup(client, task.file, { passphrase: task.passphrase, rest: 0 })
    const { size } = await stat(task.file)
    yield { file: task.file, bytes: size, rows: countRowsIn(written) }
  } finally {
    await client.end()
  }
}

test('an administrator sees what is not well, finds an error by its number, reads the day of all nodes, and sends a mail to see whether mails go out, and why one does not', async () => {
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
  const findings = page.getByRole('list', { name: 'Wie es dem Server geht' })
  await findings.getByRole('listitem').first().getByText('Fehler: bitte nachsehen').waitFor()
  await page
    .getByRole('listitem')
    .filter({ hasText: reference })
    .filter({ hasText: 'PUT /docs/{doc_id}/content/' })
    .waitFor()
  await page.getByText(/^Anfragen: zuletzt 120 je Minute, höchstens 120 /).waitFor({ state: 'attached' })
  await page.getByText(/^Gescheiterte Anfragen: den ganzen Tag keine\.$/).waitFor({ state: 'attached' })
  await page.getByRole('listitem').filter({ hasText: 'kontor-2:8080' }).filter({ hasText: 'Läuft' }).waitFor()

  await page.getByRole('button', { name: 'Probe senden' }).click()
  await page.getByText('Der Mailserver hat die Probe angenommen').waitFor()
  assert.deepEqual(mails.received.at(-1)?.to, ['clara@nordlicht.example'])
  await page.getByLabel('E-Mail-Adresse').fill('niemand@firma.example')
  await page.getByRole('button', { name: 'Probe senden' }).click()
  await page.getByText('Der Mailserver nimmt die E-Mail-Adresse nicht an.').waitFor()
})

test('an administrator has a backup made, sees it run, and finds it in the list once it is verified', async () => {
  const page = await as(cast.clara, '/ui/operation')
  await page.getByText('Noch gibt es keine geprüfte Sicherung.').waitFor()
  const button = page.getByRole('button', { name: 'Jetzt sichern' })
  await button.click()
  await page.getByText('Die Sicherung wird geschrieben und geprüft …').waitFor()
  assert.equal(await button.isDisabled(), true)
  release()
  const row = page
    .getByRole('table', { name: 'Sicherungen' })
    .getByRole('row')
    .filter({ hasText: 'Von Hand' })
  await row.getByText('Geprüft', { exact: true }).waitFor()
  await page.getByText('Der Stand der letzten geprüften').waitFor()
  await page.getByText('Die Sicherung wird geschrieben und geprüft …').waitFor({ state: 'detached' })
  await button.and(page.locator(':enabled')).waitFor()
  assert.equal(await page.getByText('Noch gibt es keine geprüfte Sicherung.').count(), 0)
  const [file, ...others] = await readdir(folder)
  assert.deepEqual(others, [])
  await row.getByText(file ?? assert.fail('no file'), { exact: true }).waitFor()
})
