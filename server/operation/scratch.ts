// A database of its own to try a backup in, made for this alone and gone afterwards, however we end. It needs no right
// on the real one, and takes no memory, no log and no locks from it.
import { mkdirSync, mkdtempSync, statfsSync } from 'node:fs'
import { chmod, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Connection } from '#server/db/connect.ts'
import { sweepAfterUs } from '#server/db/embedded/sweep-after-us.ts'
import { startEmbedded } from '#server/db/embedded.ts'

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

export async function inScratch<T>(
  dataDir: string,
  work: (connection: Connection) => Promise<T>,
): Promise<T> {
  const base = roomiest(dataDir)
  await sweepScratch(dataDir)
  const folder = mkdtempSync(join(base, NAME))
  await chmod(folder, 0o711) // root's PostgreSQL runs under another account
  const sweeper = sweepAfterUs(folder)
  try {
    const embedded = await startEmbedded(folder, { settings: SETTINGS })
    try {
      return await work(embedded.connection)
    } finally {
      await embedded.stop()
    }
  } finally {
    await sweeper.sweep()
  }
}

/** The system's folder for such things is often in memory: where there is more room, there. */
function roomiest(dataDir: string): string {
  const free = (folder: string) => {
    try {
      const { bavail, bsize } = statfsSync(folder)
      return bavail * bsize
    } catch {
      return -1 // not there
    }
  }
  const beside = join(dataDir, 'pruefung')
  if (free(dataDir) <= free(tmpdir())) return tmpdir()
  try {
    mkdirSync(beside, { recursive: true, mode: 0o711 })
    return beside
  } catch {
    return tmpdir() // not ours to write in
  }
}

async function sweepScratch(dataDir: string) {
  for (const base of [tmpdir(), join(dataDir, 'pruefung')]) {
    for (const name of await readdir(base).catch(() => [])) {
      const folder = join(base, name)
      if (name.startsWith(NAME) && !(await isUsed(folder))) await rm(folder, { recursive: true, force: true })
    }
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
