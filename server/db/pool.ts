// Connection pool for requests. Replaces the whole pg.Pool as soon as one connection is lost, silent or
// read-only, since the others are in the same state.
import { setTimeout as sleep } from 'node:timers/promises'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { READ_ONLY_SQLSTATE } from './database-gone.ts'
import {
  type Connection,
  endConnection,
  forgetHost,
  KEEPALIVE_MS,
  openConnection,
  resolveConnection,
} from './open.ts'

/** Maximum wait for a connection in ms; then the request is answered with 503. */
const ACQUIRE_TIMEOUT_MS = 2_000
/** Statement timeout of requests in ms, enforced by PostgreSQL. */
const STATEMENT_MS = 4_000
/** Extra time in ms before the client itself gives up, in case PostgreSQL is unreachable. */
const CLIENT_GRACE_MS = 250
const IDLE_MS = 60_000
const LIFETIME_SECONDS = 3_600
/** Interval in ms of attempts to connect while none succeeds. */
const RETRY_MS = 250
/** Time for which a refused write counts as „disk full“, in ms. */
const DISK_FULL_MS = 10_000
const DISK_FULL_SQLSTATE = '53100'

/** `statementMs`: 0 for unlimited background work. */
type Options = { connections: number; statementMs?: number }

export class Pool implements PostgresPool {
  readonly options: Options
  readonly #connection: Connection
  #pool: pg.Pool | undefined
  /** Reason why no connection can be made; retries run while it is set. */
  #outage: unknown
  #fullUntil = 0

  constructor(connection: Connection, options: Options) {
    this.#connection = connection
    this.options = options
  }

  /** Maximum, open and idle connections, and the number of waiting requests. */
  get state() {
    return {
      most: this.options.connections,
      size: this.#pool?.totalCount ?? 0,
      idle: this.#pool?.idleCount ?? 0,
      waiting: this.#pool?.waitingCount ?? 0,
    }
  }

  /** True if a write was refused for lack of disk space within the last DISK_FULL_MS. */
  get isFull(): boolean {
    return performance.now() < this.#fullUntil
  }

  async connect(): Promise<PostgresPoolClient> {
    if (this.#outage) throw this.#outage
    let pool: pg.Pool | undefined
    try {
      pool = await this.#current()
      return this.#lend(pool, await pool.connect())
    } catch (error) {
      // While other connections are open, one of them may become free. Without any, the database is away.
      if (pool === this.#pool && !pool?.totalCount) void this.#awaitReturn(error)
      throw error
    }
  }

  async end() {
    this.#outage = Object.assign(new Error('the server ends'), { code: '08006' })
    await this.#pool?.end()
  }

  /** Replaces the pool: idle connections are closed, busy ones on release. */
  renew() {
    forgetHost(this.#connection)
    const old = this.#pool
    this.#pool = undefined
    if (!old?.ending) void old?.end()
  }

  async #current(): Promise<pg.Pool> {
    if (this.#pool) return this.#pool
    const config = await resolveConnection(this.#connection)
    this.#pool ??= this.#make(config)
    return this.#pool
  }

  /**
   * Refuses requests until a connection succeeds again. Otherwise each request would wait for the silent
   * database.
   */
  async #awaitReturn(error: unknown) {
    if (this.#outage) return
    this.#outage = error
    this.renew()
    while (this.#outage === error) {
      try {
        await endConnection(await openConnection(this.#connection, { name: 'kontor' }))
        break
      } catch {
        await sleep(RETRY_MS, undefined, { ref: false })
      }
    }
    if (this.#outage === error) this.#outage = undefined
  }

  #lend(pool: pg.Pool, client: pg.PoolClient): PostgresPoolClient {
    const query = async (text: string, values: readonly unknown[]): Promise<pg.QueryResult> => {
      const name = statementName(text)
      try {
        return await client.query({ text, values: [...values], ...(name && { name }) })
      } catch (error) {
        this.#noteFailure(pool, error as Error)
        throw error
      }
    }
    return { query: query as never, release: (isBroken) => client.release(isBroken) }
  }

  #noteFailure(pool: pg.Pool, error: Error & { code?: string }) {
    if (error.code === DISK_FULL_SQLSTATE) this.#fullUntil = performance.now() + DISK_FULL_MS
    if (pool !== this.#pool) return
    if (error.message === 'Query read timeout') void this.#awaitReturn(error)
    if (error.code === READ_ONLY_SQLSTATE) this.renew()
  }

  #make(config: pg.ClientConfig): pg.Pool {
    const { connections, statementMs = STATEMENT_MS } = this.options
    const pool = new pg.Pool({
      ...config,
      application_name: 'kontor',
      max: connections,
      connectionTimeoutMillis: ACQUIRE_TIMEOUT_MS,
      idleTimeoutMillis: IDLE_MS,
      maxLifetimeSeconds: LIFETIME_SECONDS,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEPALIVE_MS,
      // In pipeline mode pg destroys the connection of a statement that timed out. Otherwise the next statement
      // would queue behind it.
      pipeline: true,
      ...(statementMs > 0 && { query_timeout: statementMs + CLIENT_GRACE_MS }),
    })
    const lost = () => {
      if (this.#pool === pool) this.renew()
    }
    pool.on('error', lost) // emitted for idle connections
    pool.on('connect', (client) => {
      client.on('error', lost)
      // Set after connecting: PgBouncer refuses `statement_timeout` as a startup parameter.
      client.query(`set statement_timeout = ${statementMs}`).catch(lost)
    })
    return pool
  }
}

const statementNames = new Map<string, string>()
/**
 * Upper bound of distinct named statements. Only generated statements could exceed it, and each of them recurs too
 * rarely to be worth preparing in every connection.
 */
const MAX_STATEMENT_NAMES = 500

/** Named statements are parsed and planned once per connection, which halves the time of a list. */
function statementName(text: string): string | undefined {
  // The best plan of a search depends on its words, so it is planned each time.
  if (text.includes('search_pattern(') || text.includes('to_tsquery(')) return undefined
  const existing = statementNames.get(text)
  if (existing || statementNames.size >= MAX_STATEMENT_NAMES) return existing
  const name = `k${statementNames.size}`
  statementNames.set(text, name)
  return name
}
