import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { access } from 'node:fs/promises'
import { pipeline } from 'node:stream'
import { createZstdDecompress } from 'node:zlib'
import pg from 'pg'
import type { Static, TSchema } from 'typebox'
import { Check } from 'typebox/value'
import type { Connection } from '#server/db/connect.ts'
import { migrate, migrations } from '#server/db/migrate.ts'
import { isDatabaseGone } from '#server/http/errors.ts'
import { StartError } from '#server/start-error.ts'
import { explainFile } from './backup.ts'
import { Head, ROW, type Sum, type Table, TableOrSums } from './backup-lines.ts'
import { type Opened, withClient, withDatabase } from './database.ts'
import { Checksum, listTables, moveCounters, readRows, writeRows } from './tables.ts'

/**
 * Brings a backup back into an empty database and proves that every row is as it was.
 * With --verify it does all of that in a database of its own beside the real one, and removes it again.
 */
const LINES = 1_000

export async function restore(args: string[]) {
  const [file, ...options] = args.toSorted((a, b) => Number(a.startsWith('--')) - Number(b.startsWith('--')))
  if (!file || file.startsWith('--') || options.some((option) => option !== '--verify')) {
    throw new StartError('Bitte nennen Sie die Datei: npm run kontor -- restore <Datei> [--verify]')
  }
  // Before a database is made for it.
  await access(file).catch((error: unknown) => {
    throw explainFile(error, file)
  })
  const verify = options.length > 0
  const sums = await withDatabase(
    (opened) =>
      verify
        ? inScratch(opened, (connection) => readBackup({ ...opened, connection }, file))
        : readBackup(opened, file),
    { mayCreate: true },
  )
  const rows = Object.values(sums).reduce((all, sum) => all + sum.rows, 0)
  console.log(
    verify
      ? `Die Sicherung „${file}“ ist vollständig: ${rows} Zeilen, alle Prüfsummen stimmen.`
      : `Wiederhergestellt: ${rows} Zeilen, alle Prüfsummen stimmen. Alle müssen sich neu anmelden.`,
  )
}

export async function readBackup(opened: Pick<Opened, 'config' | 'connection'>, file: string) {
  const lines = linesOf(file)
  const head = await readHead(lines, file)
  await requireEmpty(opened)
  await migrate(opened.connection, head.migrations)
  const sums = await withClient(opened, async (client) => {
    await client.query('begin')
    const expected = await load(client, lines, file).catch((error: unknown) => {
      // What the database cannot take in is no backup of ours: a name or a value was changed.
      throw error instanceof pg.DatabaseError && !isDatabaseGone(error) ? notReadable(file, error) : error
    })
    await compare(client, expected, file)
    await client.query('commit')
    return expected
  })
  await migrate(opened.connection)
  return sums
}

async function* linesOf(file: string): AsyncGenerator<string> {
  const text = new TextDecoder()
  const unpacked = createZstdDecompress()
  // What breaks while nobody asks for the next line is told to whoever asks.
  pipeline(createReadStream(file), unpacked, () => {})
  let rest = ''
  try {
    for await (const piece of unpacked) {
      const lines = (rest + text.decode(piece as Buffer, { stream: true })).split('\n')
      rest = lines.pop() ?? ''
      yield* lines
    }
  } catch (error) {
    const known = explainFile(error, file)
    throw known === error ? notReadable(file, error) : known
  }
}

const notReadable = (file: string, cause?: unknown) =>
  new StartError(`„${file}“ ist keine vollständige Sicherung von Kontor.`, { cause })

async function readHead(lines: AsyncGenerator<string>, file: string): Promise<Head> {
  const { value } = await lines.next()
  const head = parse(Head, value as string | undefined, file)
  const known = (await migrations()).map(({ name }) => name)
  if (head.migrations.some((name) => !known.includes(name))) {
    throw new StartError(
      `„${file}“ stammt aus einer neueren Fassung von Kontor. Bitte diese zuerst einspielen.`,
    )
  }
  return head
}

async function requireEmpty(opened: Pick<Opened, 'config' | 'connection'>) {
  const isEmpty = await withClient(opened, async (client) => {
    const { rows } = await client.query<{ there: boolean }>(
      `select to_regclass('users') is not null as there`,
    )
    if (!rows[0]?.there) return true
    return (await client.query('select from users limit 1')).rowCount === 0
  })
  if (isEmpty) return
  throw new StartError(
    'Die Datenbank ist nicht leer. Wiederhergestellt wird nur in eine leere: Bitte mit DATA_DIR oder DATABASE_URL eine andere nennen.',
  )
}

async function load(
  client: pg.Client,
  lines: AsyncGenerator<string>,
  file: string,
): Promise<Record<string, Sum>> {
  let table: Table | undefined
  let rows: string[] = []
  let sums: Record<string, Sum> | undefined
  const flush = async () => {
    if (table && rows.length > 0) await writeRows(client, table, rows)
    rows = []
  }
  // Read to its end: only there the file itself says whether it is as it was written.
  for await (const line of lines) {
    if (sums) throw notReadable(file)
    if (line.startsWith(ROW)) {
      rows.push(line.slice(ROW.length, -1))
      if (rows.length >= LINES) await flush()
      continue
    }
    await flush()
    if (table) await moveCounters(client, table)
    const next = parse(TableOrSums, line, file)
    if ('sums' in next) sums = next.sums
    else table = next.table
  }
  if (!sums) throw notReadable(file)
  return sums
}

async function compare(client: pg.Client, expected: Record<string, Sum>, file: string) {
  for (const table of await listTables(client)) {
    const checksum = new Checksum()
    for await (const rows of readRows(client, table)) checksum.add(rows)
    const { rows, sha256 } = checksum.end()
    const { [table.name]: sum } = expected
    if (!sum || sum.rows !== rows || sum.sha256 !== sha256)
      throw notReadable(file, `table ${table.name} differs`)
  }
}

function parse<S extends TSchema>(shape: S, line: string | undefined, file: string): Static<S> {
  let read: unknown
  try {
    read = JSON.parse(line ?? '')
  } catch (error) {
    throw notReadable(file, error)
  }
  if (!Check(shape, read)) throw notReadable(file)
  return read
}

async function inScratch<T>(opened: Opened, work: (connection: Connection) => Promise<T>): Promise<T> {
  const name = `kontor_pruefung_${randomBytes(4).toString('hex')}`
  await withClient(opened, (client) => client.query(`create database ${name}`))
  try {
    return await work(namedDatabase(opened.connection, name))
  } finally {
    await withClient(opened, (client) => client.query(`drop database if exists ${name} with (force)`))
  }
}

/** What stands beside the address overrules it. */
const namedDatabase = (connection: Connection, database: string): Connection => ({ ...connection, database })
