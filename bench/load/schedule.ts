// The plan of all calls. It does not depend on answers, so that a slow server gets as many calls as a fast one.
import { createRandom } from '#planner-simulator/random.ts'
import { type Kind, kinds, type Pace } from './model.ts'

export type PlannedCall = { kind: Kind; person: number; at: number }
type Round = { kind: Kind; every: number; offsets: Float64Array; people: Uint32Array; next: number }

/** Each person repeats each call at an even pace, starting at a random time. */
export class Schedule {
  readonly #rounds: Round[]

  constructor(people: number, pace: Pace) {
    const random = createRandom(1)
    this.#rounds = kinds.flatMap((kind) => {
      const every = pace[kind]
      if (every === undefined) return []
      const order = Array.from({ length: people }, (_, person) => ({ person, offset: random.below(every) }))
      order.sort((one, other) => one.offset - other.offset)
      return {
        kind,
        every,
        offsets: Float64Array.from(order, ({ offset }) => offset),
        people: Uint32Array.from(order, ({ person }) => person),
        next: 0,
      }
    })
  }

  /** Calls `take` once for each call that is due until then, in ms since the start, and was not taken before. */
  takeDue(until: number, take: (planned: PlannedCall) => void) {
    for (const round of this.#rounds) {
      const { kind, every, offsets, people } = round
      if (offsets.length === 0) continue
      for (;;) {
        const place = round.next % offsets.length
        const at = Math.floor(round.next / offsets.length) * every + (offsets[place] as number)
        if (at > until) break
        round.next++
        take({ kind, person: people[place] as number, at })
      }
    }
  }
}
