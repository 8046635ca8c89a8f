// Bounds the bodies that are being received. A body is in memory several times over while it is read, so large ones
// come few at a time: four of a person, and of everybody together so many bytes. Whoever is refused has not sent it yet.
import type { IncomingMessage } from 'node:http'
import { refuse } from '../errors.ts'
import type { Budgets, Who } from './budgets.ts'

const LARGE = 64 * 1024
const MOST_BYTES = 64 * 1024 * 1024

export class Bodies {
  readonly #budgets: Budgets
  readonly #most: number
  /** Announced, and not yet done with. */
  bytes = 0
  refused = 0

  constructor(budgets: Budgets, most = MOST_BYTES) {
    this.#budgets = budgets
    this.#most = most
  }

  /** Counted until the returned function is called. */
  take(who: Who, bytes: number): () => void {
    const release = this.#budgets.acquireNow('large_bodies', who)
    if (this.bytes + bytes > this.#most) {
      release()
      this.refused++
      throw refuse('overloaded')
    }
    this.bytes += bytes
    return () => {
      this.bytes -= bytes
      release()
    }
  }
}

/** How long a body will be; one that does not say is taken for the longest allowed. */
export const lengthOf = ({ headers }: IncomingMessage, longest: number) =>
  Number(headers['content-length'] ?? (headers['transfer-encoding'] === undefined ? 0 : longest))

/** Reading and checking a long body costs as much as several requests. */
export const worthOf = (request: IncomingMessage, longest: number) =>
  isLarge(request, longest) ? Math.ceil(lengthOf(request, longest) / LARGE) : 1

/** A body that is too long is refused without being read. */
export function isLarge(request: IncomingMessage, longest: number): boolean {
  const length = lengthOf(request, longest)
  return length > LARGE && length <= longest
}
