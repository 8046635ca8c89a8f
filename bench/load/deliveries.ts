// Counts for each message how many people with an open room got it, when the last did, and whether anybody got it twice.
import { percentile } from '#measure/statistics.ts'

type SentMessage = { at: number; room: number; heard: Set<number>; isTaken: boolean; last: number }
export type DeliveryReport = {
  /** Messages that the server has taken. */
  taken: number
  /** `lost`: taken, but somebody did not get them. `doubled`: times that somebody got a message again. */
  lost: number
  doubled: number
  deliveries: number
  /** From the planned moment until the last of the room has it, in ms. */
  p50: number
  p99: number
}

/** 0 where there is nothing that could have taken time. */
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

  /** `isList`: the newest messages, given anew; that somebody has one of them already is no doubling. */
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
