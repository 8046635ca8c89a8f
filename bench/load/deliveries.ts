// Records for each message who of the people with the open room got it, when the last of them did, and duplicates.
import { percentile } from '#measure/statistics.ts'

type SentMessage = { at: number; room: number; heard: Set<number>; isTaken: boolean; last: number }
export type DeliveryReport = {
  /** Messages that the server has acknowledged. */
  taken: number
  /**
   * `lost`: acknowledged messages that somebody did not get. `doubled`: deliveries of a message to somebody who
   * had it.
   */
  lost: number
  doubled: number
  deliveries: number
  /** From the planned time until the last person in the room has the message, in ms. */
  p50: number
  p99: number
}

/** Percentile; 0 without any times. */
export const share = (times: readonly number[], part: number) =>
  times.length === 0 ? 0 : percentile(times, part)

export class Deliveries {
  readonly #said = new Map<number, SentMessage>()
  readonly #open: ReadonlyMap<number, number>
  #doubled = 0
  #deliveries = 0

  /** `open`: how many people have each room open. */
  constructor(open: ReadonlyMap<number, number>) {
    this.#open = open
  }

  say(number: number, room: number, at: number) {
    this.#said.set(number, { at, room, heard: new Set(), isTaken: false, last: 0 })
  }

  taken(number: number) {
    const said = this.#said.get(number)
    if (said) said.isTaken = true
  }

  /** `isList`: part of a whole list, which is no duplicate if the listener has the message already. */
  heard(number: number, listener: number, at: number, isList = false) {
    const said = this.#said.get(number)
    if (!said) return
    if (said.heard.has(listener)) {
      if (!isList) this.#doubled++
      return
    }
    said.heard.add(listener)
    said.last = at
    this.#deliveries++
  }

  get missing(): number {
    return this.#lost().length
  }

  result(): DeliveryReport {
    const whole = [...this.#said.values()].filter((said) => said.isTaken && this.#isWhole(said))
    const times = whole.map(({ at, last }) => last - at)
    const lost = this.#lost().length
    const taken = whole.length + lost
    const spread = { p50: share(times, 0.5), p99: share(times, 0.99) }
    return { taken, lost, doubled: this.#doubled, deliveries: this.#deliveries, ...spread }
  }

  #isWhole = ({ room, heard }: SentMessage) => heard.size >= (this.#open.get(room) ?? 0)
  #lost = () => [...this.#said.values()].filter((said) => said.isTaken && !this.#isWhole(said))
}
