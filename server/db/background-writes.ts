/**
 * Queue for writes that no response waits for. While the database is unavailable or the queue is full, writes are
 * dropped and `onLost` is called. Callers also log what they write, so the information is not lost.
 */
export class BackgroundWrites {
  readonly #onLost: (error: unknown) => void
  #last = Promise.resolve()
  #waiting = 0

  constructor(onLost: (error: unknown) => void) {
    this.#onLost = onLost
  }

  add(write: () => Promise<unknown>) {
    if (this.#waiting >= MAX_QUEUED_WRITES) return this.#onLost(new Error('too many writes wait'))
    this.#waiting++
    this.#last = this.#last.then(() => this.#run(write))
  }

  async #run(write: () => Promise<unknown>) {
    try {
      await write()
    } catch (error) {
      this.#onLost(error)
    }
    this.#waiting--
  }

  flush(): Promise<void> {
    return this.#last
  }
}

const MAX_QUEUED_WRITES = 1_000
