// Distributes changed facts to all nodes. News is sent with the commit (NOTIFY inside the transaction), so a node
// that dies cannot leave others outdated. The committing node receives its own news directly, after the commit and
// before it answers.
import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { type Connection, type Database, notifyChannel, type Tx, transaction } from '#server/db/connect.ts'
import { endConnection, forgetHost, getSocket, openConnection } from '#server/db/open.ts'
import { payloadsOf, readPayload } from './payloads.ts'
import { ECHO_MS, Pulse } from './pulse.ts'

export const CHANNEL = 'kontor_changed'
const RECONNECT_MS = 500
const HEARTBEAT_MS = 750

type Listener = {
  changed(fact: string): void
  lost(): void
}

export class News {
  /** Distinguishes this node's own news from that of other nodes. */
  readonly name = randomUUID()
  readonly #connection: Connection
  readonly #listeners: Listener[] = []
  #client: pg.Client | undefined
  #timer: NodeJS.Timeout | undefined
  #closed = false
  /** Counts received changes: data read before a change must not be cached after it. */
  #count = 0
  readonly #changedAt = new Map<string, number>()
  #knownSince = 0

  readonly #pulse: Pulse

  constructor(connection: Connection) {
    this.#connection = connection
    this.#pulse = new Pulse(this.name)
  }

  /** False while news of other nodes cannot be received: caches must not be used then. */
  get isListening(): boolean {
    return this.#client !== undefined
  }

  get count(): number {
    return this.#count
  }

  /**
   * Increases with each change of the fact that this node has received, and whenever it may have missed changes.
   */
  versionOf(fact: string): number {
    return this.#changedAt.get(fact) ?? this.#knownSince
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
    if (client) await endConnection(client)
  }

  /** Notifies all listeners on this node. */
  receive(facts: readonly string[]) {
    if (this.#changedAt.size > 20_000) {
      this.#changedAt.clear()
      this.#knownSince = this.#count
    }
    for (const fact of facts) {
      this.#changedAt.set(fact, ++this.#count)
      // `times:7` also counts for `times`.
      this.#changedAt.set(fact.split(':', 1)[0] as string, this.#count)
      for (const listener of this.#listeners) listener.changed(fact)
    }
  }

  async #connect() {
    const client = await openConnection(this.#connection, { name: 'kontor news', answerMs: 2 * ECHO_MS })
    let gone = false
    const lost = () => {
      if (gone) return
      gone = true
      forgetHost(this.#connection)
      this.#lose()
      // A graceful end might hang.
      getSocket(client).destroy()
      this.#retry()
    }
    client.on('error', lost)
    client.on('end', lost)
    client.on('notification', ({ channel, payload }) => {
      if (channel !== CHANNEL) return
      const { by, facts } = readPayload(payload)
      // Already received at the commit.
      if (by === this.name) return
      if (facts === 'everything') this.forgetEverything()
      else this.receive(facts)
    })
    try {
      await client.query(`listen ${CHANNEL}; listen ${this.#pulse.channel}`)
      await this.#pulse.echo(client)
    } catch (error) {
      gone = true
      forgetHost(this.#connection)
      getSocket(client).destroy()
      throw error
    }
    if (this.#closed) {
      gone = true
      await endConnection(client)
      return
    }
    // Changes may have been missed before this connection listened.
    this.#lose()
    this.#client = client
    this.#beat(client, lost)
  }

  #beat(client: pg.Client, lost: () => void) {
    const beat = async () => {
      const isWritable = await this.#pulse.isWritable(client)
      await this.#pulse.echo(client)
      if (!isWritable) throw new Error('the database only reads')
      if (this.#client === client) this.#beat(client, lost)
    }
    this.#timer = setTimeout(() => void beat().catch(lost), HEARTBEAT_MS).unref()
  }

  #lose() {
    this.#client = undefined
    this.forgetEverything()
  }

  /** Treats everything as changed, as after a gap in the news. */
  forgetEverything() {
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

const pendingFacts = new WeakMap<Tx, Set<string>>()

/**
 * Declares an effect at the end of a rule: with the commit, everything that depends on these facts becomes
 * outdated on every node.
 */
export function changed(tx: Tx, ...facts: string[]) {
  const pending = pendingFacts.get(tx)
  if (!pending) throw new Error('changed() belongs into inTransaction()')
  for (const fact of facts) pending.add(fact)
}

export async function inTransaction<T>(
  { db, news }: { db: Database; news: News },
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const facts = new Set<string>()
  try {
    return await transaction(db, async (tx) => {
      pendingFacts.set(tx, facts)
      const done = await work(tx)
      for (const payload of payloadsOf(news.name, [...facts])) await notifyChannel(tx, CHANNEL, payload)
      return done
    })
  } finally {
    // Also after an error: a connection can break between the commit and its confirmation.
    news.receive([...facts])
  }
}
