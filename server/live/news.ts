// Tells every node which facts have changed, so that what their caches keep of them is dropped. News travel with the
// commit that makes them true (NOTIFY inside the transaction): a node that dies between the two cannot leave another
// one with a stale cache. The node that commits receives its own news at once, before it answers, and only then.
// Where there is a broker, what is said and read goes over that instead (by-broker.ts).
import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { NewsBroker } from '#server/config-kinds.ts'
import { type Connection, type Database, notifyAhead, type Tx, transaction } from '#server/db/connect.ts'
import { doubtHost, endConnection, openConnection, streamOf } from '#server/db/open.ts'
import type { Pool } from '#server/db/pool.ts'
import { ByBroker } from './by-broker.ts'
import { payloadsOf, readPayload } from './payloads.ts'
import { ECHO_MS, Pulse } from './pulse.ts'
import type { Told, ToldOf } from './told.ts'

export const CHANNEL = 'kontor_changed'
const RECONNECT_MS = 500
/** How soon after one heartbeat the next one follows. */
const HEARTBEAT_MS = 750

/** `told`: what has become of the fact, where the news say so; then nothing of it need be forgotten. */
type Listener = {
  changed(fact: string, told?: Told): void
  lost(): void
  /** Anything may have been said in any room, or read: for whoever is told what has become of it. */
  missed?(): void
}

export class News {
  /** Tells this node's own news from others'. */
  readonly name = randomUUID()
  readonly #connection: Connection
  readonly #listeners: Listener[] = []
  #client: pg.Client | undefined
  #timer: NodeJS.Timeout | undefined
  #closed = false
  /** Counts changes received: what was read before a change may not be kept after it. */
  #count = 0
  readonly #changedAt = new Map<string, number>()
  #knownSince = 0

  readonly #pulse: Pulse
  readonly #byBroker: ByBroker | undefined
  /** Facts that other nodes have still to be notified of, since they could not be published. */
  readonly #owed = new Set<string>()

  constructor(connection: Connection, pool?: Pool, broker?: NewsBroker) {
    this.#connection = connection
    this.#pulse = new Pulse(this.name, pool)
    if (!broker) return
    this.#byBroker = new ByBroker(broker, this.name, {
      heard: ({ facts, told }) =>
        facts === 'everything' ? this.forgetEverything() : this.receive(facts, told),
      missed: () => this.forgetSaid(),
      owe: (facts) => this.#owe(facts),
      client: () => this.#client,
      failed: (client) => streamOf(client).destroy(),
    })
  }

  /** False while the news of other nodes cannot be received: then no cache may be used. */
  get isListening(): boolean {
    return this.#client !== undefined && (this.#byBroker?.isCovered ?? true)
  }

  /** Where there is a broker: true while all is heard that is published there. */
  get isHearing(): boolean | undefined {
    return this.#byBroker?.isHearing
  }

  /** For a statement that need not tell other nodes; null if it has to. */
  get publishesAs(): number | null {
    return this.#byBroker?.publishesAs ?? null
  }

  get count(): number {
    return this.#count
  }

  /** True if one of the facts has changed since `count` was read. */
  changedSince(count: number, facts: readonly string[]): boolean {
    if (count === this.#count) return false
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
    await this.#byBroker?.stop()
    const client = this.#client
    this.#client = undefined
    if (client) await endConnection(client)
  }

  /** Facts have changed: every listener on this node is told. */
  receive(facts: readonly string[], told: ToldOf = new Map()) {
    if (this.#changedAt.size > 20_000) {
      this.#changedAt.clear()
      this.#knownSince = this.#count
    }
    for (const fact of facts) {
      this.#changedAt.set(fact, ++this.#count)
      for (const listener of this.#listeners) listener.changed(fact, told.get(fact))
    }
  }

  async #connect() {
    const client = await openConnection(this.#connection, { name: 'kontor news', answerMs: 2 * ECHO_MS })
    let gone = false
    const lost = () => {
      if (gone) return
      gone = true
      doubtHost(this.#connection)
      this.#lose()
      // It may never say goodbye.
      streamOf(client).destroy()
      this.#retry()
    }
    client.on('error', lost)
    client.on('end', lost)
    client.on('notification', ({ channel, payload }) => {
      if (channel !== CHANNEL) return
      const { by, facts, told } = readPayload(payload)
      // This node received its own news when it committed.
      if (by === this.name) return
      if (facts === 'everything') this.forgetEverything()
      else this.receive(facts, told)
    })
    try {
      await client.query(`listen ${CHANNEL}; listen ${this.#pulse.channel}`)
      await this.#pulse.echo(client)
      await this.#byBroker?.attach(client)
    } catch (error) {
      gone = true
      doubtHost(this.#connection)
      streamOf(client).destroy()
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
    this.#payOwed()
    this.#beat(client, lost)
  }

  #beat(client: pg.Client, lost: () => void) {
    const beat = async () => {
      const isWritable = await this.#pulse.isWritable(client)
      await this.#pulse.echo(client)
      await this.#byBroker?.look(client)
      if (!isWritable) throw new Error('the database only reads')
      if (this.#client === client) this.#beat(client, lost)
    }
    this.#timer = setTimeout(() => void beat().catch(lost), HEARTBEAT_MS).unref()
  }

  #lose() {
    this.#client = undefined
    this.forgetEverything()
  }

  /** As after a time without news: anything may have changed. */
  forgetEverything() {
    this.#changedAt.clear()
    this.#knownSince = ++this.#count
    for (const listener of this.#listeners) listener.lost()
  }

  /** As after a time without what is said and read, while all else was received. */
  forgetSaid() {
    this.#changedAt.clear()
    this.#knownSince = ++this.#count
    for (const listener of this.#listeners) listener.missed?.()
  }

  /** Tells other nodes what they have not been notified of. */
  tell(told: ToldOf) {
    this.#byBroker?.tell(told)
  }

  /** After a statement of which nobody knows what has become: it may have been written down, and nobody notified. */
  tellOfDoubt(facts: readonly string[]) {
    this.#byBroker?.doubt(facts)
  }

  /** Where the node ends before it has paid, the others see that it has gone, and read. */
  #owe(facts: readonly string[]) {
    for (const fact of facts) this.#owed.add(fact)
    this.#payOwed()
  }

  #payOwed() {
    const client = this.#client
    if (!client) return
    const facts = [...this.#owed]
    this.#owed.clear()
    for (const payload of payloadsOf(this.name, facts))
      client.query('select pg_notify($1, $2)', [CHANNEL, payload]).catch(() => {
        for (const fact of facts) this.#owed.add(fact)
      })
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
      for (const payload of payloadsOf(news.name, [...facts])) await notifyAhead(tx, CHANNEL, payload)
      return done
    })
  } finally {
    // Also when it failed: a connection can break between the commit and its answer.
    news.receive([...facts])
  }
}

/**
 * For a statement that says what has become of facts, and has told the other nodes by itself if they were `notified`;
 * else they are told here. This node is told with its answer. Where it fails nobody knows what has become of them,
 * and they are forgotten here.
 */
export async function withOwnNews<T>(
  { news }: { news: News },
  facts: readonly string[],
  write: () => Promise<{ written: T; told: ToldOf; notified: boolean }>,
): Promise<T> {
  try {
    const { written, told, notified } = await write()
    if (!notified) news.tell(told)
    news.receive([...told.keys()], told)
    return written
  } catch (error) {
    news.tellOfDoubt(facts)
    news.receive(facts)
    throw error
  }
}
