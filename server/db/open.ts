// Opens single database connections, with a timeout and keepalive. If DATABASE_URL names several hosts, finds the
// writable one, also for the pool. Startup parameters are limited to what PgBouncer passes on; everything else is
// set afterwards.
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Address, parseAddress } from './address.ts'

export type Connection = pg.ClientConfig

type ConnectionOptions = {
  /** Shown in `pg_stat_activity`. */
  name: string
  /** Client-side timeout of each query in ms; absent means none. */
  answerMs?: number
  /** Allows pipelined queries. */
  pipeline?: boolean
}

/** Connection timeout per host, in ms. */
export const CONNECT_MS = 2_500
/**
 * Idle time in ms before TCP keepalive probes. A host that stops closes its connections, but a host that has vanished
 * sends nothing, so that only the probes detect it.
 */
export const KEEPALIVE_MS = 10_000
const CLOSE_TIMEOUT_MS = 1_000
/** An earlier host in the list is still preferred if it answers up to this many ms after a later one. */
const EARLIER_HOST_GRACE_MS = 300

/** Its code counts as „database is away“ everywhere (database-gone.ts). */
class NoDatabase extends Error {
  readonly code: string

  constructor(code: '08001' | '25006', message: string, cause?: unknown) {
    super(message, { cause })
    this.code = code
  }
}

export async function openConnection(connection: Connection, opening: ConnectionOptions): Promise<pg.Client> {
  const config = await resolveConnection(connection)
  try {
    return await connectWith(config, opening)
  } catch (error) {
    forgetHost(connection)
    throw error
  }
}

/** Closes the connection in an orderly way. If the server does not react in time, destroys the socket. */
export async function endConnection(client: pg.Client) {
  const late = setTimeout(() => getSocket(client).destroy(), CLOSE_TIMEOUT_MS)
  await client.end().catch(() => {})
  clearTimeout(late)
}

export const getSocket = (client: pg.Client) => client.connection.stream as Socket

const resolvedConnections = new Map<string, Promise<Connection>>()

/**
 * Replaces `connectionString` by the host and TLS options that pg needs. The result is cached per connection string.
 */
export async function resolveConnection({ connectionString, ...own }: Connection): Promise<Connection> {
  if (connectionString === undefined) return { ssl: false, ...own }
  const location = resolvedConnections.get(connectionString) ?? resolveAddress(parseAddress(connectionString))
  resolvedConnections.set(connectionString, location)
  try {
    return { ...(await location), ...own }
  } catch (error) {
    if (resolvedConnections.get(connectionString) === location) resolvedConnections.delete(connectionString)
    throw error
  }
}

/** Forgets the writable host: after a lost connection or a refused change it may be another one. */
export function forgetHost({ connectionString }: Connection) {
  if (connectionString !== undefined) resolvedConnections.delete(connectionString)
}

async function resolveAddress(address: Address): Promise<Connection> {
  const { hosts, tls, picks, user, password, database, options } = address
  const configs = hosts.map((host) => ({
    ...host,
    user,
    password,
    database,
    ssl: tls.options,
    ...(options !== undefined && { options }),
  }))
  if (!picks && !tls.prefer) return configs[0] as Connection
  const looks = configs.map((config) => probeHost(config, tls.prefer))
  return picks ? findWritable(looks) : (await (looks[0] as Promise<HostState>)).config
}

type HostState = { config: Connection; isWritable: boolean }

/** `prefer`: retries without TLS if the host offers none. */
async function probeHost(config: Connection, prefer: boolean): Promise<HostState> {
  try {
    return { config, isWritable: await isWritable(config) }
  } catch (error) {
    if (!prefer || !/SSL/.test((error as Error).message)) throw error
    return probeHost({ ...config, ssl: false }, false)
  }
}

async function isWritable(config: Connection): Promise<boolean> {
  const client = await connectWith(config, { name: 'kontor', answerMs: CONNECT_MS })
  try {
    const { rows } = await client.query<{ writable: boolean }>(IS_WRITABLE_QUERY)
    return rows[0]?.writable ?? false
  } finally {
    client.end().catch(() => {})
  }
}

/** False on a standby and on a database set to read only. */
export const IS_WRITABLE_QUERY = `select current_setting('transaction_read_only') = 'off' as writable`

/**
 * Queries all hosts at once, so that a silent one delays nobody. If several writable hosts answer at about
 * the same time, the first in the list is selected.
 */
async function findWritable(looks: Promise<HostState>[]): Promise<Connection> {
  const writable = looks.map(async (look) => {
    const { config, isWritable } = await look
    if (!isWritable) throw new NoDatabase('25006', 'keiner der Rechner nimmt Änderungen an')
    return config
  })
  const results = writable.map((one) => one.catch(() => undefined))
  try {
    await Promise.any(writable)
  } catch (error) {
    const errors = (error as AggregateError).errors as (Error & { code?: string })[]
    throw errors.find(({ code }) => code === '25006') ?? errors[0]
  }
  const late = sleep(EARLIER_HOST_GRACE_MS)
  for (const one of results) {
    const config = await Promise.race([one, late])
    if (config) return config
  }
  return Promise.any(writable)
}

async function connectWith(config: Connection, { name, answerMs, pipeline = false }: ConnectionOptions) {
  const client = new pg.Client({
    ...config,
    application_name: name,
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEPALIVE_MS,
    pipeline,
    ...(answerMs !== undefined && { query_timeout: answerMs }),
  })
  // Errors reach the caller by the failing statement; an unhandled event would end the process.
  client.on('error', () => {})
  try {
    await client.connect()
    return client
  } catch (error) {
    getSocket(client).destroy()
    if ((error as Error).message !== 'timeout expired') throw error
    throw new NoDatabase('08001', 'keine Antwort innerhalb von 2,5 Sekunden', error)
  }
}
