// A database of its own to try a backup in, made for this alone and gone afterwards, however we end. With the PostgreSQL
// that comes along it needs no right on the real one, and takes no memory, no log and no locks from it. Where that is
// not there, in the container image above all, it is one more database beside the real one.
import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, statfsSync, statSync } from 'node:fs'
import { chmod, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { Connection } from '#server/db/connect.ts'
import { hasBinaries } from '#server/db/embedded/binaries.ts'
import { placeFor, SYSTEM_FOLDER } from '#server/db/embedded/place.ts'
import { startEmbedded } from '#server/db/embedded.ts'
import { endConnection, openConnection } from '#server/db/open.ts'
import { StartError } from '#server/start-error.ts'

const NAME = 'kontor-pruefung-'
/** Nothing in it needs to last. */
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
  // All of it has one core, and helpers would not step back with the one that they help.
  max_parallel_workers: '0',
  max_parallel_maintenance_workers: '0',
}
/** Older than this, in ms, and without PostgreSQL: left behind by a machine that went down. */
const ABANDONED = 60_000

type Work<T> = (connection: Connection) => Promise<T>

/** `real`: the real database, which takes it in where no other PostgreSQL is there. */
export const inScratch = <T>(dataDir: string, work: Work<T>, real?: Connection): Promise<T> =>
  real && !hasBinaries() ? inScratchDatabase(real, work) : inOwnCluster(dataDir, work)

const PREFIX = 'kontor_pruefung_'

/** Of this process, beside the real database: each is dropped before it ends. */
const scratchDatabases = new Map<string, () => Promise<unknown>>()

/** For a process that is asked to end in the middle of its work. */
export async function dropScratch() {
  await Promise.allSettled(Array.from(scratchDatabases.values(), (drop) => drop()))
}

/** What processes have left that were killed; swept before the next proof. */
async function dropAbandoned(connection: Connection) {
  await withServerConnection(connection, async (client) => {
    for (const old of await abandonedBeside(client)) await dropDatabase(client, old)
  })
}

const dropDatabase = (client: pg.Client, database: string) =>
  client.query(`drop database if exists ${pg.escapeIdentifier(database)} with (force)`)

export async function inScratchDatabase<T>(connection: Connection, work: Work<T>): Promise<T> {
  const name = `${PREFIX}${Date.now()}_${randomUUID().slice(0, 8)}`
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

/** Left behind by a process that was killed. */
async function abandonedBeside(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select datname as name from pg_database
     where starts_with(datname, $1) and datdba = current_user::regrole
       and not exists (select from pg_stat_activity where pg_stat_activity.datname = pg_database.datname)`,
    [PREFIX],
  )
  return rows
    .map(({ name }) => name)
    .filter((name) => Date.now() - Number.parseInt(name.slice(PREFIX.length), 10) > ABANDONED)
}

async function withServerConnection(connection: Connection, work: (client: pg.Client) => Promise<unknown>) {
  const client = await openConnection(connection, { name: 'kontor proof', answerMs: ANSWER_MS })
  try {
    await work(client)
  } finally {
    await endConnection(client)
  }
}

/** To make a database, or to drop one. */
const ANSWER_MS = 60_000

async function inOwnCluster<T>(dataDir: string, work: Work<T>): Promise<T> {
  const base = roomiest(dataDir)
  await sweepScratch(dataDir)
  const folder = mkdtempSync(join(base, NAME))
  await chmod(folder, 0o711) // root's PostgreSQL runs under another account
  try {
    const embedded = await startEmbedded(folder, { settings: SETTINGS })
    try {
      return await work(embedded.connection)
    } finally {
      await embedded.stop()
    }
  } finally {
    // PostgreSQL's own account may be kept out of the folder: then the cluster lies elsewhere.
    for (const used of [placeFor(folder).home, folder]) await rm(used, { recursive: true, force: true })
  }
}

/** The system's folder for such things is often in memory: where there is more room, there. */
function roomiest(dataDir: string): string {
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
    return tmpdir() // not there, or not ours to write in
  }
}

async function sweepScratch(dataDir: string) {
  for (const base of [tmpdir(), join(dataDir, 'pruefung'), SYSTEM_FOLDER]) await sweepAbandoned(base, NAME)
}

/** Takes away what processes have left that were killed. */
export async function sweepAbandoned(base: string, prefix: string) {
  for (const name of await readdir(base).catch(() => [])) {
    const folder = join(base, name)
    if (name.startsWith(prefix) && !(await isUsed(folder))) await rm(folder, { recursive: true, force: true })
  }
}

async function isUsed(folder: string): Promise<boolean> {
  const found = await stat(folder).catch(() => undefined)
  if (!found || Date.now() - found.mtimeMs < ABANDONED) return true
  if (found.uid !== process.getuid?.()) return true
  const lock = await readFile(join(folder, 'postgres/postmaster.pid'), 'utf8').catch(() => '')
  return lock !== '' && isPostgres(Number(lock.split('\n')[0]))
}

function isPostgres(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
