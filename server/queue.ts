import { refuse } from '#server/http/errors.ts'

/** `full`: the sentence of a refusal. */
type Limits = { atOnce: number; waiting: number; full?: string }

/** Limits concurrent heavy work. Further work waits in order; beyond `waiting` it is refused as busy. */
export class Queue {
  readonly #limits: Limits
  readonly #next: (() => void)[] = []
  running = 0

  constructor(limits: Limits) {
    this.#limits = limits
  }

  get waiting(): number {
    return this.#next.length
  }

  /** Waits for a slot; rejects when the signal aborts. The returned function releases the slot. */
  async take(signal?: AbortSignal): Promise<() => void> {
    const { atOnce, waiting, full } = this.#limits
    if (this.running < atOnce) this.running++
    else if (this.waiting >= waiting) throw refuse('busy', full)
    else await this.#wait(signal)
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      // Hands the slot directly to the next one.
      const go = this.#next.shift()
      if (go) go()
      else this.running--
    }
  }

  #wait(signal?: AbortSignal): Promise<void> {
    return new Promise((go, leave) => {
      const place = () => {
        signal?.removeEventListener('abort', giveUp)
        go()
      }
      const giveUp = () => {
        this.#next.splice(this.#next.indexOf(place), 1)
        leave(signal?.reason)
      }
      signal?.addEventListener('abort', giveUp, { once: true })
      this.#next.push(place)
    })
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    const release = await this.take()
    try {
      return await work()
    } finally {
      release()
    }
  }
}
