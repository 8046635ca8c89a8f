import {
  type CompiledQuery,
  type DatabaseConnection,
  Kysely,
  PostgresDialect,
  PostgresDriver,
  type PostgresPool,
  type Transaction,
  type TransactionSettings,
} from 'kysely'
import pg from 'pg'
import type { Tables } from './tables.ts'

/** The database as the rest of the server sees it: typed queries, prepared by name. */
export type Database = Kysely<Tables>
export type Tx = Transaction<Tables>
export type Connection = pg.ClientConfig

pg.types.setTypeParser(pg.types.builtins.INT8, Number)
// Days and wall-clock times are text: no time zone of this machine may touch them.
pg.types.setTypeParser(pg.types.builtins.DATE, (day) => day)
pg.types.setTypeParser(pg.types.builtins.TIMESTAMP, (moment) => moment.replace(' ', 'T'))

/** Longest a single statement of a request may run. */
const STATEMENT_MS = 5_000
/** Longest a request waits for a free connection before it is answered 503. */
const WAIT_MS = 3_000

const pools = new WeakMap<Database, pg.Pool>()

/** The pool behind a database: how many connections it may have, has, and does not need just now; and who waits for one. */
export function poolOf(db: Database) {
  const pool = pools.get(db)
  return {
    most: pool?.options.max ?? 0,
    size: pool?.totalCount ?? 0,
    idle: pool?.idleCount ?? 0,
    waiting: pool?.waitingCount ?? 0,
  }
}

export function connect(connection: Connection, { connections = 10 } = {}): Database {
  const pool = new pg.Pool({
    ...connection,
    max: connections,
    idleTimeoutMillis: 60_000,
    connectionTimeoutMillis: WAIT_MS,
    statement_timeout: STATEMENT_MS,
    pipeline: true,
    application_name: 'kontor',
  })
  // A connection that breaks is replaced, and whoever was using it is told by the failed statement; without a listener,
  // idle or in use, it would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const db: Database = new Kysely<Tables>({ dialect: new Dialect(preparing(pool)) })
  pools.set(db, pool)
  return db
}

class Dialect extends PostgresDialect {
  readonly #pool: PostgresPool

  constructor(pool: PostgresPool) {
    super({ pool })
    this.#pool = pool
  }

  override createDriver() {
    return new Driver({ pool: this.#pool })
  }
}

/** Nobody waits for `begin`: it goes out together with the first statement, which fails where it has failed. */
class Driver extends PostgresDriver {
  override async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings) {
    super.beginTransaction(connection, settings).catch(() => {})
  }
}

const sentAhead = new WeakMap<Tx, Promise<unknown>[]>()

export async function transaction<T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  const ahead: Promise<unknown>[] = []
  try {
    return await db.transaction().execute((tx) => {
      sentAhead.set(tx, ahead)
      return work(tx)
    })
  } catch (error) {
    // What was sent ahead failed first, and everything behind it for its sake.
    const failed = (await Promise.allSettled(ahead)).find(({ status }) => status === 'rejected')
    throw (failed as PromiseRejectedResult | undefined)?.reason ?? error
  }
}

/**
 * Sends a statement whose answer decides nothing: the next one, or the commit, goes out right behind it, a way to the
 * database and back less. When it fails, so does the transaction, with its error.
 */
export async function sendAhead(tx: Tx, statement: CompiledQuery) {
  await tx.getExecutor().provideConnection(async (connection) => {
    const sent = connection.executeQuery(statement)
    sent.catch(() => {})
    sentAhead.get(tx)?.push(sent)
  })
}

/** Names each SQL text, so that PostgreSQL parses and plans it once a connection (2.5 times faster on joins). */
function preparing(pool: pg.Pool): PostgresPool {
  const names = new Map<string, string>()
  const nameOf = (text: string) => {
    // How a search is best done hangs on the words: it is planned anew each time, not once for all.
    if (text.includes('search_pattern(')) return undefined
    const known = names.get(text)
    // Bounded: texts beyond this many are generated ones, not worth a place in every connection.
    if (known || names.size >= 500) return known
    const name = `k${names.size}`
    names.set(text, name)
    return name
  }
  return {
    options: pool.options,
    end: () => pool.end(),
    connect: async () => {
      const client = await pool.connect()
      return {
        query: ((text: string, values: readonly unknown[]) => {
          const name = nameOf(text)
          return client.query(name ? { text, values: [...values], name } : { text, values: [...values] })
        }) as never,
        release: (broken?: Error | boolean) => client.release(broken),
      }
    },
  }
}
