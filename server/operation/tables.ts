import { createHash, type Hash } from 'node:crypto'
import pg from 'pg'
import { ISSUED_CREDENTIALS } from '#server/auth/credentials-store.ts'
import type { Sum, Table } from './backup-lines.ts'

/**
 * Tables of credentials. They are neither backed up nor restored: people, devices, calendars and programs sign in
 * again, so that nothing revoked becomes valid. Open invitations have to be sent again.
 */
export const SECRET_TABLES: readonly string[] = [...ISSUED_CREDENTIALS, 'sign_ins']

/**
 * Tables that are not backed up. Rate counters and one-time data are outdated by a restore, and nodes and their
 * metrics belong to the old installation.
 */
const EXCLUDED_TABLES = [
  'migrations',
  ...SECRET_TABLES,
  'logout_tokens',
  'login_attempts',
  'rights_changes',
  'undos',
  'nodes',
  // `deaf_nodes` and `clock` exist only in databases of release 1.1.
  'deaf_nodes',
  'clock',
  'node_minutes',
  'failures',
  // These rows describe files stored elsewhere.
  'backups',
]
const BATCH_ROWS = 2_000

/** The schema of Kontor's tables, which is not always `public`. */
const SCHEMA = `(select relnamespace from pg_class where oid = to_regclass('migrations'))`

/** Tables in a backup, parents before children. */
export async function listTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table & { parents: string[] }>(
    `select
       c.relname as name,
       array(select a.attname::text from pg_attribute a
         where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
         order by a.attnum) as columns,
       array(select a.attname::text from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = any (i.indkey)
         where i.indrelid = c.oid and i.indisprimary order by a.attnum) as key,
       array(select distinct p.relname::text from pg_constraint f join pg_class p on p.oid = f.confrelid
         where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as parents
     from pg_class c
     where c.relnamespace = ${SCHEMA} and c.relkind = 'r' and c.relname <> all ($1)
     order by c.relname`,
    [EXCLUDED_TABLES],
  )
  const ordered: Table[] = []
  const waiting = new Set(rows)
  while (waiting.size > 0) {
    const next = [...waiting].find(
      (table) => ![...waiting].some((other) => other !== table && table.parents.includes(other.name)),
    )
    if (!next) throw new Error('tables refer to each other in a circle')
    waiting.delete(next)
    ordered.push({ name: next.name, columns: next.columns, key: next.key })
  }
  return ordered
}

/** Rows in key order, in batches, inside the caller's transaction. */
export async function* readRowBatches(
  client: pg.Client,
  { name, columns, key }: Table,
): AsyncGenerator<string[]> {
  const list = columns.map(quote).join(', ')
  await client.query(
    `declare reading no scroll cursor for
     select row_to_json(line)::text as line from (select ${list} from ${quote(name)} order by ${key.map(quote).join(', ')}) line`,
  )
  const fetch = () => {
    const fetched = client.query<{ line: string }>(`fetch ${BATCH_ROWS} from reading`)
    // Nobody awaits this promise if the consumer stops early. Without a handler its rejection would end the process.
    fetched.catch(() => {})
    return fetched
  }
  // The next batch is fetched while this one is processed.
  for (let next = fetch(); ; ) {
    const { rows } = await next
    if (rows.length === 0) break
    next = fetch()
    yield rows.map(({ line }) => line)
  }
  await client.query('close reading')
}

/**
 * Empties all tables, since migrations insert rows. Rows loaded into tables that were emptied in the same
 * transaction need no WAL.
 */
export async function truncate(client: pg.Client) {
  const { rows } = await client.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class table_
     where relnamespace = ${SCHEMA} and relkind = 'r' and relname <> 'migrations'
       and not exists (select from pg_trigger where tgrelid = table_.oid and not tgisinternal and tgtype & 32 > 0)`,
  )
  await client.query(`truncate ${rows.map(({ name }) => name).join(', ')}`)
}

export function writeRows(client: pg.Client, { name, columns }: Table, rows: string[]) {
  const list = columns.map(quote).join(', ')
  return client.query(
    `insert into ${quote(name)} (${list}) overriding system value
     select ${list} from json_populate_recordset(null::${quote(name)}, $1)`,
    [`[${rows.join(',')}]`],
  )
}

/** Moves identity sequences behind the restored ids. */
export async function advanceSequences(client: pg.Client, { name }: Table) {
  const { rows } = await client.query<{ sequence: string | null }>(
    `select pg_get_serial_sequence($1, attname) as sequence from pg_attribute
     where attrelid = $1::regclass and attname = 'id' and attidentity <> ''`,
    [quote(name)],
  )
  const sequence = rows[0]?.sequence
  if (!sequence) return
  await client.query(`select setval($1, coalesce(max(id), 1), count(*) > 0) from ${quote(name)}`, [sequence])
}

export class Checksum {
  readonly #hash: Hash = createHash('sha256')
  rows = 0

  add(lines: string[]) {
    this.rows += lines.length
    if (lines.length > 0) this.#hash.update(`${lines.join('\n')}\n`)
  }

  end(): Sum {
    return { rows: this.rows, sha256: this.#hash.digest('hex') }
  }
}

const quote = (name: string) => pg.escapeIdentifier(name)
