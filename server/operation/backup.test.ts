import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { cast } from '#demo/cast.ts'
import { StartError } from '#server/start-error.ts'
import { startNode, testApp } from '#server/testing/app.ts'
import { freshDatabase } from '#server/testing/database.ts'
import { writeBackup } from './backup.ts'
import { withClient } from './database.ts'
import { readBackup } from './restore.ts'

const kontor = await testApp()
const folder = await mkdtemp(join(tmpdir(), 'kontor-backup-'))
after(async () => {
  await kontor[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})
const { config } = kontor.kontor
const file = join(folder, 'one.kontor')
const backUp = () =>
  withClient({ config, connection: kontor.database.connection }, (client) => writeBackup(client, file))
const restoreInto = (connection: { connectionString: string }, from = file) =>
  readBackup({ config, connection }, from)

test('a backup brings every row back, and new ones get new numbers', async () => {
  const georg = await kontor.as(cast.georg)
  await georg.send('PATCH', '/users/current/password/', { password: 'quer „durch“ \\ alles\tÄß🎪' })
  const saved = await backUp()
  const empty = await freshDatabase()
  assert.deepEqual(await restoreInto(empty.connection), saved)
  assert.equal(saved['users']?.rows, 12)

  const again = await startNode(empty.connection)
  const { db } = again.kontor
  const added = await db
    .insertInto('users')
    .values({ username: 'neu' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const highest = await db
    .selectFrom('users')
    .select((eb) => eb.fn.max('id').as('id'))
    .executeTakeFirstOrThrow()
  assert.equal(added.id, highest.id)
  const login = await again.app.inject({
    method: 'POST',
    url: '/auth/login/',
    payload: { username: 'georg', password: 'quer „durch“ \\ alles\tÄß🎪' },
  })
  assert.equal(login.statusCode, 200)
  await again.stop()
  await empty.drop()
})

test('sessions are in no backup: whoever held one signs in anew', async () => {
  const saved = await backUp()
  assert.equal('sessions' in saved, false)
})

test('nothing is restored into a database that has people in it', async () => {
  await backUp()
  await assert.rejects(restoreInto(kontor.database.connection), /nicht leer/)
})

async function expectRefused(bytes: Uint8Array) {
  const damaged = join(folder, 'damaged.kontor')
  await writeFile(damaged, bytes)
  const empty = await freshDatabase()
  await assert.rejects(restoreInto(empty.connection, damaged), StartError)
  const { rows } = await withClient({ config, connection: empty.connection }, (client) =>
    client.query('select from users'),
  )
  assert.equal(rows.length, 0)
  await empty.drop()
}

test('a file that was cut off, changed or never a backup is refused, and nothing of it stays', async () => {
  await backUp()
  const whole = await readFile(file)
  const changed = Buffer.from(whole)
  changed.writeUInt8(changed.readUInt8(whole.length >> 1) ^ 0xff, whole.length >> 1)
  await expectRefused(whole.subarray(0, whole.length >> 1))
  await expectRefused(changed)
  await expectRefused(Buffer.from('kein Backup'))
  await expectRefused(Buffer.alloc(0))
})

test('a word changed anywhere in a backup is refused too: in its head, a name, a value, a checksum', async () => {
  await backUp()
  const whole = zstdDecompressSync(await readFile(file)).toString()
  for (const [word, other] of [
    ['"kontor"', '"kontur"'],
    ['"migrations"', '"migration"'],
    ['{"table"', '{"tafel"'],
    ['"name":"users"', '"name":"user"'],
    ['"columns"', '"column"'],
    ['"username"', '"usermane"'],
    ['{"row":', '{"raw":'],
    ['"username":"georg"', '"username":"gerog"'],
    ['"username":"georg"', '"username":null'],
    ['{"sums"', '{"sum"'],
    ['"sha256"', '"sha512"'],
    [/"sha256":"./, '"sha256":"x'],
    [/\n.*"name":"users".*/, ''],
    [/\n.*"username":"georg".*/, ''],
    [/(\n.*"username":"georg".*)/, '$1$1'],
  ] as const) {
    const changed = whole.replace(word, other)
    assert.notEqual(changed, whole, String(word))
    await expectRefused(zstdCompressSync(changed))
  }
})

test('a file that is not there is named in a sentence', async () => {
  const empty = await freshDatabase()
  await assert.rejects(restoreInto(empty.connection, join(folder, 'fehlt')), /gibt es nicht/)
  await empty.drop()
})
