import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'
import type { Connection } from './connect.ts'

/** Brings a database to the newest form: plain SQL files, forward only, one transaction each, one server at a time. */
const folder = new URL('./migrations/', import.meta.url)
const LOCK = 7_210_311

/** `only`: no further than the migrations of these names. */
export async function migrate(connection: Connection, only?: readonly string[]): Promise<string[]> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK])
    return await applyMissing(client, only)
  } finally {
    await client.end()
  }
}

async function applyMissing(client: pg.Client, only?: readonly string[]): Promise<string[]> {
  await client.query(`create table if not exists migrations (
    name text primary key, checksum text not null, applied_at timestamptz not null default now())`)
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from migrations',
  )
  const applied = new Map(rows.map((row) => [row.name, row.checksum]))
  const fresh: string[] = []
  for (const { name, sql, checksum } of await migrations()) {
    const before = applied.get(name)
    if (before === checksum || (only && !only.includes(name))) continue
    if (before) throw new Error(`Migration ${name} was changed after it had been applied to this database.`)
    await client.query('begin')
    try {
      await client.query(sql)
      await client.query('insert into migrations (name, checksum) values ($1, $2)', [name, checksum])
      await client.query('commit')
    } catch (error) {
      await client.query('rollback')
      throw new Error(`Migration ${name} failed; the database is as it was before.`, { cause: error })
    }
    fresh.push(name)
  }
  return fresh
}

export async function migrations() {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(name, folder), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}
