// Restores a backup into an empty database and verifies every row. --verify does so in a scratch database
// without touching the real one.
import pg from 'pg'
import { readConfig } from '#server/config.ts'
import type { Connection } from '#server/db/connect.ts'
import { isDatabaseGone } from '#server/db/database-gone.ts'
import { migrate } from '#server/db/migrate.ts'
import { MESSAGE_INDEXES } from '#server/find/message-indexes-store.ts'
import { StartError } from '#server/start-error.ts'
import { AFTER_RESTORE_SENTENCE, resetAfterRestore } from './after-restore.ts'
import { countRowsIn, type Sums } from './backup.ts'
import { type Head, ROW, type Table, TableOrSums } from './backup-lines.ts'
import { type BackupSource, linesOf, notReadable, parse, readHead, requireWhole } from './backup-reading.ts'
import { type DatabaseAccess, withClient, withDatabase } from './database.ts'
import { requireEmptyDatabase } from './require-empty-database.ts'
import { inScratch } from './scratch.ts'
import { advanceSequences, Checksum, listTables, readRowBatches, truncate, writeRows } from './tables.ts'

const BATCH_ROWS = 1_000
const SEARCH_CATCHES_UP_SENTENCE =
  'Die Suche findet von den Nachrichten zuerst die neuesten, wenige Minuten nach dem Start des Servers alle.'
/**
 * Settings of an embedded PostgreSQL that is started for the restore. With minimal WAL, rows are not logged if
 * the same transaction has emptied their table. Instead the files of the table are flushed before the commit.
 */
const SETTINGS = { wal_level: 'minimal', max_wal_senders: '0', archive_mode: 'off', max_wal_size: '4GB' }

export async function restore(args: string[]) {
  const [file, ...options] = args.toSorted((a, b) => Number(a.startsWith('--')) - Number(b.startsWith('--')))
  if (!file || file.startsWith('--') || options.some((option) => option !== '--verify')) {
    throw new StartError('Bitte nennen Sie die Datei: npm run kontor -- restore <Datei> [--verify]')
  }
  const config = readConfig(process.env)
  const from = { file, passphrase: config.backupPassphrase }
  // The head is checked before a database is created.
  const lines = linesOf(from)
  await readHead(lines, file)
  await lines.return(undefined)
  if (options.length > 0) {
    const { dataDir, databaseUrl } = config
    const beside = databaseUrl === undefined ? undefined : { connectionString: databaseUrl }
    const rows = countRowsIn(await verifyBackup(dataDir, from, beside))
    console.log(`Die Sicherung „${file}“ ist vollständig: ${rows} Zeilen, alle Prüfsummen stimmen.`)
    return
  }
  const sums = await withDatabase((opened) => readBackup(opened, from), {
    mayCreate: true,
    settings: SETTINGS,
  })
  console.log(
    `Wiederhergestellt: ${countRowsIn(sums)} Zeilen, alle Prüfsummen stimmen. ${AFTER_RESTORE_SENTENCE} ${SEARCH_CATCHES_UP_SENTENCE}`,
  )
}

/** Restores the backup into a scratch database, which verifies every row. Returns the checksums. */
export function verifyBackup(dataDir: string, from: BackupSource, beside?: Connection): Promise<Sums> {
  const work = (connection: Connection) => readBackup({ config: {}, connection }, from)
  return inScratch(dataDir, work, beside)
}

export async function readBackup(opened: DatabaseAccess, from: BackupSource): Promise<Sums> {
  const { file } = from
  const lines = linesOf(from)
  try {
    const head = await readHead(lines, file)
    await withClient(opened, (client) =>
      requireEmptyDatabase(client).catch(async (error: unknown) => {
        // A damaged file is reported first, so that nobody empties a database for it.
        if (error instanceof StartError) await requireWhole(lines, file)
        throw error
      }),
    )
    await prepareSchema(opened, head)
    const sums = await withClient(opened, async (client) => {
      await client.query('begin')
      // These indexes take longer than all the rest. The server builds them later; only message search needs them.
      await client.query(`drop index if exists ${MESSAGE_INDEXES.join()}`)
      await truncate(client)
      const expected = await loadRows(client, lines, file).catch((error: unknown) => {
        // A row that the database refuses means that the file was modified.
        throw isFileFault(error) ? notReadable(file, 'changed', error) : error
      })
      await verifyChecksums(client, expected, file)
      // In the same transaction, so that no server ever sees the restored rows without this reset.
      await resetAfterRestore(client)
      await client.query('commit')
      return expected
    })
    await migrate(opened.connection)
    await withClient(opened, (client) => client.query('analyze'))
    return sums
  } finally {
    await lines.return(undefined)
  }
}

/** True if the file is at fault: invalid JSON, a number out of range, or a value that a constraint refuses. */
const isFileFault = (error: unknown) =>
  error instanceof SyntaxError ||
  error instanceof RangeError ||
  (error instanceof pg.DatabaseError && !isDatabaseGone(error))

async function prepareSchema({ connection }: Pick<DatabaseAccess, 'connection'>, head: Head) {
  await migrate(connection, head.migrations).catch((error: unknown) => {
    const { cause } = error as { cause?: unknown }
    if (cause instanceof pg.DatabaseError && !isDatabaseGone(cause))
      throw new StartError(
        `Die Datenbank lässt sich nicht einrichten: ${cause.message}. „npm run kontor -- doctor“ sagt, was ihr fehlt.`,
        { cause: error },
      )
    throw error
  })
}

async function loadRows(client: pg.Client, lines: AsyncGenerator<string>, file: string): Promise<Sums> {
  let table: Table | undefined
  let rows: string[] = []
  let sums: Sums | undefined
  const flush = async () => {
    if (table && rows.length > 0) await writeRows(client, table, rows)
    rows = []
  }
  // Reads all lines, since the checksums are in the last one.
  for await (const line of lines) {
    if (sums) throw notReadable(file, 'changed')
    if (line.startsWith(ROW)) {
      rows.push(line.slice(ROW.length, -1))
      if (rows.length >= BATCH_ROWS) await flush()
      continue
    }
    await flush()
    if (table) await advanceSequences(client, table)
    const next = parse(TableOrSums, line, file)
    if ('sums' in next) sums = next.sums
    else table = next.table
  }
  if (!sums) throw notReadable(file, 'cut')
  return sums
}

async function verifyChecksums(client: pg.Client, expected: Sums, file: string) {
  for (const table of await listTables(client)) {
    const checksum = new Checksum()
    for await (const rows of readRowBatches(client, table)) checksum.add(rows)
    const { rows, sha256 } = checksum.end()
    const { [table.name]: sum } = expected
    if (!sum || sum.rows !== rows || sum.sha256 !== sha256)
      throw notReadable(file, 'changed', `table ${table.name} differs`)
  }
}
