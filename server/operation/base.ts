// The files of the embedded database as a ground for the archive's log: PostgreSQL writes on meanwhile, and what it
// changed is made good from the log. One compressed file: a line of JSON for each file or folder, then its bytes.
import { constants, createReadStream } from 'node:fs'
import { access, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress } from 'node:zlib'
import pg from 'pg'
import { archiveOf } from '#server/db/embedded/archive.ts'
import { placeFor } from '#server/db/embedded/place.ts'
import { StartError } from '#server/start-error.ts'
import { explainFile } from './explain-file.ts'
import { syncPath, writeAlong, writeWhole } from './unfinished.ts'

export type Entry = { path: string; size: number } | { path: string; folder: true } | { end: true }

/** Any second of the last two days and more can be brought back. */
const KEPT = 3
/** The archive has so long, in ms, to take the last piece that belongs to it. */
const ARCHIVE_MS = 300_000
/** Files that PostgreSQL makes anew, or must not find. */
const EMPTY = /^(pg_wal|pg_dynshmem|pg_notify|pg_replslot|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)$/
const LEFT_OUT =
  /^(?:postmaster\.(?:pid|opts)|pg_internal\.init|pgsql_tmp.*|backup_label|tablespace_map|recovery\.signal|standby\.signal)$/

/** `base-2026-11-22T02-00-05.123Z-000000010000000000000002.grundstock`: when it was whole, and the log it needs. */
const NAME = /^base-(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z)-([0-9A-F]{24})\.grundstock$/
export type Base = { file: string; at: Date; log: string }

function readBaseName(folder: string, name: string): Base | undefined {
  const [, at, log] = NAME.exec(name) ?? []
  if (at === undefined || log === undefined) return undefined
  return { file: join(folder, name), at: new Date(at.replace(/T(..)-(..)-/, 'T$1:$2:')), log }
}

export async function listBases(folder: string): Promise<Base[]> {
  const names = await readdir(folder).catch(() => [])
  return names
    .map((name) => readBaseName(folder, name))
    .filter((base) => base !== undefined)
    .toSorted((one, other) => other.at.getTime() - one.at.getTime())
}

export async function writeBase(
  client: pg.Client,
  { dataDir, archive }: { dataDir: string; archive: string },
): Promise<{ file: string; bytes: number }> {
  const { cluster } = placeFor(dataDir)
  const folder = archiveOf(cluster, archive)
  await requireArchive(client, archive)
  try {
    await access(folder, constants.W_OK)
    const file = await writeWhole(join(folder, 'base'), async (unfinished) => {
      await client.query(`select pg_backup_start('kontor', true)`)
      let ended: { label: string; at: Date } | undefined
      await pipeline(
        Readable.from(
          entries(cluster, async () => {
            ended = await end(client)
            return ended.label
          }),
        ),
        createZstdCompress(),
        (pieces: AsyncIterable<Buffer>) => writeAlong(unfinished, pieces),
      )
      const { label, at } = ended as unknown as { label: string; at: Date }
      const log = /\(file ([0-9A-F]{24})\)/.exec(label)?.[1]
      if (!log) throw new Error('PostgreSQL does not say where the base begins')
      return join(folder, `base-${at.toISOString().replaceAll(':', '-')}-${log}.grundstock`)
    })
    await removeOutlived(folder)
    return { file, bytes: (await stat(file)).size }
  } catch (error) {
    throw explainFile(error, folder)
  }
}

async function requireArchive(client: pg.Client, archive: string) {
  const { rows } = await client.query<{ archive_mode: string }>('show archive_mode')
  if (rows[0]?.archive_mode === 'on') return
  throw new StartError(
    `Die Datenbank führt noch kein Archiv. Bitte starten Sie den Server einmal mit PITR_DIR=${archive}.`,
  )
}

async function end(client: pg.Client): Promise<{ label: string; at: Date }> {
  await client.query(`set statement_timeout = ${ARCHIVE_MS}`)
  const { rows } = await client
    .query<{ label: string; at: Date }>(
      'select labelfile as label, clock_timestamp() as at from pg_backup_stop(true)',
    )
    .catch((error: unknown) => {
      if (!(error instanceof pg.DatabaseError && error.code === '57014')) throw error
      throw new StartError('Das Archiv (PITR_DIR) nimmt nichts an. Ist dort noch Platz?', { cause: error })
    })
  return rows[0] as { label: string; at: Date }
}

async function* entries(cluster: string, finish: () => Promise<string>): AsyncGenerator<Buffer> {
  for await (const path of walk(cluster, '')) {
    const found = await stat(join(cluster, path)).catch(ifGone)
    if (found?.isDirectory()) yield head({ path, folder: true })
    if (!found?.isFile()) continue
    yield head({ path, size: found.size })
    yield* bytesOf(join(cluster, path), found.size)
  }
  const label = Buffer.from(await finish())
  yield head({ path: 'backup_label', size: label.length })
  yield label
  yield head({ end: true })
}

const head = (entry: Entry) => Buffer.from(`${JSON.stringify(entry)}\n`)

/** Tables come and go meanwhile. */
function ifGone(error: unknown): undefined {
  if ((error as { code?: string }).code !== 'ENOENT') throw error
}

async function* walk(cluster: string, folder: string): AsyncGenerator<string> {
  for (const name of await readdir(join(cluster, folder))) {
    const path = folder === '' ? name : `${folder}/${name}`
    if (LEFT_OUT.test(name)) continue
    yield path
    const found = await stat(join(cluster, path)).catch(ifGone)
    if (!found?.isDirectory()) continue
    if (EMPTY.test(path)) {
      if (path === 'pg_wal') yield 'pg_wal/archive_status'
    } else yield* walk(cluster, path)
  }
}

/** As many as were told: what has grown since is in the log, and what was cut off is filled up. */
async function* bytesOf(path: string, size: number): AsyncGenerator<Buffer> {
  let left = size
  try {
    if (size > 0)
      for await (const piece of createReadStream(path, { end: size - 1 }) as AsyncIterable<Buffer>) {
        left -= piece.length
        yield piece
      }
  } catch (error) {
    ifGone(error)
  }
  for (const zeros = Buffer.alloc(65_536); left > 0; left -= zeros.length)
    yield left < zeros.length ? zeros.subarray(0, left) : zeros
}

/** Older ones, and the log that only they need. */
async function removeOutlived(folder: string) {
  const bases = await listBases(folder)
  for (const { file } of bases.slice(KEPT)) await rm(file, { force: true })
  const oldest = bases.slice(0, KEPT).at(-1)
  if (!oldest) return
  const log = join(folder, 'wal')
  for (const name of await readdir(log)) {
    const [, piece] = /^[0-9A-F]{8}([0-9A-F]{16})\.gz$/.exec(name) ?? []
    if (piece !== undefined && piece < oldest.log.slice(8)) await rm(join(log, name), { force: true })
  }
  await syncPath(folder)
}
