/**
 * Writes that no answer waits for, one after the other. While the database is away, or too many wait, they are lost and
 * `onLost` told: whoever writes like this has the same in the log.
 */
export class BackgroundWrites {
  readonly #onLost: (error: unknown) => void
  #last = Promise.resolve()
  #waiting = 0

  constructor(onLost: (error: unknown) => void) {
    this.#onLost = onLost
  }

  add(write: () => Promise<unknown>) {
    if (this.#waiting >= MOST_WAITING) return this.#onLost(new Error('too many writes wait'))
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

const MOST_WAITING = 1_000
