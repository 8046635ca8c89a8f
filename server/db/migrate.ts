// Migrates the database: plain SQL files, forward only, one transaction each, one server at a time.
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { StartError } from '#server/start-error.ts'
import { MigrationError } from './migration-error.ts'
import { type Connection, endConnection, openConnection } from './open.ts'
import { lastReplacedMigration, oldestCompatibleRelease } from './releases.ts'
import { explainSchemaRefusal, readSchema } from './schema-state.ts'

const migrationsFolder = new URL('./migrations/', import.meta.url)
const ADVISORY_LOCK_KEY = 7_210_311

/** Interval between attempts to get the lock. */
const LOCK_RETRY_MS = 250

/** Called after each failed attempt to lock, with the holder if visible. */
type OnWait = (holder: string | undefined) => void

/** `only`: applies none but these migrations. */
export async function migrate(
  connection: Connection,
  only?: readonly string[],
  onWait: OnWait = () => {},
): Promise<string[]> {
  const client = await openConnection(connection, { name: 'kontor schema' })
  try {
    while (!(await tryLock(client))) {
      onWait(await describeLockHolder(client))
      await sleep(LOCK_RETRY_MS)
    }
    return await applyMissing(client, only)
  } finally {
    await endConnection(client)
  }
}

async function tryLock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [
    ADVISORY_LOCK_KEY,
  ])
  return rows[0]?.locked ?? false
}

/**
 * Describes the connection that holds the lock, for the console; undefined if none does any more. Address and start
 * time are invisible for connections of other accounts.
 */
async function describeLockHolder(client: pg.Client): Promise<string | undefined> {
  const { rows } = await client.query<{ pid: number; address: string | null; since: string | null }>(
    `select pid, host(client_addr) as address, to_char(backend_start, 'DD.MM.YYYY HH24:MI:SS') as since
     from pg_locks left join pg_stat_activity using (pid)
     where locktype = 'advisory' and classid = 0 and objid = $1 and objsubid = 1 and granted
       and pg_locks.database = (select oid from pg_database where datname = current_database())`,
    [ADVISORY_LOCK_KEY],
  )
  const [holder] = rows
  if (!holder) return undefined
  const from = holder.address ? ` von ${holder.address}` : ''
  const since = holder.since ? `, seit ${holder.since}` : ''
  return `Verbindung ${holder.pid}${from}${since}`
}

async function applyMissing(client: pg.Client, only?: readonly string[]): Promise<string[]> {
  const all = await readMigrations()
  const refusal = explainSchemaRefusal(await readSchema(client, all))
  if (refusal !== undefined) throw new StartError(refusal)
  await client.query(`create table if not exists migrations (
    name text primary key, checksum text not null, applied_at timestamptz not null default now(), needs text)`)
  const applied = await readApplied(client, all[0])
  const fresh: string[] = []
  for (const { name, sql, checksum } of all) {
    const before = applied.get(name)
    if (before === checksum || (only && !only.includes(name))) continue
    if (before) throw new MigrationError(name, 'changed')
    await client.query('begin')
    try {
      await client.query(sql)
      // Stored for older programs, which do not have the migration's file.
      const needs = oldestCompatibleRelease({ name, sql })
      await client.query('insert into migrations (name, checksum, needs) values ($1, $2, $3)', [
        name,
        checksum,
        needs,
      ])
      await client.query('commit')
    } catch (error) {
      await client.query('rollback')
      throw new MigrationError(name, 'failed', { cause: error })
    }
    fresh.push(name)
  }
  return fresh
}

/**
 * Applied migrations with their checksums. A database with `lastReplacedMigration` counts as having the first one,
 * which creates the same schema.
 */
async function readApplied(client: pg.Client, first: Migration | undefined): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from migrations',
  )
  const applied = new Map(rows.map(({ name, checksum }) => [name, checksum]))
  const instead = applied.get(lastReplacedMigration.name)
  if (instead === undefined || first === undefined) return applied
  if (instead !== lastReplacedMigration.checksum)
    throw new MigrationError(lastReplacedMigration.name, 'changed')
  return applied.set(first.name, first.checksum)
}

type Migration = { name: string; sql: string; checksum: string }

export async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(migrationsFolder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(name, migrationsFolder), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}
