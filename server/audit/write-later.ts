// Rows of what changes nothing, and so has no transaction: nobody waits for them, and they go many at once.
import type { Database } from '#server/db/connect.ts'
import { insertRows, type NewRow } from './store.ts'

const AFTER_MS = 1_000
/** While the database is away; what comes on top is in the log alone. */
const MOST = 2_000

export class Later {
  readonly #db: Database
  readonly #onError: (error: unknown, rows: number) => void
  #waiting: NewRow[] = []
  #lost = 0
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> = Promise.resolve()

  constructor(db: Database, onError: (error: unknown, rows: number) => void) {
    this.#db = db
    this.#onError = onError
  }

  add(row: NewRow) {
    if (this.#waiting.length >= MOST) {
      this.#lost++
      return
    }
    // When it happened, not when it is written down.
    this.#waiting.push(row)
    this.#timer ??= setTimeout(() => void this.flush(), AFTER_MS).unref()
  }

  flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#writing = this.#writing.then(() => this.#write())
    return this.#writing
  }

  async #write() {
    const rows = this.#waiting
    const lost = this.#lost
    this.#waiting = []
    this.#lost = 0
    if (rows.length === 0) return
    try {
      await insertRows(this.#db, rows)
      if (lost > 0) this.#onError(new Error('more refusals than could be kept'), lost)
    } catch (error) {
      this.#onError(error, rows.length + lost)
    }
  }
}
