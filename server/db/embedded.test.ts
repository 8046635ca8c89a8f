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
import { until } from '#server/testing/until.ts'
import { StartError } from '../start-error.ts'
import { SYSTEM_FOLDER } from './embedded/cluster-paths.ts'
import { readPostmasterPid } from './embedded/process.ts'
import { findRunningInstance, startEmbedded } from './embedded.ts'

// Test data need not survive a power cut.
const settings = { fsync: 'off' }

async function query(connection: pg.ClientConfig, sql: string): Promise<unknown[]> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    return (await client.query({ text: sql, rowMode: 'array' })).rows[0] as unknown[]
  } finally {
    await client.end()
  }
}

/** Starts the database from another process, which tests can kill. */
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
  ended.catch(() => {}) // tests kill it on purpose
  return child
}

function isRunning(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

describe('embedded PostgreSQL', { skip: process.platform !== 'linux' && 'looks into /proc' }, () => {
  const base = mkdtempSync(join(tmpdir(), 'kontor-embedded-'))
  const folder = join(base, 'data')
  before(() => chmodSync(base, 0o711))
  after(() => rmSync(base, { recursive: true, force: true }))

  describe('that was started in a new folder', () => {
    let server: Awaited<ReturnType<typeof startEmbedded>>
    before(async () => {
      // Left by an interrupted start of a process with the same pid.
      const half = join(folder, `postgres.new-${process.pid}`)
      mkdirSync(half, { recursive: true })
      writeFileSync(join(half, 'PG_VERSION'), '18')
      process.env['PLANNER_TOKEN'] = 'geheim'
      server = await startEmbedded(folder)
      delete process.env['PLANNER_TOKEN']
    })
    after(() => server.stop())

    test('has UTF-8, checksums, German order and no TCP', async () => {
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
    })

    test('has cleared away what an earlier start left half way', () => {
      assert.deepEqual(
        readdirSync(folder).filter((name) => name.includes('.new-')),
        [],
      )
    })

    test('lets no other account to its socket, and its environment holds nothing of the server', () => {
      const { host } = server.connection
      assert.equal(statSync(host).mode & 0o777, 0o700)
      const postmaster = readPostmasterPid(join(folder, 'postgres'))?.pid ?? 0
      const shell = /^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${postmaster}/status`, 'utf8'))?.[1]
      for (const pid of [postmaster, shell]) {
        const names = readFileSync(`/proc/${pid}/environ`, 'utf8')
          .split('\0')
          .map((entry) => entry.split('=')[0])
        const known = ['', 'PATH', 'PWD', 'OLDPWD', 'LD_LIBRARY_PATH', 'LC_ALL', 'TZ', '_']
        assert.deepEqual(
          names.filter((name) => !name?.startsWith('PG') && !known.includes(name ?? '')),
          [],
        )
      }
    })

    test('refuses a second server on its folder with a sentence', async (t) => {
      // Advances the clock, so that the wait for a predecessor is over at once.
      let now = Date.now()
      t.mock.method(Date, 'now', () => (now += 5_000))
      await assert.rejects(startEmbedded(folder, { settings }), (error) => {
        assert.ok(error instanceof StartError)
        assert.match(error.message, /läuft schon ein Server/)
        return true
      })
    })

    test('is found while it runs, and not after it has stopped', async () => {
      assert.deepEqual(await findRunningInstance(folder), server.connection)
      await server.stop()
      assert.equal(await findRunningInstance(folder), undefined)
    })
  })

  test('a wrong setting is told in a sentence with the place of the log, which names the line', async () => {
    const conf = join(folder, 'postgres/postgresql.conf')
    const whole = readFileSync(conf)
    const log = join(folder, 'postgres.log')
    appendFileSync(conf, '\nunfug = 7\n')
    try {
      await assert.rejects(startEmbedded(folder, { settings }), (error) => {
        assert.ok(error instanceof StartError)
        assert.match(error.message, /contains errors.*restore/)
        assert.ok(error.message.includes(log))
        return true
      })
      assert.match(readFileSync(log, 'utf8'), /unrecognized configuration parameter "unfug" .* line \d+/)
      assert.equal(statSync(log).mode & 0o777, 0o600)
    } finally {
      writeFileSync(conf, whole)
    }
  })

  /** Starts and stops in another process, which can be killed if it hangs. */
  function startIn(dataDir: string) {
    const code = `const { startEmbedded } = await import(${JSON.stringify(new URL('embedded.ts', import.meta.url).href)})
      await startEmbedded(${JSON.stringify(dataDir)}).then(({ stop }) => stop(), ({ message }) => console.log(message))`
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
    const file = join(base, 'file')
    writeFileSync(file, 'kein Ordner')
    assert.match(startIn(file), /lässt sich nicht anlegen: Dort liegt eine Datei\./)
    assert.match(startIn(join(file, 'data')), /lässt sich nicht anlegen: Ein Teil des Weges ist eine Datei\./)
  })

  test('ends with a parent that is killed, and starts again at once with what was committed', async () => {
    const parent = await startElsewhere(folder)
    const connection = await findRunningInstance(folder)
    assert.ok(connection)
    await query(connection, 'create table kept as select 42 as answer')
    const orphan = readPostmasterPid(join(folder, 'postgres'))?.pid ?? 0
    assert.ok(isRunning(orphan))
    parent.kill('SIGKILL')

    const server = await startEmbedded(folder, { settings })
    try {
      // The orphaned PostgreSQL releases its lock shortly before its process ends.
      await until(() => !isRunning(orphan), 'the orphan has ended')
      assert.deepEqual(await query(server.connection, 'select answer from kept'), [42])
    } finally {
      await server.stop()
    }
  })

  test('leaves no orphan when the parent is killed and nobody starts again', async () => {
    const parent = await startElsewhere(folder)
    const orphan = readPostmasterPid(join(folder, 'postgres'))?.pid ?? 0
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

  test('that it has ended by itself is told, and what was committed is there at the next start', async () => {
    const { promise: told, resolve: onEnd } = Promise.withResolvers<void>()
    const server = await startEmbedded(folder, { settings, onEnd })
    await query(server.connection, 'create table survivor as select 43 as answer')
    process.kill(readPostmasterPid(join(folder, 'postgres'))?.pid ?? 0, 'SIGKILL')
    await told
    await server.stop()
    const next = await startEmbedded(folder, { settings })
    try {
      assert.deepEqual(await query(next.connection, 'select answer from survivor'), [43])
    } finally {
      await next.stop()
    }
  })

  test('a lock that names a process which is no PostgreSQL does no harm', async () => {
    const stranger = spawn('sleep', ['60'])
    const lock = [stranger.pid, join(folder, 'postgres'), 1, 5432, join(folder, 'socket'), '', '', 'ready']
    writeFileSync(join(folder, 'postgres/postmaster.pid'), `${lock.join('\n')}\n`)
    try {
      const server = await startEmbedded(folder, { settings })
      await server.stop()
    } finally {
      stranger.kill()
    }
  })

  test('uses a short socket folder for a long path and takes it away again', async () => {
    const server = await startEmbedded(join(base, 'ein-langer-Ordnername-'.repeat(5)), { settings })
    const { host } = server.connection
    assert.ok(host.length < 90, host)
    assert.equal(statSync(host).mode & 0o777, 0o700)
    await server.stop()
    assert.equal(existsSync(host), false)
  })

  const root = { skip: process.getuid?.() !== 0 && 'needs root' }

  test('as root runs under an account that is nobody else’s', root, () => {
    const names = readFileSync('/etc/passwd', 'utf8').split('\n')
    const { uid } = statSync(join(folder, 'postgres'))
    assert.notEqual(uid, 0)
    assert.equal(
      names.some((line) => line.split(':')[2] === String(uid)),
      false,
    )
  })

  test(
    'as root starts what root has copied, and what belongs to somebody else stays theirs',
    root,
    async () => {
      const cluster = join(folder, 'postgres')
      const { uid } = statSync(cluster)
      for (const owner of [0, 65_534]) {
        for (const entry of ['', ...readdirSync(cluster, { recursive: true, encoding: 'utf8' })])
          lchownSync(join(cluster, entry), owner, owner)
        const server = await startEmbedded(folder, { settings })
        await server.stop()
        assert.equal(statSync(join(cluster, 'PG_VERSION')).uid, owner === 0 ? uid : owner)
      }
    },
  )

  test('as root keeps its files elsewhere when its account cannot reach the data folder', root, async () => {
    const closed = mkdtempSync(join(base, 'home-'))
    const server = await startEmbedded(join(closed, 'data'), { settings })
    const { home } = server.place
    await server.stop()
    try {
      assert.ok(home.startsWith(`${SYSTEM_FOLDER}/data-`))
      assert.equal(existsSync(join(closed, 'data')), false)
    } finally {
      rmSync(home, { recursive: true })
    }
  })
})
