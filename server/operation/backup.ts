import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress } from 'node:zlib'
import type pg from 'pg'
import { StartError } from '#server/start-error.ts'
import { type Head, ROW, type Sum } from './backup-lines.ts'
import { withClient, withDatabase } from './database.ts'
import { Checksum, listTables, readRows } from './tables.ts'

/**
 * Writes one file with everything that people have entered, as it stood at one moment, while the server runs on.
 * Lines of JSON, compressed: a head, then for each table its name and its rows, at the end the checksums.
 */
export async function backup([file]: string[]) {
  if (!file) throw new StartError('Bitte nennen Sie die Datei: npm run kontor -- backup <Datei>')
  const sums = await withDatabase((opened) => withClient(opened, (client) => writeBackup(client, file)))
  const rows = Object.values(sums).reduce((all, sum) => all + sum.rows, 0)
  console.log(`Gesichert: ${rows} Zeilen aus ${Object.keys(sums).length} Tabellen in „${file}“.`)
}

export async function writeBackup(client: pg.Client, file: string): Promise<Record<string, Sum>> {
  const sums: Record<string, Sum> = {}
  const unfinished = `${file}.unfertig`
  try {
    await client.query('begin isolation level repeatable read read only')
    await pipeline(
      Readable.from(lines(client, sums)),
      createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } }),
      createWriteStream(unfinished, { mode: 0o600 }),
    )
    await client.query('commit')
    await rename(unfinished, file)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw explainFile(error, file)
  }
  return sums
}

async function* lines(client: pg.Client, sums: Record<string, Sum>): AsyncGenerator<string> {
  const { rows: applied } = await client.query<{ name: string }>('select name from migrations order by name')
  const head: Head = {
    kontor: 1,
    created_at: new Date().toISOString(),
    migrations: applied.map(({ name }) => name),
  }
  yield `${JSON.stringify(head)}\n`
  for (const table of await listTables(client)) {
    const checksum = new Checksum()
    yield `${JSON.stringify({ table })}\n`
    for await (const rows of readRows(client, table)) {
      checksum.add(rows)
      yield rows.map((row) => `${ROW}${row}}\n`).join('')
    }
    sums[table.name] = checksum.end()
  }
  yield `${JSON.stringify({ sums })}\n`
}

export function explainFile(error: unknown, file: string): unknown {
  switch ((error as { code?: string }).code) {
    case 'ENOENT':
      return new StartError(`„${file}“ gibt es nicht.`)
    case 'EACCES':
    case 'EPERM':
      return new StartError(`„${file}“ darf nicht gelesen oder geschrieben werden.`)
    case 'ENOSPC':
      return new StartError(`Für „${file}“ ist kein Platz mehr.`)
    case 'EISDIR':
      return new StartError(`„${file}“ ist ein Ordner.`)
    default:
      return error
  }
}
