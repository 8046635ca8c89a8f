// The connections that requests share. Nobody waits for a database that does not answer: a connection that is asked and
// stays silent is given up, all are when the node finds that the database has fallen silent, and while none can be made
// whoever comes is refused at once.
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import { Line } from './line.ts'
import { type Connection, doubtHost, NoDatabase } from './open.ts'

/** Longest a request waits for a free connection before it is answered 503. */
const WAIT_MS = 2_500
/** Longest a single statement of a request may run, as PostgreSQL keeps it. */
const STATEMENT_MS = 4_500
/** So much later this side gives it up, where PostgreSQL cannot be heard any more. */
const SLACK_MS = 250
/** How often connections are looked at. */
const LOOK_MS = 200
const IDLE_MS = 60_000
/** While there is no connection at all, one is tried this often. */
const AGAIN_MS = 250
/** For so long a refused change says that nothing can be written. */
const FULL_MS = 10_000

/** `since`: when it began to wait. */
type Waiting = { since: number; take: (line: Line) => void; refuse: (error: unknown) => void }
/** `statementMs`: 0 for work beside requests that may take as long as it likes. */
type Options = { connections: number; statementMs?: number }

export class Pool implements PostgresPool {
  readonly options: Options
  readonly #connection: Connection
  readonly #lines = new Set<Line>()
  readonly #idle: Line[] = []
  readonly #waiting: Waiting[] = []
  #opening = 0
  /** Why the last try to connect failed, and when; none since then has succeeded. */
  #failed: { error: unknown; at: number } | undefined
  #fullUntil = 0
  #looks: NodeJS.Timeout | undefined
  #ended = false
  #drained: (() => void) | undefined

  constructor(connection: Connection, options: Options) {
    this.#connection = connection
    this.options = options
  }

  /** How many connections it may have, has, and does not need just now; and who waits for one. */
  get state() {
    return {
      most: this.options.connections,
      size: this.#lines.size,
      idle: this.#idle.length,
      waiting: this.#waiting.length,
    }
  }

  /** For how long whoever waits longest for a connection has done so, in ms. */
  get longestWait(): number {
    const first = this.#waiting[0]
    return first ? performance.now() - first.since : 0
  }

  /** A change was refused a moment ago for want of space. */
  get isFull(): boolean {
    return performance.now() < this.#fullUntil
  }

  async connect(): Promise<PostgresPoolClient> {
    let line = this.#idle.pop()
    while (line && !line.isUsable) line = this.#idle.pop()
    const lent = line ?? (await this.#wait())
    return lent.lend((isBroken) => this.#returned(lent, isBroken))
  }

  async end() {
    this.#ended = true
    for (const { refuse } of this.#waiting.splice(0)) refuse(ended())
    for (const line of this.#idle.splice(0)) line.end()
    const drained = new Promise<void>((done) => (this.#drained = done))
    this.#rest()
    await drained
  }

  /** Other connections than these, from now on: what is idle goes, what is in use goes when it is given back. */
  renew() {
    doubtHost(this.#connection)
    for (const line of this.#lines) line.isOld = true
    for (const line of this.#idle.splice(0)) line.end()
  }

  /** Called before a question to the database that shows which connections are silent. */
  mark() {
    for (const line of this.#lines) line.mark()
  }

  /** It has not answered: nor will it those connections that have heard nothing since the mark either. */
  giveUpSilent() {
    doubtHost(this.#connection)
    for (const line of this.#lines) if (line.isSilentSinceMark) line.break()
    // A caller who was refused for it and asks once more does not wait a second time.
    const error = new NoDatabase('08006', 'the database has fallen silent')
    this.#failed = { error, at: performance.now() }
  }

  #wait(): Promise<Line> {
    if (this.#ended) throw ended()
    if (this.#isGone()) throw this.#failed?.error
    this.#looks ??= setInterval(() => this.#look(), LOOK_MS).unref()
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1)
        reject(new NoDatabase('08001', 'timeout exceeded when trying to connect'))
      }, WAIT_MS)
      const waiting: Waiting = {
        since: performance.now(),
        take(line) {
          clearTimeout(timer)
          resolve(line)
        },
        refuse(error) {
          clearTimeout(timer)
          reject(error)
        },
      }
      this.#waiting.push(waiting)
      this.#grow()
    })
  }

  /** There is no connection, the last try has failed, and the next one is not due or under way. */
  #isGone(): boolean {
    if (!this.#failed || this.#lines.size > 0) return false
    return this.#opening > 0 || performance.now() - this.#failed.at < AGAIN_MS
  }

  #grow() {
    const { connections } = this.options
    while (this.#opening < this.#waiting.length && this.#lines.size + this.#opening < connections) {
      this.#opening++
      // After a failure one try is enough to know.
      void this.#open()
      if (this.#failed) return
    }
  }

  async #open() {
    const { statementMs = STATEMENT_MS } = this.options
    try {
      const line = await Line.open(this.#connection, {
        name: 'kontor',
        statementMs,
        answerMs: statementMs === 0 ? Number.POSITIVE_INFINITY : statementMs + SLACK_MS,
        ended: (lost, isOurs) => this.#lose(lost, isOurs),
        refused: (code) => this.#refused(code),
      })
      this.#opening--
      this.#failed = undefined
      this.#lines.add(line)
      this.#give(line)
      this.#grow()
    } catch (error) {
      this.#opening--
      this.#failed = { error, at: performance.now() }
      // While other connections are alive, one of them may come free.
      if (this.#lines.size + this.#opening === 0)
        for (const { refuse } of this.#waiting.splice(0)) refuse(error)
    }
    this.#rest()
  }

  #give(line: Line) {
    if (this.#ended) return line.end()
    const next = this.#waiting.shift()
    if (next) next.take(line)
    else this.#idle.push(line)
  }

  #returned(line: Line, isBroken: boolean) {
    if (!this.#lines.has(line)) return
    if (isBroken) line.break()
    else if (line.isUsable) this.#give(line)
    else line.end()
  }

  #lose(line: Line, isOurs: boolean) {
    this.#lines.delete(line)
    const place = this.#idle.indexOf(line)
    if (place >= 0) this.#idle.splice(place, 1)
    if (!isOurs) doubtHost(this.#connection)
    if (!this.#ended) this.#grow()
    this.#rest()
  }

  #refused(code: string) {
    // The database is one that only reads: another host may be the one to write to by now.
    if (code === '25006') this.renew()
    if (code === '53100') this.#fullUntil = performance.now() + FULL_MS
  }

  #look() {
    const now = performance.now()
    for (const line of this.#lines) if (line.look(now)) line.break()
    // The one that was given back first has been idle for longest.
    while (this.#idle[0] && now - this.#idle[0].freeSince > IDLE_MS) this.#idle.shift()?.end()
  }

  #rest() {
    if (!this.#ended || this.#lines.size + this.#opening > 0) return
    clearInterval(this.#looks)
    this.#drained?.()
  }
}

const ended = () => new NoDatabase('08006', 'the server ends')
