// What waits where nobody here has seen it yet. A turn of the loop reads a thousand connections and no more: whoever is
// asked more than that is on time by the own clock, while calls lie unread for seconds. What lies there is at most one
// call for each connection in use; with what a call takes, that is how long the last of them waits, as long as the loop
// has no pause. A few programs that ask without a break leave it none either, and hardly wait.
import type { Socket } from 'node:net'

/** At work for this part of its time, the loop has no pause. */
const FULL = 0.98
/** In use is a connection that has asked in this second or the one before. */
const SECOND = 1_000
/** What a call takes is an average over so long, in ms. */
const SMOOTH_MS = 200

export class Unseen {
  #fullMs = 0
  #calls = 0
  /** Since the last look. */
  #asked = 0
  #ms = 0
  #inUse = new Set<Socket>()
  #usedBefore = 0
  #secondMs = 0

  comes(socket: Socket) {
    this.#asked++
    this.#inUse.add(socket)
  }

  /** How long what comes now lies unread at most, in ms, from the part of the last `ms` in which the loop was at work. */
  look({ work, ms }: { work: number; ms: number }): number {
    const kept = Math.exp(-ms / SMOOTH_MS)
    this.#calls = this.#calls * kept + this.#asked
    this.#ms = this.#ms * kept + ms
    this.#asked = 0
    this.#fullMs = work > FULL ? this.#fullMs + ms : 0
    const inUse = Math.max(this.#inUse.size, this.#usedBefore)
    this.#secondMs += ms
    if (this.#secondMs >= SECOND) {
      this.#usedBefore = this.#inUse.size
      this.#inUse = new Set()
      this.#secondMs = 0
    }
    return this.#calls === 0 ? 0 : Math.min(this.#fullMs, (inUse * this.#ms) / this.#calls)
  }
}
