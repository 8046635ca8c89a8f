// The connections that requests share: a pg.Pool, and a new one as soon as a connection of it is lost, silent or only
// reads, since the others are no better then.
import { setTimeout as sleep } from 'node:timers/promises'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { READ_ONLY } from './database-gone.ts'
import { type Connection, doubtHost, endConnection, KEEPALIVE_MS, locate, openConnection } from './open.ts'

/** Longest a request waits for a connection, free or new, before it is answered 503. */
const WAIT_MS = 2_000
/** Longest a single statement of a request may run, as PostgreSQL keeps it. */
const STATEMENT_MS = 4_000
/** So much later this side gives it up, where PostgreSQL cannot be heard any more. */
const SLACK_MS = 250
const IDLE_MS = 60_000
const LIFETIME_SECONDS = 3_600
/** While no connection can be made, one is tried this often. */
const AGAIN_MS = 250
/** For so long a refused change says that nothing can be written. */
const FULL_MS = 10_000
const DISK_FULL = '53100'

/** `statementMs`: 0 for work beside requests that may take as long as it likes. */
type Options = { connections: number; statementMs?: number }

export class Pool implements PostgresPool {
  readonly options: Options
  readonly #connection: Connection
  #pool: pg.Pool | undefined
  /** Why no connection can be had; while it is set, one is tried again and again. */
  #gone: unknown
  #fullUntil = 0

  constructor(connection: Connection, options: Options) {
    this.#connection = connection
    this.options = options
  }

  /** How many connections it may have, has, and does not need just now; and who waits for one. */
  get state() {
    return {
      most: this.options.connections,
      size: this.#pool?.totalCount ?? 0,
      idle: this.#pool?.idleCount ?? 0,
      waiting: this.#pool?.waitingCount ?? 0,
    }
  }

  /** A change was refused a moment ago for want of space. */
  get isFull(): boolean {
    return performance.now() < this.#fullUntil
  }

  async connect(): Promise<PostgresPoolClient> {
    if (this.#gone) throw this.#gone
    let pool: pg.Pool | undefined
    try {
      pool = await this.#current()
      return this.#lend(pool, await pool.connect())
    } catch (error) {
      // While others are alive, one of them may come free.
      if (pool === this.#pool && !pool?.totalCount) void this.#awaitReturn(error)
      throw error
    }
  }

  async end() {
    this.#gone = Object.assign(new Error('the server ends'), { code: '08006' })
    await this.#pool?.end()
  }

  /** Other connections than these, from now on: what is idle goes, what is in use goes when it is given back. */
  renew() {
    doubtHost(this.#connection)
    const old = this.#pool
    this.#pool = undefined
    if (!old?.ending) void old?.end()
  }

  async #current(): Promise<pg.Pool> {
    if (this.#pool) return this.#pool
    const config = await locate(this.#connection)
    this.#pool ??= this.#make(config)
    return this.#pool
  }

  /** Refuses whoever comes until a connection can be made again: nobody waits twice for a database that is silent. */
  async #awaitReturn(error: unknown) {
    if (this.#gone) return
    this.#gone = error
    this.renew()
    while (this.#gone === error) {
      try {
        await endConnection(await openConnection(this.#connection, { name: 'kontor' }))
        break
      } catch {
        await sleep(AGAIN_MS, undefined, { ref: false })
      }
    }
    if (this.#gone === error) this.#gone = undefined
  }

  #lend(pool: pg.Pool, client: pg.PoolClient): PostgresPoolClient {
    const query = async (text: string, values: readonly unknown[]): Promise<pg.QueryResult> => {
      const name = nameOf(text)
      try {
        return await client.query({ text, values: [...values], ...(name && { name }) })
      } catch (error) {
        this.#heed(pool, error as Error)
        throw error
      }
    }
    return { query: query as never, release: (isBroken) => client.release(isBroken) }
  }

  #heed(pool: pg.Pool, error: Error & { code?: string }) {
    if (error.code === DISK_FULL) this.#fullUntil = performance.now() + FULL_MS
    if (pool !== this.#pool) return
    if (error.message === 'Query read timeout') void this.#awaitReturn(error)
    if (error.code === READ_ONLY) this.renew()
  }

  #make(config: pg.ClientConfig): pg.Pool {
    const { connections, statementMs = STATEMENT_MS } = this.options
    const pool = new pg.Pool({
      ...config,
      application_name: 'kontor',
      max: connections,
      connectionTimeoutMillis: WAIT_MS,
      idleTimeoutMillis: IDLE_MS,
      maxLifetimeSeconds: LIFETIME_SECONDS,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEPALIVE_MS,
      // A statement that gets no answer takes its connection along; without, the next one would wait behind it.
      pipeline: true,
      ...(statementMs > 0 && { query_timeout: statementMs + SLACK_MS }),
    })
    const lost = () => {
      if (this.#pool === pool) this.renew()
    }
    pool.on('error', lost) // of one that is idle
    pool.on('connect', (client) => {
      client.on('error', lost)
      // Not at the start of the session, where PgBouncer would refuse it.
      client.query(`set statement_timeout = ${statementMs}`).catch(lost)
    })
    return pool
  }
}

const names = new Map<string, string>()
/** Texts beyond this many are generated ones, not worth a place in every connection. */
const MOST_NAMES = 500

/** By its name PostgreSQL parses and plans a text once a connection: half the time of a list. */
function nameOf(text: string): string | undefined {
  // How a search is best done hangs on the words: it is planned anew each time, not once for all.
  if (text.includes('search_pattern(') || text.includes('to_tsquery(')) return undefined
  const known = names.get(text)
  if (known || names.size >= MOST_NAMES) return known
  const name = `k${names.size}`
  names.set(text, name)
  return name
}
