// Brings a database to the newest form: plain SQL files, forward only, one transaction each, one server at a time.
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { StartError } from '#server/start-error.ts'
import { MigrationError } from './migration-error.ts'
import { type Connection, endConnection, openConnection } from './open.ts'
import { needsOf } from './releases.ts'
import { readSchema, tooNew } from './schema-state.ts'

const folder = new URL('./migrations/', import.meta.url)
const LOCK = 7_210_311

/** How often whoever waits for its turn looks again. */
const LOOK_MS = 250

/** Told each time that the turn was not ours yet, with whoever holds it as far as that can be seen. */
type OnWait = (holder: string | undefined) => void

/** `only`: no further than the migrations of these names. */
export async function migrate(
  connection: Connection,
  only?: readonly string[],
  onWait: OnWait = () => {},
): Promise<string[]> {
  const client = await openConnection(connection, { name: 'kontor schema' })
  try {
    while (!(await locks(client))) {
      onWait(await holderOf(client))
      await sleep(LOOK_MS)
    }
    return await applyMissing(client, only)
  } finally {
    await endConnection(client)
  }
}

async function locks(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [
    LOCK,
  ])
  return rows[0]?.locked ?? false
}

/** In words for the console; another account's sessions cannot be seen. */
async function holderOf(client: pg.Client): Promise<string | undefined> {
  const { rows } = await client.query<{ pid: number; address: string | null; since: string | null }>(
    `select pid, host(client_addr) as address, to_char(backend_start, 'DD.MM.YYYY HH24:MI:SS') as since
     from pg_locks left join pg_stat_activity using (pid)
     where locktype = 'advisory' and classid = 0 and objid = $1 and objsubid = 1 and granted
       and pg_locks.database = (select oid from pg_database where datname = current_database())`,
    [LOCK],
  )
  const [holder] = rows
  if (!holder) return undefined
  const from = holder.address ? ` von ${holder.address}` : ''
  const since = holder.since ? `, seit ${holder.since}` : ''
  return `Verbindung ${holder.pid}${from}${since}`
}

async function applyMissing(client: pg.Client, only?: readonly string[]): Promise<string[]> {
  const refusal = tooNew(await readSchema(client, await migrations()))
  if (refusal !== undefined) throw new StartError(refusal)
  await client.query(`create table if not exists migrations (
    name text primary key, checksum text not null, applied_at timestamptz not null default now(), needs text)`)
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from migrations',
  )
  const applied = new Map(rows.map((row) => [row.name, row.checksum]))
  const fresh: string[] = []
  for (const { name, sql, checksum } of await migrations()) {
    const before = applied.get(name)
    if (before === checksum || (only && !only.includes(name))) continue
    if (before) throw new MigrationError(name, 'changed')
    await client.query('begin')
    try {
      await client.query(sql)
      await client.query('insert into migrations (name, checksum) values ($1, $2)', [name, checksum])
      await client.query('commit')
    } catch (error) {
      await client.query('rollback')
      throw new MigrationError(name, 'failed', { cause: error })
    }
    fresh.push(name)
  }
  await writeNeeds(client)
  return fresh
}

/** For older programs, which know the newer migrations by their names alone. */
async function writeNeeds(client: pg.Client) {
  const { rows } = await client.query<{ name: string; needs: string | null }>(
    `select name, to_jsonb(migrations)->>'needs' as needs from migrations`,
  )
  const unsaid = (await migrations()).filter(({ name }) =>
    rows.some((row) => row.name === name && row.needs === null),
  )
  if (unsaid.length === 0) return
  await client.query('alter table migrations add column if not exists needs text')
  await client.query(
    `update migrations set needs = said.needs from unnest($1::text[], $2::text[]) as said (name, needs)
     where migrations.name = said.name`,
    [unsaid.map(({ name }) => name), unsaid.map(needsOf)],
  )
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
