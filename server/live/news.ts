import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { type Connection, type Database, sendAhead, type Tx, transaction } from '#server/db/connect.ts'

/**
 * Tells every node which facts have changed, so that what they remember of them is dropped.
 * News travel with the commit that makes them true (NOTIFY inside the transaction): a node that dies between the two
 * cannot leave another one with stale memory. The node that commits hears itself at once, before it answers, and only then.
 */
const CHANNEL = 'kontor_changed'
const RECONNECT_MS = 500
const HEARTBEAT_MS = 5_000
/** PostgreSQL takes payloads below 8,000 bytes. */
const PAYLOAD_BYTES = 7_000

type Listener = { changed(fact: string): void; lost(): void }
type Told = { by: string; facts: string[] }

export class News {
  /** Tells this node's own news from others'. */
  readonly name = randomUUID()
  readonly #connection: Connection
  readonly #listeners: Listener[] = []
  #client: pg.Client | undefined
  #timer: NodeJS.Timeout | undefined
  #closed = false
  /** Counts changes heard: what was read before a change may not be remembered after it. */
  #count = 0
  readonly #changedAt = new Map<string, number>()
  #knownSince = 0

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** False while other nodes cannot be heard: then nothing remembered may be used. */
  get heard(): boolean {
    return this.#client !== undefined
  }

  get count(): number {
    return this.#count
  }

  /** Whether one of the facts has changed since `count` was read. */
  changedSince(count: number, facts: readonly string[]): boolean {
    if (count < this.#knownSince) return true
    return facts.some((fact) => (this.#changedAt.get(fact) ?? 0) > count)
  }

  listen(listener: Listener) {
    this.#listeners.push(listener)
  }

  async start(): Promise<void> {
    await this.#connect().catch(() => this.#retry())
  }

  async stop(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#timer)
    const client = this.#client
    this.#client = undefined
    await client?.end().catch(() => {})
  }

  hear(facts: readonly string[]) {
    if (this.#changedAt.size > 20_000) {
      this.#changedAt.clear()
      this.#knownSince = this.#count
    }
    for (const fact of facts) {
      this.#changedAt.set(fact, ++this.#count)
      for (const listener of this.#listeners) listener.changed(fact)
    }
  }

  async #connect() {
    const client = new pg.Client({
      ...this.#connection,
      application_name: 'kontor news',
      connectionTimeoutMillis: 3_000,
    })
    let gone = false
    const lost = () => {
      if (gone) return
      gone = true
      this.#lose()
      client.end().catch(() => {})
      this.#retry()
    }
    client.on('error', lost)
    client.on('end', lost)
    client.on('notification', ({ payload }) => {
      const { by, facts } = JSON.parse(payload ?? '') as Told
      // What this node has told has been heard here at its commit.
      if (by !== this.name) this.hear(facts)
    })
    try {
      await client.connect()
      await client.query(`listen ${CHANNEL}`)
    } catch (error) {
      gone = true
      client.end().catch(() => {})
      throw error
    }
    if (this.#closed) {
      await client.end()
      return
    }
    // Changes may have been missed before this connection listened.
    this.#lose()
    this.#client = client
    this.#beat(client, lost)
  }

  /** A connection can be dead without saying so. */
  #beat(client: pg.Client, lost: () => void) {
    this.#timer = setTimeout(() => {
      const deadline = setTimeout(lost, HEARTBEAT_MS)
      const again = () => {
        clearTimeout(deadline)
        if (this.#client === client) this.#beat(client, lost)
      }
      const failed = () => {
        clearTimeout(deadline)
        lost()
      }
      // It need not end the connection, which would tell of itself: whoever cannot be asked any more is not trusted.
      client.query('select 1').then(again, failed)
    }, HEARTBEAT_MS).unref()
  }

  #lose() {
    this.#client = undefined
    this.#changedAt.clear()
    this.#knownSince = ++this.#count
    for (const listener of this.#listeners) listener.lost()
  }

  #retry() {
    if (this.#closed) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#connect().catch(() => this.#retry()), RECONNECT_MS).unref()
  }
}

const changes = new WeakMap<Tx, Set<string>>()

/** Names an effect at the end of a rule: whatever rests on these facts is forgotten with the commit, on every node. */
export function changed(tx: Tx, ...facts: string[]) {
  const known = changes.get(tx)
  if (!known) throw new Error('changed() belongs into inTransaction()')
  for (const fact of facts) known.add(fact)
}

export async function inTransaction<T>(
  { db, news }: { db: Database; news: News },
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const facts = new Set<string>()
  try {
    return await transaction(db, async (tx) => {
      changes.set(tx, facts)
      const done = await work(tx)
      for (const told of payloads(news.name, [...facts]))
        await sendAhead(tx, sql`select pg_notify(${CHANNEL}, ${told})`.compile(tx))
      return done
    })
  } finally {
    // Also when it failed: a connection can break between the commit and its answer.
    news.hear([...facts])
  }
}

function payloads(by: string, facts: string[]): string[] {
  const all: string[] = []
  for (let rest = facts; rest.length > 0; ) {
    let size = 0
    let take = 0
    while (take < rest.length && (size += JSON.stringify(rest[take]).length + 1) < PAYLOAD_BYTES) take++
    take = Math.max(take, 1)
    all.push(JSON.stringify({ by, facts: rest.slice(0, take) } satisfies Told))
    rest = rest.slice(take)
  }
  return all
}
