import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { cast } from '#demo/cast.ts'
import { type Connection, connect } from '#server/db/connect.ts'
import { readMigrations } from '#server/db/migrate.ts'
import { lastReplacedMigration } from '#server/db/releases.ts'
import { MESSAGE_INDEXES } from '#server/find/message-indexes-store.ts'
import { StartError } from '#server/start-error.ts'
import { startNode, testApp } from '#server/testing/app.ts'
import { readCatalogue } from '#server/testing/catalogue.ts'
import { createMigratedDatabase } from '#server/testing/database.ts'
import { createDatabaseOfLastRelease } from '#server/testing/release-1.1.ts'
import { writeBackup } from './backup.ts'
import { checkVerification } from './checks/backups.ts'
import { withClient } from './database.ts'
import { encrypt } from './encryption.ts'
import { tablesOfMigrations } from './known-tables.ts'
import { readBackup, verifyBackup } from './restore.ts'
import { dropScratch, inScratch, inScratchDatabase } from './scratch.ts'

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
const restoreInto = (connection: { connectionString: string }, from = file, passphrase?: string) =>
  readBackup({ config, connection }, { file: from, passphrase })
const run = (connection: Connection, ...statements: string[]) =>
  withClient({ config, connection }, async (client) => {
    let rows: Record<string, unknown>[] = []
    for (const statement of statements) rows = (await client.query(statement)).rows
    return rows
  })

