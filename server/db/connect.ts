// Typed access to the database for the rest of the server.
import { Kysely, type KyselyPlugin, PostgresDialect, sql, type Transaction } from 'kysely'
import pg from 'pg'
import { type Connection, IS_WRITABLE_QUERY } from './open.ts'
import { Pool } from './pool.ts'
import type { Tables } from './tables.ts'

export type Database = Kysely<Tables>
export type Tx = Transaction<Tables>
export type { Connection }

pg.types.setTypeParser(pg.types.builtins.INT8, Number)
// Dates and local timestamps stay text: a JavaScript Date would apply the machine's time zone.
pg.types.setTypeParser(pg.types.builtins.DATE, (day) => day)
pg.types.setTypeParser(pg.types.builtins.TIMESTAMP, (moment) => moment.replace(' ', 'T'))

/** Default of DATABASE_CONNECTIONS. */
const DEFAULT_CONNECTIONS = 10

const pools = new WeakMap<Database, Pool>()

export function connect(
  connection: Connection,
  { connections = DEFAULT_CONNECTIONS, statementMs }: { connections?: number; statementMs?: number } = {},
): Database {
  const pool = new Pool(connection, { connections, ...(statementMs !== undefined && { statementMs }) })
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  pools.set(db, pool)
  return db
}

/** The underlying pool, for supervision and metrics. */
export function getPool(db: Database): Pool {
  const pool = pools.get(db)
  if (!pool) throw new Error('this database was not made by connect()')
  return pool
}

/** The same database with a plugin added, on the same pool. */
export function withPlugin(db: Database, plugin: KyselyPlugin): Database {
  const seen = db.withPlugin(plugin)
  pools.set(seen, getPool(db))
  return seen
}

export const transaction = <T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> =>
  db.transaction().execute(work)

/** Runs `read` in one transaction whose statements all see the same snapshot of the data. */
export const inSnapshot = <T>(db: Database, read: (tx: Tx) => Promise<T>): Promise<T> =>
  db.transaction().setIsolationLevel('repeatable read').execute(read)

/** PostgreSQL delivers the notification when the transaction commits. */
export const notifyChannel = (tx: Tx, channel: string, payload: string) =>
  sql`select pg_notify(${channel}, ${payload})`.execute(tx)

/**
 * False on a standby or a read-only database; the pool is then renewed. Connections opened during a read-only phase
 * may stay read-only, so a retry needs a new connection.
 */
export async function isWritable(db: Database): Promise<boolean> {
  const { rows } = await sql<{ writable: boolean }>`${sql.raw(IS_WRITABLE_QUERY)}`.execute(db)
  const writable = rows[0]?.writable ?? false
  if (!writable) getPool(db).renew()
  return writable
}

export async function hasTable(db: Database, table: string): Promise<boolean> {
  const { rows } = await sql<{ there: boolean }>`select to_regclass(${table}) is not null as there`.execute(
    db,
  )
  return rows[0]?.there ?? false
}
