import assert from 'node:assert/strict'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { after, mock, test } from 'node:test'
import { sql } from 'kysely'
import type { OperationFinding } from '#contract/operation.ts'
import { cast } from '#demo/cast.ts'
import type { Caller } from '#server/caller.ts'
import { startNode, testApp } from '#server/testing/app.ts'
import { readMetrics } from '#server/testing/metrics.ts'
import { until } from '#server/testing/until.ts'
import { BACKUP_JOB_KIND, backUpNow } from './backup-jobs.ts'
import { backupFindings } from './checks/backups.ts'
import { startDueBackup } from './due-backup.ts'
import { nameFor, readName } from './retention.ts'

const folder = await mkdtemp(join(tmpdir(), 'kontor-backups-'))
await chmod(folder, 0o711)
const backupDir = join(folder, 'sicherungen')
const kontor = await testApp({
  BACKUP_DIR: backupDir,
  BACKUP_PASSPHRASE: 'drei Wörter und ein Fluß',
  DATA_DIR: join(folder, 'data'),
})
after(async () => {
  await kontor[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})
const { db, config } = kontor.kontor
const clara = await kontor.as(cast.clara)
const overview = async () => (await clara.get('/operation/backups/')).body
const ended = async () => {
  await until(async () => !(await overview())['is_running'], 'the backup ends')
  return overview()
}
const metrics = async () =>
  readMetrics((await kontor.client().get('/metrics')).text)
    .samples.filter(({ name }) => name.startsWith('kontor_backup_'))
    .map(({ name, value }) => [name, value])
const inFolder = async () => (await readdir(backupDir)).filter((name) => readName(name))

test('a backup that is due is made by itself, sealed, and proven; then none is due', async () => {
  assert.deepEqual(await metrics(), [['kontor_backup_verified', 0]])
  await startDueBackup(kontor.kontor, () => {})
  const made = await ended()
  assert.equal(made['warning'], null)
  const [item] = made['items'] as Record<string, unknown>[]
  assert.equal(item?.['state'], 'verified')
  assert.equal(item?.['kind'], 'daily')
  assert.equal(item?.['is_sealed'], true)
  assert.deepEqual(await inFolder(), [item?.['file']])
  const bytes = await readFile(join(backupDir, item?.['file'] as string))
  assert.match(bytes.toString('latin1', 0, 22), /^age-encryption\.org\/v1\n/)
  const [age, verified] = await metrics()
  assert.deepEqual([age?.[0], verified], ['kontor_backup_age_seconds', ['kontor_backup_verified', 1]])
  assert.deepEqual(await backupFindings(db, config), [
    { isOk: true, text: `Der Ordner „${backupDir}“ (BACKUP_DIR) ist zu beschreiben.` },
  ])

  await startDueBackup(kontor.kontor, () => {})
  assert.equal((await overview())['is_running'], false)
  // Deriving a key takes a second of CPU by design, so the other tests make backups without a passphrase.
  Object.assign(config, { backupPassphrase: undefined })
})

test('one that failed is told with its reason, and not tried again at once', async () => {
  await sql`update backups set started_at = started_at - interval '2 days'`.execute(db)
  await rm(backupDir, { recursive: true })
  await writeFile(backupDir, 'kein Ordner')
  const { mock: logged } = mock.method(kontor.app.log, 'warn')
  await startDueBackup(kontor.kontor, () => {})
  const made = await ended()
  const reason = `„${backupDir}“ lässt sich nicht als Ordner anlegen: Dort liegt eine Datei.`
  assert.equal(made['warning'], `Die letzte Sicherung ist gescheitert: ${reason}`)
  assert.deepEqual(logged.calls.at(-1)?.arguments, [{ event: 'job.refused' }, reason])
  logged.restore()
  const { findings } = (await clara.get('/operation/')).body as { findings: OperationFinding[] }
  assert.equal(findings.find(({ key }) => key === 'failures')?.value, 'keine')
  assert.deepEqual((await metrics()).at(-1), ['kontor_backup_verified', 0])
  assert.deepEqual(await backupFindings(db, config), [
    { isOk: false, text: `Wo der Ordner „${backupDir}“ (BACKUP_DIR) sein soll, liegt eine Datei.` },
  ])

  await rm(backupDir)
  assert.deepEqual((await backupFindings(db, config))[0], {
    isOk: true,
    text: `Den Ordner „${backupDir}“ (BACKUP_DIR) gibt es noch nicht; der Server legt ihn an.`,
    isHint: true,
  })
  await startDueBackup(kontor.kontor, () => {})
  assert.equal((await overview())['is_running'], false)
  await sql`update backups set started_at = started_at - interval '1 hour'`.execute(db)
})

test('one that is older than 26 hours is warned of and made up for, and older ones of the same day go after that was proven, but none from before a restore', async () => {
  await sql`update backups set started_at = now() - interval '27 hours' where failed_at is null`.execute(db)
  await sql`delete from backups where failed_at is not null`.execute(db)
  assert.equal((await overview())['warning'], 'Die letzte geprüfte Sicherung ist 27 Stunden alt.')
  const { file: earlier } = await db
    .selectFrom('backups')
    .where('verified_at', 'is not', null)
    .select('file')
    .executeTakeFirstOrThrow()
  await mkdir(backupDir)
  await writeFile(earlier, '')
  // Files without rows in this database, as if an earlier database, replaced by a restore, had written them.
  const yesterday = Temporal.Now.zonedDateTimeISO(config.timeZone).toPlainDate().subtract({ days: 1 })
  const foreign = ['02:00', '03:00'].map((time) => nameFor(yesterday.toPlainDateTime(time)))
  for (const name of foreign) await writeFile(join(backupDir, name), '')
  const said: string[] = []
  await startDueBackup(kontor.kontor, (sentence) => said.push(sentence))
  assert.deepEqual(said, ['Die letzte geprüfte Sicherung ist 27 Stunden alt.'])
  assert.equal((await ended())['warning'], null)
  const left = await inFolder()
  assert.equal(left.includes(basename(earlier)), false)
  assert.deepEqual(left.filter((name) => foreign.includes(name)).toSorted(), foreign)
})

test('of those that were started by hand and whose proof fails the last stays until one is proven, and pushes out none that was', async () => {
  const proven = await inFolder()
  const { dataDir } = config
  const temporary = process.env['TMPDIR']
  // The verification fails, because there is no folder for its scratch database.
  config.dataDir = join(folder, 'fehlt')
  process.env['TMPDIR'] = join(folder, 'fehlt')
  mock.method(kontor.app.log, 'error', () => {})
  const unverified: string[] = []
  for (let times = 0; times < 2; times++) {
    assert.equal((await clara.send('POST', '/operation/backups/')).status, 200)
    const { items } = (await ended()) as { items: Record<string, unknown>[] }
    assert.equal(items[0]?.['state'], 'failed')
    unverified.push(String(items[0]?.['file']))
    assert.deepEqual((await inFolder()).toSorted(), [...proven, ...unverified.slice(-1)].toSorted())
  }
  mock.restoreAll()
  config.dataDir = dataDir
  if (temporary === undefined) delete process.env['TMPDIR']
  else process.env['TMPDIR'] = temporary
  assert.equal((await clara.send('POST', '/operation/backups/')).status, 200)
  assert.equal((await ended())['warning'], null)
  assert.deepEqual(
    (await inFolder()).filter((name) => unverified.includes(name)),
    [],
  )
  const started = await db.selectFrom('audit').where('action', '=', 'backup.start').selectAll().execute()
  assert.equal(started.length, 3)
})

test('without a folder nobody starts one', async () => {
  const given = config.backupDir
  config.backupDir = undefined
  assert.equal((await clara.send('POST', '/operation/backups/')).status, 409)
  assert.equal((await overview())['is_on'], false)
  config.backupDir = given
})

/** Waits for the row of a backup in progress. */
async function begun(): Promise<{ id: number }> {
  const of = db.selectFrom('backups').where('verified_at', 'is', null).where('failed_at', 'is', null)
  let row: { id: number } | undefined
  await until(async () => {
    row = await of.select('id').executeTakeFirst()
    return row !== undefined
  }, 'a backup begins')
  return row as unknown as { id: number }
}

test('a server that ends meanwhile leaves no half backup, and the job to the next one', async () => {
  await kontor.worker.stop()
  const node = await startNode(kontor.database.connection, {
    BACKUP_DIR: backupDir,
    DATA_DIR: config.dataDir,
  })
  const all = () => readdir(backupDir).catch(() => [])
  const before = await all()
  await backUpNow(node.kontor, { id: await kontor.userId(cast.clara) } as Caller)
  const { id } = await begun()
  await node.stop()
  const { problem } = await db
    .selectFrom('backups')
    .where('id', '=', id)
    .select('problem')
    .executeTakeFirstOrThrow()
  assert.equal(problem, 'Der Server wurde währenddessen beendet.')
  assert.deepEqual(await all(), before)
  const jobs = await db.selectFrom('jobs').where('kind', '=', BACKUP_JOB_KIND).select('attempts').execute()
  assert.deepEqual(jobs, [{ attempts: 0 }])
})
