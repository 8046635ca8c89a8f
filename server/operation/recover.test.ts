// Back to a second, as an operator calls it: also where an earlier call was ended half way.
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { unfinishedMark } from '#server/db/embedded/place.ts'
import { startEmbedded } from '#server/db/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { writeBase } from './base.ts'
import { readTime, typedTime } from './recover.ts'
import { SECRETS } from './tables.ts'

const folder = mkdtempSync(join(tmpdir(), 'kontor-recover-'))
chmodSync(folder, 0o711)
const [dataDir, archive] = [join(folder, 'data'), join(folder, 'archive')]
after(() => rmSync(folder, { recursive: true }))

before(async () => {
  const embedded = await startEmbedded(dataDir, { archive, settings: { fsync: 'off' } })
  await migrate(embedded.connection)
  const client = new pg.Client(embedded.connection)
  await client.connect()
  await client.query(`
    with anna as (insert into users (username) values ('anna') returning id),
    session as (
      insert into sessions (token_hash, user_id, expires_at)
      select 'a', id, now() + interval '1 day' from anna returning id
    ),
    push as (
      insert into push_subscriptions (user_id, session_id, endpoint, p256dh, auth)
      select anna.id, session.id, 'https://push.example/', '', '' from anna, session
    ),
    feed as (insert into shift_feeds (user_id, token_hash) select id, 'b' from anna),
    invitation as (
      insert into access_links (user_id, kind, token_hash, expires_at, mail)
      select id, 'invitation', 'c', now() + interval '1 day', 'sent' from anna
    )
    insert into api_tokens (user_id, name, token_hash, scopes, expires_at)
    select id, 'Kasse', 'd', '{documents:read}', now() + interval '1 day' from anna`)
  await client.query(
    `insert into backups (kind, node, file, sealed, verified_at)
     values ('base', 'eins', 'archiv', false, now()), ('daily', 'eins', 'sicherung', false, now())`,
  )
  await writeBase(client, { dataDir, archive })
  await client.end()
  await embedded.stop()
})

const program = [join(import.meta.dirname, '../command.ts')]
const env = (place: string) => ({ PATH: process.env['PATH'], DATA_DIR: place })
function command(place: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...program, ...args], {
    cwd: folder,
    encoding: 'utf8',
    env: env(place),
  })
  return { status, said: (stdout + stderr).trim() }
}

