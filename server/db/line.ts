// One connection of the pool: what was asked, since when it says nothing, and which texts it knows by name.
import type { PostgresPoolClient } from 'kysely'
import type pg from 'pg'
import { type Connection, openConnection, streamOf } from './open.ts'

type LineOptions = {
  name: string
  statementMs: number
  /** Silence that is longer than this, while something is asked, ends it. */
  answerMs: number
  /** `isOurs`: this side has ended it. */
  ended(line: Line, isOurs: boolean): void
  /** A statement failed, with this code. */
  refused(code: string): void
}

export class Line {
  /** Not to be used again. */
  isOld = false
  freeSince = performance.now()
  readonly #client: pg.Client
  readonly #opening: LineOptions
  /** Statements without an answer. */
  #asked = 0
  /** Bytes that have come, and when the last of them were noticed or the first question went out. */
  #bytes = 0
  #heardAt = 0
  #marked: number | undefined
  #isOurs = false
  #isEnded = false

  static async open(connection: Connection, opening: LineOptions): Promise<Line> {
    const client = await openConnection(connection, { name: opening.name, pipeline: true })
    const line = new Line(client, opening)
    // Not at the start of the session, where PgBouncer would refuse it. The first question goes out right behind it.
    line.#ask(`set statement_timeout = ${opening.statementMs}`, []).catch(() => line.break())
    return line
  }

  constructor(client: pg.Client, opening: LineOptions) {
    this.#client = client
    this.#opening = opening
    client.on('end', () => {
      if (this.#isEnded) return
      this.#isEnded = true
      opening.ended(this, this.#isOurs)
    })
  }

  /** For one request; `release` may be called once. */
  lend(release: (isBroken: boolean) => void): PostgresPoolClient {
    let isLent = true
    return {
      query: ((text: string, values: readonly unknown[]) => this.#ask(text, values)) as never,
      release: (isBroken) => {
        if (!isLent) throw new Error('a connection was given back twice')
        isLent = false
        this.freeSince = performance.now()
        release(isBroken ?? false)
      },
    }
  }

  /** True if it was asked and has been silent for too long. */
  look(now: number): boolean {
    const bytes = streamOf(this.#client).bytesRead
    if (bytes !== this.#bytes || this.#asked === 0) {
      this.#bytes = bytes
      this.#heardAt = now
    }
    return this.#asked > 0 && now - this.#heardAt > this.#opening.answerMs
  }

  /** Remembers what has come so far. */
  mark() {
    this.#marked = streamOf(this.#client).bytesRead
  }

  /** One that was made after the mark has heard something. */
  get isSilentSinceMark(): boolean {
    return streamOf(this.#client).bytesRead === this.#marked
  }

  get isUsable(): boolean {
    return !this.isOld && streamOf(this.#client).writable
  }

  /** With a goodbye, once nothing is asked any more. */
  end() {
    this.isOld = true
    this.#isOurs = true
    this.#client.end().catch(() => {})
  }

  /** Without: whatever waits for an answer fails. */
  break() {
    this.isOld = true
    streamOf(this.#client).destroy()
  }

  async #ask(text: string, values: readonly unknown[]): Promise<pg.QueryResult> {
    if (this.#asked++ === 0) this.#heardAt = performance.now()
    const name = nameOf(text)
    try {
      return await this.#client.query(
        name ? { text, values: [...values], name } : { text, values: [...values] },
      )
    } catch (error) {
      this.#opening.refused((error as { code?: string }).code ?? '')
      throw error
    } finally {
      this.#asked--
    }
  }
}

const names = new Map<string, string>()

/** Names each SQL text, so that PostgreSQL parses and plans it once a connection (2.5 times faster on joins). */
function nameOf(text: string): string | undefined {
  // How a search is best done hangs on the words: it is planned anew each time, not once for all.
  if (text.includes('search_pattern(') || text.includes('to_tsquery(')) return undefined
  const known = names.get(text)
  // Bounded: texts beyond this many are generated ones, not worth a place in every connection.
  if (known || names.size >= 500) return known
  const name = `k${names.size}`
  names.set(text, name)
  return name
}
