// Metrics of all nodes that only the database knows: read at most every ten seconds, however many look.
import type { Config } from '#server/config.ts'
import type { Database } from '#server/db/connect.ts'
import { backupState } from '#server/operation/backup-state.ts'
import { type Known, readKnown } from './known-store.ts'

const AGAIN_MS = 10_000
/** While it does not answer. */
const RETRY_MS = 2_000
/** Nobody who looks waits longer: then the metrics of this process go out without these. */
const PATIENCE_MS = 1_000

export class FromDatabase {
  readonly #source: { db: Database; config: Config }
  #known: Known | undefined
  #until = 0
  #asking: Promise<Known | undefined> | undefined
  /** Where nothing is known: it has not refused, but nobody waited for its answer any longer. */
  isLate = false

  constructor(source: { db: Database; config: Config }) {
    this.#source = source
  }

  /** Undefined while the database does not answer. */
  async read(): Promise<Known | undefined> {
    if (performance.now() < this.#until) return this.#known
    this.#asking ??= this.#ask().finally(() => {
      this.#asking = undefined
    })
    let late: NodeJS.Timeout | undefined
    const gaveUp = new Promise<undefined>((done) => {
      late = setTimeout(() => {
        this.isLate = true
        done(undefined)
      }, PATIENCE_MS)
    })
    return Promise.race([this.#asking, gaveUp]).finally(() => clearTimeout(late))
  }

  async #ask(): Promise<Known | undefined> {
    const begin = performance.now()
    try {
      const found = await readKnown(this.#source.db)
      const ms = performance.now() - begin
      this.#known = { ...found, backup: await backupState(this.#source), ms }
      this.#until = performance.now() + AGAIN_MS
    } catch {
      // `kontor_database_up` tells it; the other metrics are answered all the same.
      this.#known = undefined
      this.isLate = false
      this.#until = performance.now() + RETRY_MS
    }
    return this.#known
  }
}
