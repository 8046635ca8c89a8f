// Who publishes over the broker, by their numbers: as the database lists them, and as they are heard.

/** Whoever is silent for so long, in ms, is not heard: some four heartbeats. */
export const PEER_SILENT_MS = 3_000

export class Peers {
  /** Up to where each has been heard, and when last. */
  readonly #heard = new Map<number, { n: number; at: number }>()
  /** Since when each is there. */
  readonly #listed = new Map<number, number>()
  /** Those that said that they end. */
  readonly #ended = new Set<number>()

  /** True if nothing of them was missed. `isBeat`: it says up to where they are, and no more. */
  hear(
    peer: number,
    { n, isBeat, ends }: { n: number; isBeat: boolean; ends: boolean },
    now: number,
  ): boolean {
    const expected = (this.#heard.get(peer)?.n ?? 0) + (isBeat ? 0 : 1)
    this.#heard.set(peer, { n, at: now })
    // It is there, or was until now: whoever says something has the lock that the list is made of.
    if (!this.#listed.has(peer)) this.#listed.set(peer, now)
    if (ends) this.#ended.add(peer)
    return n <= expected
  }

  /** What was heard before the broker was lost proves nothing about now. */
  forgetHeard() {
    this.#heard.clear()
  }

  /** True if nobody has gone without a word. */
  list(present: readonly number[], now: number): boolean {
    const there = new Set(present)
    let isWhole = true
    for (const peer of this.#listed.keys()) {
      if (there.has(peer)) continue
      this.#listed.delete(peer)
      this.#heard.delete(peer)
      if (!this.#ended.delete(peer)) isWhole = false
    }
    for (const peer of there) if (!this.#listed.has(peer)) this.#listed.set(peer, now)
    return isWhole
  }

  /** Those that are there and not heard; a new one has a moment to begin. */
  silent(now: number): number[] {
    return [...this.#listed].flatMap(([peer, since]) =>
      this.#ended.has(peer) || now - (this.#heard.get(peer)?.at ?? since) < PEER_SILENT_MS ? [] : [peer],
    )
  }

  /** True once each that is there has been heard since the broker is. */
  get areAllHeard(): boolean {
    return [...this.#listed.keys()].every((peer) => this.#heard.has(peer) || this.#ended.has(peer))
  }
}
