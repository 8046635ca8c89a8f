import { refuse } from '#server/http/errors.ts'

/** `full`: the sentence of a refusal. */
type Limits = { atOnce: number; waiting: number; full?: string }

/** Limits concurrent heavy work; the rest waits in order, and beyond `waiting` is refused as busy. */
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

  /** Waits for a slot; the returned function releases it. */
  async take(): Promise<() => void> {
    const { atOnce, waiting, full } = this.#limits
    if (this.running < atOnce) this.running++
    else if (this.waiting >= waiting) throw refuse('busy', full)
    else await new Promise<void>((go) => this.#next.push(go))
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

  async run<T>(work: () => Promise<T>): Promise<T> {
    const release = await this.take()
    try {
      return await work()
    } finally {
      release()
    }
  }
}
