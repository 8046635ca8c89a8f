// What is said and read, told over a broker instead of by the database (decision 0074). The database stays the one
// place that knows who needs what: a node that cannot hear the broker, or somebody who publishes there, says so in
// `deaf_nodes`, and from then on commits notify again. A node publishes only while it holds the lock of its number,
// so that all others see when it ends: what it had not published by then, they read.
import pg from 'pg'
import type { NewsBroker } from '#server/config-kinds.ts'
import { Broker } from './broker.ts'
import { publicationOf, type ReceivedPublication, readPublication } from './payloads.ts'
import { Peers } from './peers.ts'
import type { ToldOf } from './told.ts'

/** Of `must_notify` (0061_news_by_broker.sql). */
const UNDER_WAY = 7_210_316
const PUBLISHES = 7_210_317

type Handlers = {
  heard(news: Pick<ReceivedPublication, 'facts' | 'told'>): void
  /** Something that was said or read may have been missed. */
  missed(): void
  /** To be notified by the database, since it could not be published. */
  owe(facts: readonly string[]): void
  /** The connection to the database, while it listens. */
  client(): pg.Client | undefined
  /** It does not do what it is asked. */
  failed(client: pg.Client): void
}

/**
 * `hears`: all who publish. `turning`: no longer, and commits may not notify yet. `deaf`: no, and they do.
 */
type State = 'hears' | 'turning' | 'deaf'

export class ByBroker {
  readonly #name: string
  /** As locks name it. */
  readonly #number: number
  readonly #handlers: Handlers
  readonly #broker: Broker
  readonly #peers = new Peers()
  #state: State = 'turning'
  #hasBegun = false
  #isEnding = false
  /** The session that holds the lock of this node. */
  #listedBy: pg.Client | undefined
  /** Counts what has been published. */
  #published = 0
  /** The state of everybody's rights up to which the database's news have been heard for certain. */
  #rights: string | undefined
  readonly #held: ReceivedPublication[] = []
  #isCatchingUp = false
  readonly #doubted = new Set<string>()
  #isSettling = false
  #turn: Promise<unknown> = Promise.resolve()

