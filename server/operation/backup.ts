// Writes a consistent snapshot of all data to one file while the server runs: compressed JSON lines with a
// head, then each table's name and rows, then checksums. With a passphrase everything is encrypted.
import { access, constants as modes, open, stat } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { constants, createZstdCompress } from 'node:zlib'
import type pg from 'pg'
import { toCurrentMigrationNames } from '#server/db/releases.ts'
import { TOO_OLD_MESSAGE } from '#server/db/schema-state.ts'
import { StartError } from '#server/start-error.ts'
import { looksLikeBackup, MAGIC_LENGTH } from './backup-file.ts'
import { type Head, ROW, type Sum } from './backup-lines.ts'
import { withClient, withDatabase } from './database.ts'
import { encrypt } from './encryption.ts'
import { explainFile, explainNewFile } from './explain-file.ts'
import { tablesOfMigrations } from './known-tables.ts'
import { Checksum, listTables, readRowBatches } from './tables.ts'
import { writeAtomically, writeFlushing } from './unfinished.ts'

export type Sums = Record<string, Sum>
type WriteOptions = {
  passphrase?: string | undefined
  /**
   * Pause as a multiple of the time that the database has just worked for the backup, so that requests come
   * first.
   */
  rest?: number
}

export async function backup([file, ...rest]: string[]) {
  if (!file || file.startsWith('-') || rest.length > 0)
    throw new StartError('Bitte nennen Sie die Datei: npm run kontor -- backup <Datei>')
  const older = await lookAtTarget(file)
  await withDatabase(async (opened) => {
    const { timeZone, backupPassphrase: passphrase } = opened.config
    const sums = await withClient(opened, (client) => writeBackup(client, file, { passphrase }))
    console.log(
      `Gesichert: ${countRowsIn(sums)} Zeilen aus ${Object.keys(sums).length} Tabellen in „${file}“, ${passphrase === undefined ? 'unverschlüsselt' : 'verschlüsselt'}.`,
    )
    if (older)
      console.log(
        `Sie ersetzt die Sicherung, die dort lag (geschrieben ${older.toLocaleString('de-DE', { timeZone, dateStyle: 'medium', timeStyle: 'short' })}).`,
      )
  })
}

/**
 * Checks the target before anything is done: only an older backup may be overwritten. Returns the time of that
 * backup.
 */
async function lookAtTarget(file: string): Promise<Date | undefined> {
  try {
    // If a file has the name of the folder, the trailing dot makes this fail with ENOTDIR.
    await access(`${dirname(resolve(file))}/.`, modes.W_OK | modes.X_OK)
  } catch (error) {
    throw explainNewFile(error, file)
  }
  const stats = await stat(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw explainNewFile(error, file)
  })
  if (!stats) return undefined
  if (stats.isDirectory())
    throw new StartError(`„${file}“ ist ein Ordner. Bitte nennen Sie auch den Namen der Datei.`)
  if (!stats.isFile() || !looksLikeBackup(await readFirstBytes(file)))
    throw new StartError(
      `„${file}“ gibt es schon und ist keine Sicherung von Kontor. Bitte nennen Sie eine andere Datei.`,
    )
  return stats.mtime
}

async function readFirstBytes(file: string): Promise<Buffer> {
  const handle = await open(file).catch((error: unknown) => {
    throw explainFile(error, file)
  })
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(MAGIC_LENGTH), 0, MAGIC_LENGTH, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

export const countRowsIn = (sums: Sums) => Object.values(sums).reduce((all, { rows }) => all + rows, 0)

export async function writeBackup(
  client: pg.Client,
  file: string,
  { passphrase, rest = 0 }: WriteOptions = {},
): Promise<Sums> {
  const sums: Sums = {}
  try {
    await client.query('begin isolation level repeatable read read only')
    await writeAtomically(file, async (unfinished) => {
      await pipeline(
        Readable.from(generateLines(client, sums, rest)),
        createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } }),
        async function* (pieces: AsyncIterable<Buffer>) {
          yield* passphrase === undefined ? pieces : encrypt(pieces, passphrase)
        },
        (pieces: AsyncIterable<Uint8Array>) => writeFlushing(unfinished, pieces),
      )
      return undefined
    })
    await client.query('commit')
  } catch (error) {
    throw explainNewFile(error, file)
  }
  return sums
}

async function* generateLines(client: pg.Client, sums: Sums, rest: number): AsyncGenerator<string> {
  const applied = await listApplied(client)
  const tables = await listTables(client)
  await requireAllTables(client, applied)
  const head: Head = { kontor: 1, created_at: new Date().toISOString(), migrations: applied }
  yield `${JSON.stringify(head)}\n`
  for (const table of tables) {
    const checksum = new Checksum()
    yield `${JSON.stringify({ table })}\n`
    let begin = performance.now()
    for await (const rows of readRowBatches(client, table)) {
      checksum.add(rows)
      yield rows.map((row) => `${ROW}${row}}\n`).join('')
      if (rest > 0) await sleep((performance.now() - begin) * rest)
      begin = performance.now()
    }
    sums[table.name] = checksum.end()
  }
  if (!sums['users']?.rows)
    throw new StartError('In der Datenbank gibt es keinen einzigen Benutzer. Gesichert wurde nichts.')
  yield `${JSON.stringify({ sums })}\n`
}

async function listApplied(client: pg.Client): Promise<string[]> {
  const { rows: found } = await client.query<{ there: boolean }>(
    `select to_regclass('migrations') is not null as there`,
  )
  if (!found[0]?.there)
    throw new StartError(
      'In dieser Datenbank liegt nichts von Kontor. Gesichert wurde nichts; bitte prüfen Sie DATABASE_URL und den Suchpfad (search_path) der Rolle.',
    )
  const { rows } = await client.query<{ name: string }>('select name from migrations order by name')
  return rows.map(({ name }) => name)
}

/** Refuses a database that lacks tables: its backup would be worthless. */
async function requireAllTables(client: pg.Client, applied: string[]) {
  const steps = toCurrentMigrationNames(applied)
  if (steps === undefined) throw new StartError(TOO_OLD_MESSAGE)
  const { rows } = await client.query<{ name: string }>(
    `select name from unnest($1::text[]) as name where not exists (
       select from pg_class where relname = name and relkind = 'r'
         and relnamespace = (select relnamespace from pg_class where oid = to_regclass('migrations')))`,
    [await tablesOfMigrations(steps)],
  )
  if (applied.length > 0 && rows.length === 0) return
  throw new StartError(
    `Die Datenbank ist nicht vollständig${rows.length > 0 ? `: Es fehlen ${rows.map(({ name }) => `„${name}“`).join(', ')}` : ''}. Gesichert wurde nichts.`,
  )
}
