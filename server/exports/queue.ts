import { refuse } from '#server/http/errors.ts'

export type Limits = { atOnce: number; waiting: number; waitingEach: number }
type Waiting = { user: number; go: () => void }

const FULL = 'Gerade werden zu viele Dateien erstellt. Bitte versuchen Sie es gleich noch einmal.'
const OWN = 'Von Ihnen werden schon mehrere Dateien erstellt. Bitte warten Sie, bis eine davon fertig ist.'

/** Queue of exports: a few at once, one per person, then a short queue, then refusals. */
export class ExportQueue {
  readonly #limits: Limits
  readonly #working = new Set<number>()
  #queue: Waiting[] = []

  constructor(limits: Limits) {
    this.#limits = limits
  }

  get working(): number {
    return this.#working.size
  }

  get waiting(): number {
    return this.#queue.length
  }

  /** Waits for a slot; the returned function releases it. */
  async take(user: number, signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted()
    if (!this.#isFree(user)) await this.#wait(user, signal)
    else this.#working.add(user)
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      this.#working.delete(user)
      this.#next()
    }
  }

  #wait(user: number, signal: AbortSignal): Promise<void> {
    if (this.#queue.filter((other) => other.user === user).length >= this.#limits.waitingEach)
      throw refuse('busy', OWN)
    if (this.#queue.length >= this.#limits.waiting) throw refuse('busy', FULL)
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const leave = () => {
      this.#queue = this.#queue.filter((other) => other !== waiting)
      reject(signal.reason as Error)
    }
    const go = () => {
      signal.removeEventListener('abort', leave)
      resolve()
    }
    const waiting = { user, go }
    signal.addEventListener('abort', leave, { once: true })
    this.#queue.push(waiting)
    return promise
  }

  #isFree(user: number): boolean {
    return this.#working.size < this.#limits.atOnce && !this.#working.has(user)
  }

  /** Starts the first entry whose person has no running export, so that nobody's second export blocks others. */
  #next() {
    const next = this.#queue.find(({ user }) => this.#isFree(user))
    if (!next) return
    this.#queue = this.#queue.filter((other) => other !== next)
    this.#working.add(next.user)
    next.go()
  }
}
