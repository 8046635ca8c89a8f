import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * The time between „this node will end“ and its end: it is not ready any more, so that balancers send new requests
 * elsewhere, and still answers everything well. Each answer is the last of its connection, so that none is left which
 * somebody could be about to ask on when it is closed.
 */
export class Drain {
  /** Once begun it does not end: after it comes the end of the node. */
  isOn = false
  readonly #cut = new AbortController()

  async begin(seconds: number) {
    this.isOn = true
    // Told by cutShort alone.
    await sleep(seconds * 1_000, undefined, { signal: this.#cut.signal }).catch(() => {})
  }

  /** A second signal means: do not wait. */
  cutShort() {
    this.#cut.abort()
  }

  /** Before the answer's head is written, also by what answers past the framework. */
  mark(response: ServerResponse) {
    if (this.isOn) response.shouldKeepAlive = false
  }
}

export const LEAVING = 'Dieser Server wird gerade beendet. Bitte versuchen Sie es gleich noch einmal.'

declare module 'fastify' {
  interface FastifyInstance {
    drain: Drain
  }
}