  constructor(address: NewsBroker, name: string, handlers: Handlers) {
    this.#name = name
    this.#number = numberOf(name)
    this.#handlers = handlers
    this.#broker = new Broker(address, {
      heard: (payload) => this.#hear(payload),
      up: () => this.#peers.forgetHeard(),
      lost: (unconfirmed) => this.#lose(unconfirmed),
      beat: () => (this.#isListed ? this.#said(new Map()) : undefined),
    })
  }

  /** False while something may be said that reaches this node in no way. */
  get isCovered(): boolean {
    return this.#state !== 'turning'
  }

  /** True if all who publish are heard, and the database need not notify. */
  get isHearing(): boolean {
    return this.#state === 'hears'
  }

  /** Under which this node can publish what it is about to write down; null if the database has to tell. */
  get publishesAs(): number | null {
    return this.#broker.isUp && this.#isListed && !this.#isEnding ? this.#number : null
  }

  get #isListed(): boolean {
    return this.#listedBy !== undefined && this.#listedBy === this.#handlers.client()
  }

  /** What has just been committed, and nobody was notified of. */
  tell(told: ToldOf) {
    if (told.size === 0) return
    if (!this.#broker.isUp) {
      this.#handlers.owe([...told.keys()])
      return
    }
    this.#published++
    this.#broker.publish(this.#said(told))
  }

  /** After a statement of which nobody knows what has become: it may be written down yet, with nobody notified. */
  doubt(facts: readonly string[]) {
    for (const fact of facts) this.#doubted.add(fact)
    if (!this.#isSettling) void this.#settleDoubts()
  }

  async #settleDoubts() {
    this.#isSettling = true
    while (this.#doubted.size > 0) {
      const [client, facts] = [this.#handlers.client(), [...this.#doubted]]
      this.#doubted.clear()
      // Where it fails, the next connection waits for all commits before it is paid.
      if (client) await this.#awaitCommits(client).catch(() => this.#handlers.failed(client))
      this.#handlers.owe(facts)
    }
    this.#isSettling = false
  }

  /** The database's news are listened to by this connection from now on. */
  async attach(client: pg.Client) {
    this.#state = 'turning'
    // One that is lost shall not go on holding its lock.
    await client.query(
      'set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3',
    )
    await this.#putRow(client)
    this.#state = 'deaf'
    if (this.#hasBegun) return
    // Left behind by those that ended without a word.
    await client.query(`delete from deaf_nodes where seen_at < now() - interval '1 day'`)
    const subject = await subjectOf(client)
    this.#hasBegun = true
    if (subject !== undefined) this.#broker.start(subject)
  }

  /** With each of its heartbeats: who publishes, and are all of them heard? */
  look(client: pg.Client): Promise<void> {
    return this.#inTurn(async () => {
      if (this.#listedBy !== client && this.#broker.isUp) await this.#getListed(client)
      const isWhole = this.#peers.list(await this.#listPeers(client), performance.now())
      const hearsAll = this.#broker.isUp && this.#peers.silent(performance.now()).length === 0
      if (this.#state !== 'hears') {
        await this.#putRow(client, { isKnown: this.#state === 'deaf' })
        this.#setDeaf()
        if (hearsAll && this.#peers.areAllHeard) await this.#hearAgain(client)
      } else if (!hearsAll) await this.#goDeaf(client)
      else if (!isWhole) await this.#readAfter(client)
    })
  }

  async stop() {
    this.#isEnding = true
    await this.#broker.stop(this.#said(new Map(), { ends: true }))
    const client = this.#handlers.client()
    await client?.query('delete from deaf_nodes where node = $1', [this.#name]).catch(() => {})
  }

  #said(told: ToldOf, { ends }: { ends?: true } = {}): string {
    return publicationOf({ by: this.#name, n: this.#published, told, ...(ends && { ends }) })
  }

  #hear(payload: string) {
    const news = readPublication(payload)
    // What cannot be read may have been about anything.
    if (!news) return this.#handlers.missed()
    const isBeat = news.facts.length === 0
    const isWhole = this.#peers.hear(numberOf(news.by ?? ''), { ...news, isBeat }, performance.now())
    if (!isWhole && this.#state === 'hears') this.#handlers.missed()
    if (isBeat) return
    if (this.#held.length > 0 || !this.#isAfterRights(news)) {
      this.#held.push(news)
      void this.#catchUp()
    } else this.#handlers.heard(news)
  }

  #isAfterRights({ told }: ReceivedPublication): boolean {
    return [...told.values()].every(({ said }) => said === undefined || said.rights === this.#rights)
  }

  /**
   * What was said after a change of rights must not overtake it: the database tells of the change, and an answer of
   * that connection comes after all that it had to tell before.
   */
  async #catchUp() {
    if (this.#isCatchingUp) return
    this.#isCatchingUp = true
    while (this.#held.length > 0) {
      const [client, many] = [this.#handlers.client(), this.#held.length]
      await client?.query('select').catch(() => this.#handlers.failed(client))
      for (const news of this.#held.splice(0, many)) {
        for (const { said } of news.told.values()) this.#rights = said?.rights ?? this.#rights
        this.#handlers.heard(news)
      }
    }
    this.#isCatchingUp = false
  }

  #lose(unconfirmed: string[]) {
    const facts = unconfirmed.flatMap((payload) => readPublication(payload)?.facts ?? [])
    if (facts.length > 0) this.#handlers.owe([...new Set(facts)])
    if (this.#state === 'deaf') return
    this.#state = 'turning'
    const client = this.#handlers.client()
    if (client) this.#inTurn(() => this.#goDeaf(client)).catch(() => this.#handlers.failed(client))
  }

  async #goDeaf(client: pg.Client) {
    if (this.#state === 'deaf') return
    this.#state = 'turning'
    await this.#putRow(client)
    this.#setDeaf()
  }

  #setDeaf() {
    if (this.#state === 'deaf') return
    this.#state = 'deaf'
    this.#handlers.missed()
  }

  /** All that is heard is heard: what is committed from here on need not be notified for this node. */
  async #hearAgain(client: pg.Client) {
    // Before they know of it: from then on whatever gets lost counts.
    this.#state = 'hears'
    await client.query('delete from deaf_nodes where node = $1', [this.#name])
  }

  /** `isKnown`: everybody has been told before, it only has to stay. */
  async #putRow(client: pg.Client, { isKnown = false } = {}) {
    await client.query(
      'insert into deaf_nodes (node) values ($1) on conflict (node) do update set seen_at = now()',
      [this.#name],
    )
    if (!isKnown) await this.#awaitCommits(client)
  }

  /** What a node that has gone was still writing down. */
  async #readAfter(client: pg.Client) {
    await this.#awaitCommits(client)
    this.#handlers.missed()
  }

  /** Of those who may not have notified. */
  #awaitCommits = (client: pg.Client) => client.query('select pg_advisory_xact_lock($1)', [UNDER_WAY])

  async #getListed(client: pg.Client) {
    const { rows } = await client.query<{ got: boolean }>('select pg_try_advisory_lock($1, $2) as got', [
      PUBLISHES,
      this.#number,
    ])
    if (!rows[0]?.got) return
    // Those who are there know of this node before it writes down anything that they are not notified of.
    const isAnnounced = await this.#broker.announce(this.#said(new Map())).then(
      () => true,
      () => false,
    )
    if (isAnnounced) this.#listedBy = client
  }

  async #listPeers(client: pg.Client): Promise<number[]> {
    const { rows } = await client.query<{ number: string | number }>(
      `select objid::bigint as number from pg_locks
      where locktype = 'advisory' and classid = $1 and objsubid = 2 and granted and mode = 'ExclusiveLock'
        and database = (select oid from pg_database where datname = current_database())`,
      [PUBLISHES],
    )
    return rows.map(({ number }) => Number(number) | 0).filter((number) => number !== this.#number)
  }

  #inTurn(work: () => Promise<void>): Promise<void> {
    const done = this.#turn.then(work)
    this.#turn = done.catch(() => {})
    return done
  }
}

/** The beginning of its name, as PostgreSQL's locks take it. */
const numberOf = (name: string) => Number.parseInt(name.slice(0, 8), 16) | 0

/** No other database has the same, also not a copy in another cluster. A database that does not tell has no broker. */
async function subjectOf(client: pg.Client): Promise<string | undefined> {
  try {
    const { rows } = await client.query<{ place: string }>(
      `select system_identifier || '.' || oid as place
      from pg_control_system(), pg_database where datname = current_database()`,
    )
    return `kontor.${rows[0]?.place}.said`
  } catch (error) {
    if (error instanceof pg.DatabaseError) return undefined
    throw error
  }
}
