// Rows that nobody waits for: they go many at once. While the database is away they wait, and the oldest make room;
// what it does not take by itself is lost alone, and holds no later row up. Whatever is lost is told.
import { isDatabaseGone } from './database-gone.ts'

const AFTER_MS = 1_000
/** While the database is away. */
const AGAIN_MS = 10_000

type Place<Row> = {
  /** How many may wait. */
  most: number
  write(rows: Row[]): Promise<void>
  onLost(error: unknown, rows: number): void
}

export class RowsLater<Row> {
  readonly #place: Place<Row>
  #waiting: Row[] = []
  /** They had to make room. */
  #lost = 0
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> = Promise.resolve()

  constructor(place: Place<Row>) {
    this.#place = place
  }

  add(row: Row) {
    this.#waiting.push(row)
    this.#makeRoom()
    this.#writeIn(AFTER_MS)
  }

  flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#writing = this.#writing.then(() => this.#write())
    return this.#writing
  }

  async #write() {
    const rows = this.#waiting
    this.#waiting = []
    if (rows.length === 0 || !(await this.#put(rows)) || this.#lost === 0) return
    this.#place.onLost(new Error('more rows than may wait'), this.#lost)
    this.#lost = 0
  }

  /** False while the database is away: then these wait on. */
  async #put(rows: Row[]): Promise<boolean> {
    try {
      await this.#place.write(rows)
      return true
    } catch (error) {
      if (isDatabaseGone(error as Error)) {
        this.#waiting = [...rows, ...this.#waiting]
        this.#makeRoom()
        this.#writeIn(AGAIN_MS)
        return false
      }
      if (rows.length === 1) this.#place.onLost(error, 1)
      else return this.#putHalves(rows)
      return true
    }
  }

  async #putHalves(rows: Row[]): Promise<boolean> {
    const middle = rows.length >> 1
    const [first, second] = [rows.slice(0, middle), rows.slice(middle)]
    if (await this.#put(first)) return this.#put(second)
    this.#waiting.push(...second)
    this.#makeRoom()
    return false
  }

  #makeRoom() {
    const excess = this.#waiting.length - this.#place.most
    if (excess <= 0) return
    this.#waiting.splice(0, excess)
    this.#lost += excess
  }

  #writeIn(ms: number) {
    this.#timer ??= setTimeout(() => void this.flush(), ms).unref()
  }
}
