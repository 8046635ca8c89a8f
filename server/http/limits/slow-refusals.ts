// Whoever is refused again and again, and does not listen, waits for each further refusal: a program that asks without
// pause then costs the others next to nothing.
import { setTimeout as sleep } from 'node:timers/promises'

/** So many refusals within a second are answered at once. */
export const AT_ONCE = 20
const SECOND = 1_000
/** So many people are counted; the ones seen first are forgotten first. */
const MOST_COUNTED = 5_000

export class SlowRefusals {
  readonly #counted = new Map<number, { since: number; refusals: number }>()

  /** Resolves when the person may have the refusal. */
  async whenDue(person: number): Promise<void> {
    const now = performance.now()
    const counted = this.#counted.get(person)
    if (!counted || now - counted.since >= SECOND) {
      this.#counted.delete(person)
      if (this.#counted.size >= MOST_COUNTED)
        this.#counted.delete(this.#counted.keys().next().value as number)
      this.#counted.set(person, { since: now, refusals: 1 })
      return
    }
    if (++counted.refusals > AT_ONCE) await sleep(SECOND)
  }
}
