// Bodies of requests that have their refusal already. Whoever still sends one shall be able to finish, and then to
// read the answer: an end of the connection would lose it. But nobody wants the bytes, so they are taken only so fast
// that it costs the others nothing, all of them together.
import type { IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

const pace = { ms: 20, bytes: 256 * 1024 }
const PATIENCE_MS = 10_000

export class RefusedBodies {
  readonly #pace: typeof pace
  readonly #coming = new Set<IncomingMessage>()
  #timer: NodeJS.Timeout | undefined
  /** Taken and thrown away. */
  bytes = 0

  constructor(pace_ = pace) {
    this.#pace = pace_
  }

  get size(): number {
    return this.#coming.size
  }

  /**
   * Before the answer has gone out: then the rest would be taken as fast as it comes.
   */
  add(request: IncomingMessage) {
    if (request.complete || request.destroyed || this.#coming.has(request)) return
    this.#coming.add(request)
    request.once('close', () => this.#forget(request))
    // From here on it is ours to read, and nothing more comes than fits into its buffer.
    request.read(0)
    this.#timer ??= setInterval(() => this.#take(), this.#pace.ms).unref()
  }

  /** When there is no more to take, or it comes too slowly. */
  async whenOver(request: IncomingMessage) {
    for (const end = performance.now() + PATIENCE_MS; this.#coming.has(request) && performance.now() < end; )
      await sleep(this.#pace.ms, undefined, { ref: false })
  }

  #take() {
    let left = this.#pace.bytes
    for (const request of Array.from(this.#coming)) {
      if (left <= 0) return
      // A request that was just read comes last in the next round.
      this.#coming.delete(request)
      this.#coming.add(request)
      const piece = request.read() as Buffer | null
      left -= piece?.length ?? 0
      this.bytes += piece?.length ?? 0
      if (request.readableEnded || request.destroyed || (request.complete && piece === null))
        this.#forget(request)
    }
  }

  #forget(request: IncomingMessage) {
    this.#coming.delete(request)
    if (this.#coming.size > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
  }
}
