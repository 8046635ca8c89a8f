import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  chmodSync,
  existsSync,
  lchownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { StartError } from '../start-error.ts'
import { keep } from './embedded/keep.ts'
import { readHolder } from './embedded/lock.ts'
import { makeHome, placeFor } from './embedded/place.ts'
import { type EmbeddedConnection, findRunning, startEmbedded } from './embedded.ts'

// the disk of the test machine need not survive a power cut
const settings = { fsync: 'off' }

async function query(connection: EmbeddedConnection, sql: string): Promise<unknown[]> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    return (await client.query({ text: sql, rowMode: 'array' })).rows[0] as unknown[]
  } finally {
    await client.end()
  }
}

/** A server in a process of its own, to be killed. */
async function startElsewhere(folder: string) {
  const code = `const { startEmbedded } = await import(${JSON.stringify(new URL('embedded.ts', import.meta.url).href)})
    await startEmbedded(${JSON.stringify(folder)}, { settings: { fsync: 'off' } })
    console.log('up')
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit').then(() => assert.fail('it did not start'))
  await Promise.race([once(child.stdout, 'data'), ended])
  ended.catch(() => {}) // later it is killed on purpose
  return child
}

function isRunning(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

/** Until it succeeds. */
async function again<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work()
    } catch {
      await sleep(20)
    }
  }
}

describe('embedded PostgreSQL', { skip: process.platform !== 'linux' && 'looks into /proc' }, () => {
  const base = mkdtempSync(join(tmpdir(), 'kontor-embedded-'))
  const folder = join(base, 'data')
  before(() => chmodSync(base, 0o711))
  after(() => rmSync(base, { recursive: true, force: true }))

  test('starts in a new folder with UTF-8, checksums, German order and no TCP', async () => {
    const server = await startEmbedded(folder)
    try {
      const [version, encoding, checksums, fsync, addresses, lower] = await query(
        server.connection,
        `select current_setting('server_version_num')::int / 10000, current_setting('server_encoding'),
          current_setting('data_checksums'), current_setting('fsync'), current_setting('listen_addresses'), lower('ÄÖÜ')`,
      )
      assert.deepEqual([version, encoding, checksums, fsync], [18, 'UTF8', 'on', 'on'])
      assert.deepEqual([addresses, lower], ['', 'äöü'])
      const [sorted] = await query(
        server.connection,
        `select string_agg(word, ' ' order by word collate "de-x-icu") from unnest(array['Zug', 'Ära', 'Arm', 'ofen', 'Öl']) word`,
      )
      assert.equal(sorted, 'Ära Arm ofen Öl Zug')
    } finally {
      await server.stop()
    }
  })

  test('what an earlier start with the number of this process has left half way is not in the way', async () => {
    const home = join(base, 'half')
    const half = join(home, `postgres.new-${process.pid}`)
    mkdirSync(half, { recursive: true })
    writeFileSync(join(half, 'PG_VERSION'), '18')
    const server = await startEmbedded(home, { settings })
    await server.stop()
    assert.deepEqual(
      readdirSync(home).filter((name) => name.includes('.new-')),
      [],
    )
  })

  test('lets no other account to its socket, and its environment holds nothing of the server', async () => {
    process.env['PLANNER_TOKEN'] = 'geheim'
    const server = await startEmbedded(folder, { settings })
    try {
      const { host, port } = server.connection
      assert.equal(statSync(host).mode & 0o777, 0o700)
      assert.equal(statSync(join(host, `.s.PGSQL.${port}`)).mode & 0o777, 0o700)
      const postmaster = readHolder(join(folder, 'postgres'))?.pid ?? 0
      const shell = /^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${postmaster}/status`, 'utf8'))?.[1]
      for (const pid of [postmaster, shell]) {
        const names = readFileSync(`/proc/${pid}/environ`, 'utf8')
          .split('\0')
          .map((entry) => entry.split('=')[0])
        const known = ['', 'PATH', 'PWD', 'OLDPWD', 'LD_LIBRARY_PATH', 'LC_ALL', 'LC_MESSAGES', 'TZ', '_']
        assert.deepEqual(
          names.filter((name) => !/^(PG|TEMPORARY_FOLDER)/.test(name ?? '') && !known.includes(name ?? '')),
          [],
        )
      }
    } finally {
      delete process.env['PLANNER_TOKEN']
      await server.stop()
    }
  })

  test('what PostgreSQL says of a setting it does not know stands in the sentence and in its log', async () => {
    const conf = join(folder, 'postgres/postgresql.conf')
    const whole = readFileSync(conf)
    appendFileSync(conf, '\nunfug = 7\n')
    try {
      await assert.rejects(startEmbedded(folder, { settings }), (error) => {
        assert.ok(error instanceof StartError)
        assert.match(error.message, /unrecognized configuration parameter "unfug" .* line \d+/)
        return true
      })
      const log = join(folder, 'postgres.log')
      assert.match(readFileSync(log, 'utf8'), /FATAL: {2}configuration file .* contains errors/)
      assert.equal(statSync(log).mode & 0o777, 0o600)
    } finally {
      writeFileSync(conf, whole)
    }
  })

  test('an umask that takes everything away locks nobody out of what they have made', () => {
    const before = process.umask(0o777)
    try {
      makeHome(placeFor(join(base, 'umask/data')))
    } finally {
      process.umask(before)
    }
    for (const made of ['umask', 'umask/data'])
      assert.equal(statSync(join(base, made)).mode & 0o700, 0o700, made)
  })

  /** In a process of its own, so that one which never answers is ended. */
  function startIn(dataDir: string, systemFolder = join(base, 'elsewhere')) {
    const code = `const { startEmbedded } = await import(${JSON.stringify(new URL('embedded.ts', import.meta.url).href)})
      const options = ${JSON.stringify({ systemFolder })}
      await startEmbedded(${JSON.stringify(dataDir)}, options).then(({ stop }) => stop(), ({ message }) => console.log(message))`
    const { stdout, signal } = spawnSync(process.execPath, ['--input-type=module', '-e', code], {
      encoding: 'utf8',
      timeout: 30_000,
      killSignal: 'SIGKILL',
    })
    return signal ?? stdout
  }

  test('a folder that the system does not let anybody make is told in a sentence', () => {
    assert.match(
      startIn('/proc/kontor/data'),
      /^Der Datenordner .* lässt sich nicht anlegen: Das System lässt/,
    )
  })

  test('a file in the place of the data folder, or above it, is told; nothing begins anew elsewhere', () => {
    const [file, nowhere] = [join(base, 'file'), join(base, 'nowhere')]
    writeFileSync(file, 'kein Ordner')
    assert.match(startIn(file, nowhere), /lässt sich nicht anlegen: Dort liegt eine Datei\./)
    assert.match(
      startIn(join(file, 'data'), nowhere),
      /lässt sich nicht anlegen: Ein Teil des Weges ist eine Datei\./,
    )
    // Programs may lie there, where the account of the database does not reach this checkout; but no database.
    const there = existsSync(nowhere) ? readdirSync(nowhere, { recursive: true, encoding: 'utf8' }) : []
    assert.deepEqual(
      there.filter((name) => name.endsWith('PG_VERSION')),
      [],
    )
  })

  test('is found while it runs, and not after it has stopped', async () => {
    const server = await startEmbedded(folder, { settings })
    const found = await findRunning(folder)
    await server.stop()
    assert.deepEqual(found, server.connection)
    assert.equal(await findRunning(folder), undefined)
  })

  test('ends with a parent that is killed, and starts again at once with what was committed', async () => {
    const parent = await startElsewhere(folder)
    const connection = await findRunning(folder)
    assert.ok(connection)
    await query(connection, 'create table kept as select 42 as answer')
    const orphan = readHolder(join(folder, 'postgres'))?.pid ?? 0
    assert.ok(isRunning(orphan))
    parent.kill('SIGKILL')

    const server = await startEmbedded(folder, { settings })
    try {
      assert.equal(isRunning(orphan), false)
      assert.deepEqual(await query(server.connection, 'select answer from kept'), [42])
    } finally {
      await server.stop()
    }
  })

  test('leaves no orphan when the parent is killed and nobody starts again', async () => {
    const parent = await startElsewhere(folder)
    const orphan = readHolder(join(folder, 'postgres'))?.pid ?? 0
    parent.kill('SIGKILL')
    for (let waited = 0; isRunning(orphan) && waited < 10_000; waited += 20) await sleep(20)
    assert.equal(isRunning(orphan), false)
  })

  test('a folder in which PostgreSQL can leave no lock is told as that, not as a second server', async () => {
    const cluster = join(folder, 'postgres')
    const { mode } = statSync(cluster)
    chmodSync(cluster, 0o500)
    try {
      await assert.rejects(startEmbedded(folder, { settings }), (error) => {
        assert.ok(error instanceof StartError)
        assert.match(
          error.message,
          /gesperrt \(could not create lock file "postmaster\.pid": Permission denied/,
        )
        return true
      })
    } finally {
      chmodSync(cluster, mode)
    }
  })

  test('refuses a second server on the same folder with a sentence', async () => {
    const server = await startEmbedded(folder, { settings })
    try {
      await assert.rejects(startEmbedded(folder, { settings }), (error) => {
        assert.ok(error instanceof StartError)
        assert.match(error.message, /läuft schon ein Server/)
        return true
      })
    } finally {
      await server.stop()
    }
  })

  for (const [kind, name] of [
    ['a usual', 'data'],
    ['a temporary', 'ein-langer-Ordnername-'.repeat(5)],
  ] as const) {
    test(`killed, it starts anew behind ${kind} socket with what was committed`, async () => {
      const told: string[] = []
      const place = join(base, name)
      const server = await startEmbedded(place, { settings, onEnd: () => told.push('ended') })
      try {
        await query(server.connection, 'create table survivor as select 43 as answer')
        const before = readHolder(join(place, 'postgres'))?.pid ?? 0
        process.kill(before, 'SIGKILL')
        const answer = await again(() => query(server.connection, 'select answer from survivor'))
        assert.deepEqual(answer, [43])
        assert.notEqual(readHolder(join(place, 'postgres'))?.pid, before)
        assert.deepEqual(told, ['ended'])
      } finally {
        await server.stop()
      }
    })
  }

  test('what ends as soon as it has started is not kept up for ever', async () => {
    const ended: string[] = []
    const first = { ended: Promise.resolve(), stop: async () => {} }
    const { lost } = keep(
      first,
      async () => first,
      () => ended.push('ended'),
    )
    assert.match(String(await lost), /ends again and again/)
    assert.equal(ended.length, 2)
  })

  test('uses a short socket folder for a long path and takes it away again', async () => {
    const server = await startEmbedded(join(base, 'ein-langer-Ordnername-'.repeat(5)), { settings })
    const { host } = server.connection
    assert.ok(host.length < 90, host)
    assert.equal(statSync(host).mode & 0o777, 0o700)
    await server.stop()
    assert.equal(existsSync(host), false)
  })

  test('as root runs under an account that is nobody else’s, and takes what ran as nobody along', {
    skip: process.getuid?.() !== 0 && 'needs root',
  }, async () => {
    const cluster = join(folder, 'postgres')
    const names = readFileSync('/etc/passwd', 'utf8').split('\n')
    const isNamed = (uid: number) => names.some((line) => line.split(':')[2] === String(uid))
    const own = statSync(cluster).uid
    assert.equal(isNamed(own), false)
    for (const entry of ['', ...readdirSync(cluster, { recursive: true, encoding: 'utf8' })])
      lchownSync(join(cluster, entry), 65_534, 65_534)
    const server = await startEmbedded(folder, { settings })
    try {
      assert.deepEqual(await query(server.connection, 'select answer from kept'), [42])
      assert.equal(statSync(join(cluster, 'PG_VERSION')).uid, own)
    } finally {
      await server.stop()
    }
  })

  test('as root keeps its files elsewhere when its account cannot reach the data folder', {
    skip: process.getuid?.() !== 0 && 'needs root',
  }, async () => {
    const closed = mkdtempSync(join(base, 'home-'))
    const systemFolder = join(base, 'system')
    const server = await startEmbedded(join(closed, 'data'), { settings, systemFolder })
    const { host } = server.connection
    await server.stop()
    assert.ok(host.startsWith(systemFolder))
    assert.equal(existsSync(join(closed, 'data')), false)
  })
})