test('recover that is ended while it unpacks says so and leaves nothing', async () => {
  const place = join(folder, 'unpacking')
  const child = spawn(process.execPath, [...program, 'recover', archive], {
    env: env(place),
    stdio: ['ignore', 'inherit', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (piece: Buffer) => (said += piece.toString()))
  const closed = once(child, 'close')
  const names = () => readdirSync(folder).includes('unpacking') && readdirSync(place).length > 0
  while (child.exitCode === null && !names()) await sleep(2)
  child.kill('SIGTERM')
  const [code] = await closed
  assert.deepEqual(
    [code, said],
    [143, 'Der Befehl „recover“ wurde abgebrochen; Halbfertiges ist verworfen.\n'],
  )
  assert.deepEqual(readdirSync(place), [])
})

test('a database that was not brought back to its end serves nobody, and the next call begins anew', () => {
  const place = join(folder, 'half')
  assert.deepEqual(command(place, 'recover', archive).status, 0)
  writeFileSync(unfinishedMark(join(place, 'postgres')), '')
  assert.deepEqual(command(place, 'backup', join(folder, 'x.kontor')), {
    status: 1,
    said: `Im Datenordner „${place}“ ist „recover“ nicht bis zum Ende gekommen. Bitte rufen Sie es mit diesem Ordner noch einmal auf.`,
  })
  assert.match(
    command(place, 'recover', archive).said,
    /^Wiederhergestellt in „.*half“: alles, was im Archiv steht\./,
  )
  assert.match(command(place, 'backup', join(folder, 'x.kontor')).said, /^Gesichert: /)
  assert.match(command(place, 'recover', archive).said, /liegt schon eine Datenbank\. Bitte nennen Sie/)
})

test('who had lost a session, a token, a calendar or an invitation before the crash does not get it back by recover', async () => {
  const place = join(folder, 'secrets')
  assert.match(command(place, 'recover', archive).said, /\. Alle müssen sich neu anmelden\. /)
  const embedded = await startEmbedded(place, { settings: { fsync: 'off' } })
  const client = new pg.Client(embedded.connection)
  await client.connect()
  const count = async (table: string) =>
    (await client.query<{ count: number }>(`select count(*)::int from ${table}`)).rows[0]?.count
  const left: Record<string, number | undefined> = {}
  for (const table of ['users', ...SECRETS]) left[table] = await count(table)
  await client.end()
  await embedded.stop()
  assert.deepEqual(left, { users: 1, ...Object.fromEntries(SECRETS.map((table) => [table, 0])) })
})

test('a database that was brought back has no ground in the archive yet, so the server makes one as soon as it starts', async () => {
  const place = join(folder, 'grounds')
  assert.equal(command(place, 'recover', archive).status, 0)
  const embedded = await startEmbedded(place, { settings: { fsync: 'off' } })
  const client = new pg.Client(embedded.connection)
  await client.connect()
  const { rows } = await client.query('select kind from backups')
  await client.end()
  await embedded.stop()
  assert.deepEqual(rows, [{ kind: 'daily' }])
})

test('who chose the wrong second may recover once more: the archive keeps what each of them writes apart', async () => {
  for (const name of ['first', 'second']) {
    const place = join(folder, name)
    assert.equal(command(place, 'recover', archive).status, 0)
    const embedded = await startEmbedded(place, { archive, settings: { fsync: 'off' } })
    const client = new pg.Client(embedded.connection)
    await client.connect()
    await client.query(`insert into users (username) values ('${name}')`)
    const { rows: pieces } = await client.query<{ piece: string }>(
      'select pg_walfile_name(pg_switch_wal()) as piece',
    )
    const piece = pieces[0]?.piece
    const asked = async () => (await client.query<Archiver>('select * from pg_stat_archiver')).rows[0]
    let archiver = await asked()
    for (; archiver?.failed_count === '0' && archiver.last_archived_wal !== piece; archiver = await asked())
      await sleep(10)
    await client.end()
    await embedded.stop()
    assert.deepEqual([archiver?.last_archived_wal, archiver?.failed_count], [piece, '0'])
  }
})
type Archiver = { last_archived_wal: string | null; failed_count: string }

test('a moment before the archive is told the earliest one, which can be typed as it stands there', async () => {
  const { status, said } = command(join(folder, 'early'), 'recover', archive, '--until', '2000-01-01 00:00')
  const [, earliest = ''] =
    /^So weit reicht das Archiv nicht zurück\. Das früheste ist --until '(.+)'\.$/.exec(said) ?? []
  assert.deepEqual([status, said.length > 0, earliest.length], [1, true, 19], said)
  // It is rounded up to the second, and that one may still run.
  await sleep(Math.max(0, readTime(earliest, 'Europe/Berlin').getTime() - Date.now() + 1))
  const then = command(join(folder, 'early'), 'recover', archive, '--until', earliest)
  assert.deepEqual([then.status, /Wiederhergestellt in/.test(then.said)], [0, true], then.said)
})

test('a moment is read by the clock of the company, or by the one that it names', () => {
  for (const [text, at] of [
    ['2026-11-22 14:03:00', '2026-11-22T13:03:00.000Z'],
    ['2026-11-22T14:03', '2026-11-22T13:03:00.000Z'],
    ['2026-11-22T13:03:00.250Z', '2026-11-22T13:03:00.250Z'],
    ['2026-11-22 08:03:00-05:00', '2026-11-22T13:03:00.000Z'],
  ] as const)
    assert.equal(readTime(text, 'Europe/Berlin').toISOString(), at)
  for (const text of ['gestern', '2026-02-30 12:00', '2026-11-22', '2026-11-22 14:03 MEZ', undefined])
    assert.throws(() => readTime(text, 'Europe/Berlin'), /ist nicht lesbar/)
})

test('what is said of a moment leads back to it, also in the hour that comes twice', () => {
  for (const [at, said] of [
    ['2026-11-26T23:11:57.101Z', '2026-11-27 00:11:58'],
    ['2026-11-26T23:11:57.000Z', '2026-11-27 00:11:57'],
    ['2026-10-25T00:30:00.000Z', '2026-10-25 02:30:00'],
    ['2026-10-25T01:30:00.000Z', '2026-10-25 02:30:00+01:00'],
  ] as const) {
    assert.equal(typedTime(new Date(at), 'Europe/Berlin'), said)
    assert.ok(readTime(said, 'Europe/Berlin') >= new Date(at))
  }
})

test('recover that is called wrongly, or for a folder that holds no archive, says so and makes nothing', () => {
  const place = join(folder, 'nothing')
  for (const args of [
    [],
    ['--until', '2026-11-22'],
    [archive, '--unitl', '2026-11-22'],
    [archive, '--until'],
  ])
    assert.match(
      command(place, 'recover', ...args).said,
      /Bitte nennen Sie das Archiv: npm run kontor -- recover/,
    )
  assert.match(command(place, 'recover', dataDir).said, /liegt kein Archiv von Kontor\.$/)
  assert.match(command(place, 'recover', join(folder, 'fehlt')).said, /fehlt“ gibt es nicht\.$/)
  assert.equal(readdirSync(folder).includes('nothing'), false)
})
