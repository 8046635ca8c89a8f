// A scratch database for verifying a backup, removed however the process ends. With the bundled PostgreSQL it
// is a cluster of its own, which needs no rights on the real one and takes none of its memory, WAL or locks.
// Without it, mainly in the container image, it is a second database beside the real one.
import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, statfsSync, statSync } from 'node:fs'
import { chmod, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { Connection } from '#server/db/connect.ts'
import { hasBinaries } from '#server/db/embedded/binaries.ts'
import { clusterPathsFor, SYSTEM_FOLDER } from '#server/db/embedded/cluster-paths.ts'
import { startEmbedded } from '#server/db/embedded.ts'
import { endConnection, openConnection } from '#server/db/open.ts'
import { StartError } from '#server/start-error.ts'

const FOLDER_PREFIX = 'kontor-pruefung-'
/** Durability is not needed. */
const SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  archive_mode: 'off',
  max_wal_size: '512MB',
  shared_buffers: '128MB',
  max_connections: '10',
  // At most one core: a verification must not slow down the requests beside it.
  max_parallel_workers: '0',
  max_parallel_maintenance_workers: '0',
}
/** In ms; an older scratch folder or database that nobody uses was left by a crash. */
const ABANDONED_AGE_MS = 60_000

type Work<T> = (connection: Connection) => Promise<T>

/** `real`: the main database, used if there is no bundled PostgreSQL. */
export const inScratch = <T>(dataDir: string, work: Work<T>, real?: Connection): Promise<T> =>
  real && !hasBinaries() ? inScratchDatabase(real, work) : inOwnCluster(dataDir, work)

const DATABASE_PREFIX = 'kontor_pruefung_'

/**
 * Scratch databases of this process on the main server, each with the function that drops it. All are dropped
 * before the process ends.
 */
const scratchDatabases = new Map<string, () => Promise<unknown>>()

/** Call before a process ends, since a verification may still be running. */
export async function dropScratch() {
  await Promise.allSettled(Array.from(scratchDatabases.values(), (drop) => drop()))
}

/** Drops leftovers of killed processes before the next verification. */
async function dropAbandoned(connection: Connection) {
  await withServerConnection(connection, async (client) => {
    for (const old of await listAbandonedDatabases(client)) await dropDatabase(client, old)
  })
}

const dropDatabase = (client: pg.Client, database: string) =>
  client.query(`drop database if exists ${pg.escapeIdentifier(database)} with (force)`)

export async function inScratchDatabase<T>(connection: Connection, work: Work<T>): Promise<T> {
  const name = `${DATABASE_PREFIX}${Date.now()}_${randomUUID().slice(0, 8)}`
  await dropAbandoned(connection)
  const drop = () => withServerConnection(connection, (client) => dropDatabase(client, name))
  scratchDatabases.set(name, drop)
  await withServerConnection(connection, async (client) => {
    await client
      .query(`create database ${pg.escapeIdentifier(name)} encoding 'UTF8' locale 'C' template template0`)
      .catch((error: unknown) => {
        throw (error as pg.DatabaseError).code === INSUFFICIENT_PRIVILEGE ? createdbMissing(error) : error
      })
  })
  try {
    return await work({ ...connection, database: name })
  } finally {
    await drop()
    scratchDatabases.delete(name)
  }
}

const INSUFFICIENT_PRIVILEGE = '42501'
const createdbMissing = (cause: unknown) =>
  new StartError(
    'Zum Prüfen einer Sicherung legt Kontor hier kurz eine zweite Datenbank an, und das darf die Rolle aus DATABASE_URL nicht. Bitte als Verwalter der Datenbank ausführen: alter role <Rolle> createdb',
    { cause },
  )

/** Scratch databases whose process was killed. */
async function listAbandonedDatabases(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select datname as name from pg_database
     where starts_with(datname, $1) and datdba = current_user::regrole
       and not exists (select from pg_stat_activity where pg_stat_activity.datname = pg_database.datname)`,
    [DATABASE_PREFIX],
  )
  return rows
    .map(({ name }) => name)
    .filter((name) => Date.now() - Number.parseInt(name.slice(DATABASE_PREFIX.length), 10) > ABANDONED_AGE_MS)
}

async function withServerConnection(connection: Connection, work: (client: pg.Client) => Promise<unknown>) {
  const client = await openConnection(connection, { name: 'kontor proof', answerMs: ANSWER_TIMEOUT_MS })
  try {
    await work(client)
  } finally {
    await endConnection(client)
  }
}

/** In ms; enough time to create or drop a database. */
const ANSWER_TIMEOUT_MS = 60_000

async function inOwnCluster<T>(dataDir: string, work: Work<T>): Promise<T> {
  const base = findRoomiestFolder(dataDir)
  await sweepScratch(dataDir)
  const folder = mkdtempSync(join(base, FOLDER_PREFIX))
  await chmod(folder, 0o711) // root's PostgreSQL runs under another account
  try {
    const embedded = await startEmbedded(folder, { settings: SETTINGS })
    try {
      return await work(embedded.connection)
    } finally {
      await embedded.stop()
    }
  } finally {
    // If PostgreSQL's account has no access to the folder, the cluster lies elsewhere.
    for (const used of [clusterPathsFor(folder).home, folder])
      await rm(used, { recursive: true, force: true })
  }
}

/** The folder with most space, since the system's temporary one is often in memory. */
function findRoomiestFolder(dataDir: string): string {
  const free = (folder: string) => {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  }
  const proofDir = join(dataDir, 'pruefung')
  try {
    const isOneDisk = statSync(dataDir).dev === statSync(tmpdir()).dev
    if (isOneDisk || free(dataDir) <= free(tmpdir())) return tmpdir()
    mkdirSync(proofDir, { recursive: true, mode: 0o711 })
    return proofDir
  } catch {
    return tmpdir() // the folder is missing or not writable
  }
}

async function sweepScratch(dataDir: string) {
  for (const base of [tmpdir(), join(dataDir, 'pruefung'), SYSTEM_FOLDER])
    await sweepAbandoned(base, FOLDER_PREFIX)
}

/** Removes leftovers of killed processes. */
export async function sweepAbandoned(base: string, prefix: string) {
  for (const name of await readdir(base).catch(() => [])) {
    const folder = join(base, name)
    if (name.startsWith(prefix) && !(await isUsed(folder))) await rm(folder, { recursive: true, force: true })
  }
}

async function isUsed(folder: string): Promise<boolean> {
  const stats = await stat(folder).catch(() => undefined)
  if (!stats || Date.now() - stats.mtimeMs < ABANDONED_AGE_MS) return true
  if (stats.uid !== process.getuid?.()) return true
  const lock = await readFile(join(folder, 'postgres/postmaster.pid'), 'utf8').catch(() => '')
  return lock !== '' && isProcessRunning(Number(lock.split('\n')[0]))
}

function isProcessRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
