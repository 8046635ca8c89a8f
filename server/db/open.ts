// Every connection to the database is opened here: within a time, kept from falling silent unnoticed, and of several
// hosts to the one that can be written to. At its start a session says nothing that PgBouncer would not pass on: what
// is to hold for it is set afterwards.
import type { Socket } from 'node:net'
import pg from 'pg'
import { type Address, type Host, readAddress, type Tls } from './address.ts'

export type Connection = pg.ClientConfig

type Opening = {
  /** As `pg_stat_activity` shows it. */
  name: string
  withinMs?: number
  /** Longest a single answer may take, on the clock of this side. Without it there is no limit. */
  answerMs?: number
  pipeline?: boolean
}

/** Longest that connecting to a host may take. */
export const CONNECT_MS = 2_500
/** A host that comes up or goes down says so; one that is gone says nothing. */
const KEEPALIVE_MS = 10_000
const GOODBYE_MS = 1_000
/** One that stands further ahead in the list, and can be written to as well, may be slower by this. */
const HEAD_START_MS = 300

/** With a code of the class 08, which says everywhere that the database is not there. */
export class NoDatabase extends Error {
  readonly code: string

  constructor(code: '08001' | '08006' | '25006', message: string, cause?: unknown) {
    super(message, { cause })
    this.code = code
  }
}

export async function openConnection(connection: Connection, opening: Opening): Promise<pg.Client> {
  const address = addressOf(connection)
  if (!address) return connectWith({ ssl: false, ...connection }, opening)
  const { tls, options } = address
  const { connectionString: _, ...own } = connection
  const open = (host: Host, asked: Opening) =>
    connectTo(
      {
        ...host,
        user: address.user,
        password: address.password,
        database: address.database,
        ...(options !== undefined && { options }),
        ...own,
      },
      tls,
      asked,
    )
  if (!address.picks) return open(address.hosts[0] as Host, opening)
  const chooser = chooserOf(connection.connectionString as string)
  const host = await chooser.choose(address.hosts, (one) =>
    open(one, { name: 'kontor', withinMs: CONNECT_MS, answerMs: CONNECT_MS }),
  )
  try {
    return await open(host, opening)
  } catch (error) {
    chooser.forget()
    throw error
  }
}

/** With a goodbye; a side that does not take it is not waited for. */
export async function endConnection(client: pg.Client) {
  const late = setTimeout(() => streamOf(client).destroy(), GOODBYE_MS)
  await client.end().catch(() => {})
  clearTimeout(late)
}

/** After a lost connection or a refused change another host may be the writable one. */
export function doubtHost({ connectionString }: Connection) {
  if (connectionString !== undefined) choosers.get(connectionString)?.forget()
}

/** The way to a client's bytes: what has come in tells whether the other side is there. */
export const streamOf = (client: pg.Client) => client.connection.stream as Socket

async function connectTo(config: Connection, { prefer, options }: Tls, opening: Opening): Promise<pg.Client> {
  try {
    return await connectWith({ ...config, ssl: options }, opening)
  } catch (error) {
    if (!prefer || !/SSL/.test((error as Error).message)) throw error
    return connectWith({ ...config, ssl: false }, opening)
  }
}

async function connectWith(config: Connection, { name, withinMs, answerMs, pipeline }: Opening) {
  const within = withinMs ?? CONNECT_MS
  const client = new pg.Client({
    ...config,
    application_name: name,
    connectionTimeoutMillis: within,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEPALIVE_MS,
    ...(answerMs !== undefined && { query_timeout: answerMs }),
    ...(pipeline && { pipeline }),
  })
  // The statement that fails tells its caller; without a listener the event would end the process.
  client.on('error', () => {})
  try {
    await client.connect()
    return client
  } catch (error) {
    streamOf(client).destroy()
    if ((error as Error).message !== 'timeout expired') throw error
    throw new NoDatabase('08001', `keine Antwort innerhalb von ${short(within)} Sekunden`, error)
  }
}

const short = (ms: number) => String(ms / 1_000).replace('.', ',')

/** Which host is the one to write to, found out once for all who ask at the same time. */
class Chooser {
  #chosen: Promise<Host> | undefined

  forget() {
    this.#chosen = undefined
  }

  choose(hosts: Host[], open: (host: Host) => Promise<pg.Client>): Promise<Host> {
    if (this.#chosen) return this.#chosen
    const choice = firstWritable(hosts, open)
    this.#chosen = choice
    choice.catch(() => {
      if (this.#chosen === choice) this.#chosen = undefined
    })
    return choice
  }
}

/**
 * All are asked at once: a silent one keeps nobody waiting. Of those that answer at about the same time the first
 * counts.
 */
async function firstWritable(hosts: Host[], open: (host: Host) => Promise<pg.Client>): Promise<Host> {
  const looks = hosts.map((host) => isWritable(host, open))
  const looked = looks.map((look) =>
    look.then(
      (writable) => writable,
      () => false,
    ),
  )
  const found = await firstTrue(looked)
  if (found === undefined) {
    const outcomes = await Promise.allSettled(looks)
    const readOnly = outcomes.some(({ status }) => status === 'fulfilled')
    if (readOnly) throw new NoDatabase('25006', 'keiner der Rechner nimmt Änderungen an')
    throw (outcomes[0] as PromiseRejectedResult).reason
  }
  for (const [place, look] of looked.slice(0, found).entries()) {
    const first = await Promise.race([
      look,
      new Promise<boolean>((no) => setTimeout(no, HEAD_START_MS, false)),
    ])
    if (first) return hosts[place] as Host
  }
  return hosts[found] as Host
}

async function firstTrue(answers: Promise<boolean>[]): Promise<number | undefined> {
  return Promise.any(
    answers.map(async (answer, place) => {
      if (await answer) return place
      throw new Error('no')
    }),
  ).catch(() => undefined)
}

async function isWritable(host: Host, open: (host: Host) => Promise<pg.Client>): Promise<boolean> {
  const client = await open(host)
  try {
    const { rows } = await client.query<{ writable: boolean }>(WRITABLE)
    return rows[0]?.writable ?? false
  } finally {
    client.end().catch(() => {})
  }
}

/** A standby says no, and so does a database that somebody has set to read only. */
export const WRITABLE = `select current_setting('transaction_read_only') = 'off' as writable`

const addresses = new Map<string, Address>()
const choosers = new Map<string, Chooser>()

function addressOf({ connectionString }: Connection): Address | undefined {
  if (connectionString === undefined) return undefined
  const known = addresses.get(connectionString)
  if (known) return known
  const address = readAddress(connectionString)
  addresses.set(connectionString, address)
  return address
}

function chooserOf(connectionString: string): Chooser {
  const known = choosers.get(connectionString) ?? new Chooser()
  choosers.set(connectionString, known)
  return known
}