test('a backup brings every row back but sessions, and new ones get new numbers', async () => {
  const georg = await kontor.as(cast.georg)
  await georg.send('PATCH', '/users/current/password/', { password: 'quer „durch“ \\ alles\tÄß🎪' })
  const saved = await backUp()
  const empty = await createMigratedDatabase()
  assert.deepEqual(await restoreInto(empty.connection), saved)
  assert.equal(saved['users']?.rows, 12)
  assert.equal('sessions' in saved, false)

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

test('nothing is restored into a database that has people in it', async () => {
  await backUp()
  await assert.rejects(restoreInto(kontor.database.connection), /nicht leer/)
})

test('of a database that is not empty nothing is said before the file itself is known to be sound', async () => {
  const damaged = join(folder, 'damaged.kontor')
  const { connection } = kontor.database
  await backUp()
  const whole = await readFile(file)
  await writeFile(damaged, whole.subarray(0, whole.length - 9))
  await assert.rejects(restoreInto(connection, damaged), /: Das Ende fehlt\.$/)
  await writeFile(damaged, flipped(whole))
  await assert.rejects(restoreInto(connection, damaged), /: Die Datei wurde beschädigt oder verändert\.$/)
})

const flipped = (whole: Buffer, at = whole.length >> 1) => whole.with(at, (whole[at] ?? 0) ^ 0xff)

/** Number of rows of each table. */
async function rowsIn(connection: { connectionString: string }) {
  const tables = await tablesOfMigrations((await readMigrations()).map(({ name }) => name))
  const counts = tables.map((table) => `select '${table}' as name, count(*)::int as rows from ${table}`)
  return run(connection, `${counts.join(' union all ')} order by 1`)
}

/** Expects that each of these files is refused with its sentence, and that the restore leaves no rows behind. */
async function expectRefused(...files: [bytes: Uint8Array, sentence: RegExp][]) {
  const damaged = join(folder, 'damaged.kontor')
  const empty = await createMigratedDatabase()
  const before = await rowsIn(empty.connection)
  for (const [bytes, sentence] of files) {
    await writeFile(damaged, bytes)
    await assert.rejects(restoreInto(empty.connection, damaged), (error) => {
      assert.ok(error instanceof StartError)
      assert.match(error.message, sentence)
      return true
    })
  }
  assert.deepEqual(await rowsIn(empty.connection), before)
  await empty.drop()
}

test('a file that was cut off, changed or never a backup is refused, and nothing of it stays', async () => {
  await backUp()
  const whole = await readFile(file)
  const cut = /^„[^“]*“ ist keine vollständige Sicherung von Kontor: Das Ende fehlt\.$/
  const changed =
    /^„[^“]*“ ist keine vollständige Sicherung von Kontor: Die Datei wurde beschädigt oder verändert\.$/
  const foreign = /^„[^“]*“ ist keine Sicherung von Kontor\.$/
  await expectRefused(
    ...[3, 200, whole.length >> 1, whole.length - 1].map(
      (length) => [whole.subarray(0, length), cut] as [Buffer, RegExp],
    ),
    ...[10, whole.length >> 1, whole.length - 1].map(
      (at) => [flipped(whole, at), changed] as [Buffer, RegExp],
    ),
    ...['a', 'kein Backup', '%PDF-1.7', '{"kontor":1}\n'].map(
      (other) => [Buffer.from(other), foreign] as [Buffer, RegExp],
    ),
    [zstdCompressSync('{"path":"base"}\n'), foreign],
    [Buffer.alloc(0), /^„[^“]*“ ist leer und keine Sicherung von Kontor\.$/],
  )
})

test('a word changed anywhere in a backup is refused too: in its head, a name, a value, a checksum', async () => {
  await backUp()
  const whole = zstdDecompressSync(await readFile(file)).toString()
  const changes = [
    ['"kontor"', '"kontur"'],
    ['"name":"users"', '"name":"user"'],
    ['"username"', '"usermane"'],
    ['"username":"georg"', '"username":"gerog"'],
    [/"sha256":"./, '"sha256":"x'],
    [/\n.*"username":"georg".*/, ''],
    [/(\n.*"username":"georg".*)/, '$1$1'],
  ] as const
  const files = changes.map(([word, other]): [Buffer, RegExp] => {
    const changed = whole.replace(word, other)
    assert.notEqual(changed, whole, String(word))
    return [zstdCompressSync(changed), /ist keine (?:vollständige )?Sicherung von Kontor/]
  })
  await expectRefused(...files)
})

test('the tables are known by the names that the migrations give them', async () => {
  const made = await run(
    kontor.database.connection,
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
  )
  const known = await tablesOfMigrations((await readMigrations()).map(({ name }) => name))
  assert.deepEqual(
    made.map(({ name }) => name),
    known.toSorted(),
  )
})

test('tables of another schema than public are saved from there', async () => {
  const other = await createMigratedDatabase()
  const name = new URL(other.url).pathname.slice(1)
  await run(
    other.connection,
    'alter schema public rename to app',
    `alter database ${name} set search_path = app`,
  )
  await run(other.connection, `insert into users (username) values ('anna')`)
  const saved = await run(other.connection, 'select current_schema() as schema')
  assert.equal(saved[0]?.['schema'], 'app')
  const sums = await withClient({ config, connection: other.connection }, (client) =>
    writeBackup(client, file),
  )
  assert.equal(sums['users']?.rows, 1)
  await other.drop()
})

test('what is empty or lacks a table is no backup: refused, and no file is left', async () => {
  const other = await createMigratedDatabase()
  const target = join(folder, 'leer.kontor')
  const attempt = () =>
    withClient({ config, connection: other.connection }, (client) => writeBackup(client, target))
  await assert.rejects(attempt(), /keinen einzigen Benutzer/)
  await run(other.connection, `insert into users (username) values ('anna')`, 'drop table time_history')
  await assert.rejects(attempt(), /nicht vollständig: Es fehlen „time_history“/)
  await run(other.connection, 'alter schema public rename to anders', 'create schema public')
  await assert.rejects(attempt(), /nichts von Kontor/)
  assert.deepEqual(
    (await readdir(folder)).filter((name) => name.startsWith('leer')),
    [],
  )
  await other.drop()
})

/** Written by release 1.1, with rows in each of its tables. */
const of11 = join(import.meta.dirname, 'release-1.1.test-data.kontor')

test('a backup of release 1.1 comes back with every row, also where a restore of a newer one broke off', async () => {
  const half = await createMigratedDatabase()
  const restored = await restoreInto(half.connection, of11)
  assert.equal(restored['users']?.rows, 13)
  assert.deepEqual(
    Object.entries(restored).filter(([, { rows }]) => rows === 0),
    [],
  )
  const found = await run(
    half.connection,
    `select (select spoken_name from users where username = 'kai') as name,
       (select count(*)::int from doc_answers where signature is not null) as signed,
       (select content from chat_messages where client_key = 'k1') as said`,
  )
  assert.deepEqual(found, [
    { name: 'Kai Weißhaupt', signed: 1, said: 'Schlüssel liegt am Empfang „rechts“ 🎪' },
  ])
  assert.deepEqual(await catalogueOf(half.connection), await catalogueOf(kontor.database.connection))
  await half.drop()
  assert.deepEqual(await verifyBackup(folder, { file: of11 }), restored)
})

/** Catalogue without the indexes that a server builds after a restore. */
const catalogueOf = (connection: Connection) =>
  withClient({ config, connection }, async (client) =>
    (await readCatalogue(client)).filter((line) => !MESSAGE_INDEXES.some((name) => line.includes(name))),
  )

test('a backup of a release before 1.1 is refused in a sentence that names the way', async () => {
  const whole = zstdDecompressSync(await readFile(of11)).toString()
  const older = whole.replace(`,"${lastReplacedMigration.name}"`, '')
  assert.notEqual(older, whole)
  await expectRefused([
    zstdCompressSync(older),
    /^„[^“]*“ stammt aus einer Fassung vor 1\.1\. Bitte zuerst mit 1\.1 wiederherstellen/,
  ])
})

test('a database that release 1.1 has left is saved, and so restored; one of before is not', async () => {
  const old = await createDatabaseOfLastRelease()
  await run(old.connection, `insert into users (username) values ('anna')`)
  const save = () => withClient({ config, connection: old.connection }, (client) => writeBackup(client, file))
  const saved = await save()
  const empty = await createMigratedDatabase()
  assert.deepEqual(await restoreInto(empty.connection), saved)
  await empty.drop()
  await run(old.connection, `delete from migrations where name = '${lastReplacedMigration.name}'`)
  await assert.rejects(save(), /von einer Fassung vor 1\.1/)
  await old.drop()
})

test('a database that takes nothing, or holds something else, is refused in a sentence', async () => {
  await backUp()
  const other = await createMigratedDatabase()
  const name = new URL(other.url).pathname.slice(1)
  await run(other.connection, 'create table bestellungen (id integer)')
  await assert.rejects(restoreInto(other.connection), /„bestellungen“/)
  await run(other.connection, `alter database ${name} set default_transaction_read_only = on`)
  await assert.rejects(restoreInto(other.connection), /nur lesen/)
  await other.drop()
})

test('a sealed backup comes back with its passphrase alone', async () => {
  const passphrase = 'drei Wörter und ein Fluß'
  const saved = await backUp()
  const [sealed, cut] = [join(folder, 'sealed.kontor'), join(folder, 'cut.kontor')]
  // A low work factor, since deriving a key of the usual cost takes a second.
  await writeFile(sealed, encrypt(createReadStream(file) as AsyncIterable<Buffer>, passphrase, 10))
  const empty = await createMigratedDatabase()
  await assert.rejects(restoreInto(empty.connection, sealed), /ist verschlüsselt.*BACKUP_PASSPHRASE/)
  await assert.rejects(
    restoreInto(empty.connection, sealed, 'etwas ganz anderes'),
    /mit dieser Passphrase nicht/,
  )
  await writeFile(cut, (await readFile(sealed)).subarray(0, -100))
  await assert.rejects(
    restoreInto(kontor.database.connection, cut, passphrase),
    /: Das Ende fehlt oder ist beschädigt\.$/,
  )
  assert.deepEqual(await restoreInto(empty.connection, sealed, passphrase), saved)
  await empty.drop()
})

test('two that write to one name at once each write a whole file, and an abandoned one goes', async () => {
  const abandoned = join(folder, 'alt.kontor.unfertig-0123456789ab')
  await writeFile(abandoned, 'halb')
  await utimes(abandoned, 0, 0)
  const [one, other] = await Promise.all([backUp(), backUp()])
  assert.deepEqual(one, other)
  const empty = await createMigratedDatabase()
  assert.deepEqual(await restoreInto(empty.connection), one)
  await empty.drop()
  assert.deepEqual(
    (await readdir(folder)).filter((name) => name.includes('unfertig')),
    [],
  )
})

test('a backup is proven in a database that is made for it and goes again', async () => {
  const saved = await backUp()
  const prove = async () => {
    let scratch = ''
    const found = await inScratch(folder, async (connection) => {
      scratch = dirname(connection.host as string)
      return readBackup({ config, connection }, { file })
    })
    assert.deepEqual(found, saved)
    assert.equal(existsSync(scratch), false, scratch)
  }
  await prove()
  // A folder that other accounts cannot enter: PostgreSQL, which has an account of its own if root starts it,
  // then uses another folder.
  const usual = process.env['TMPDIR']
  process.env['TMPDIR'] = folder
  await prove().finally(() => {
    if (usual === undefined) delete process.env['TMPDIR']
    else process.env['TMPDIR'] = usual
  })
})

test('where no other PostgreSQL is there it is proven beside the real database, by a role that may make one', async () => {
  const saved = await backUp()
  const { connection } = kontor.database
  const left = () =>
    run(connection, `select datname as name from pg_database where datname like 'kontor_pruefung_%'`)
  await run(connection, 'create database kontor_pruefung_1_alt')
  const found = await inScratchDatabase(connection, async (scratch) => {
    assert.equal((await left()).length, 1)
    return readBackup({ config: {}, connection: scratch }, { file })
  })
  assert.deepEqual(found, saved)
  assert.deepEqual(await left(), [])

  // The process is asked to end during a verification.
  const begun = Promise.withResolvers<void>()
  void inScratchDatabase(connection, () => {
    begun.resolve()
    return new Promise(() => {})
  })
  await begun.promise
  assert.equal((await left()).length, 1)
  await dropScratch()
  assert.deepEqual(await left(), [])

  const role = `probe_${randomUUID().slice(0, 8)}`
  await run(connection, `create role ${role} login`)
  const asRole = { ...connection, user: role }
  const db = connect(asRole, { connections: 1 })
  await assert.rejects(
    inScratchDatabase(asRole, async () => {}),
    /alter role <Rolle> createdb/,
  )
  const looks = async () => (await checkVerification(db)).isOk
  assert.equal(await looks(), false)
  await run(connection, `alter role ${role} createdb`)
  assert.equal(await looks(), true)
  await inScratchDatabase(asRole, async () => {})
  await db.destroy()
  await run(connection, `drop role ${role}`)
})
