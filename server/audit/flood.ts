// Keeps what is written down about refusals small, however many there are: the first ones of an address in full,
// after that a number at the end of the minute. Each kind has room of its own, so that nobody hides guesses at
// passwords behind something cheaper.

type Incident = { kind: string; address: string }
export type Counted = { kind: string; address: string; count: number }

export const floodLimits = {
  /** In full, of one address and kind in a minute. */
  each: 5,
  /** In full, of one kind in a minute. */
  all: 30,
  /** Addresses of one kind that are counted by themselves; the others are counted together. */
  addresses: 50,
}
export const OTHERS = 'weitere'

export class Flood {
  readonly #limits: typeof floodLimits
  #kinds = new Map<string, { full: number; addresses: Map<string, { full: number; left: number }> }>()

  constructor(limits = floodLimits) {
    this.#limits = limits
  }

  /** Tells whether this one is written down in full; else it is counted. */
  admits({ kind, address }: Incident): boolean {
    let ofKind = this.#kinds.get(kind)
    if (!ofKind) this.#kinds.set(kind, (ofKind = { full: 0, addresses: new Map() }))
    const key =
      ofKind.addresses.has(address) || ofKind.addresses.size < this.#limits.addresses ? address : OTHERS
    let seen = ofKind.addresses.get(key)
    if (!seen) ofKind.addresses.set(key, (seen = { full: 0, left: 0 }))
    if (seen.full < this.#limits.each && ofKind.full < this.#limits.all) {
      seen.full++
      ofKind.full++
      return true
    }
    seen.left++
    return false
  }

  /** Answers what was only counted, and begins the next minute. */
  end(): Counted[] {
    const counted = [...this.#kinds].flatMap(([kind, { addresses }]) =>
      [...addresses].flatMap(([address, { left }]) => (left > 0 ? [{ kind, address, count: left }] : [])),
    )
    this.#kinds = new Map()
    return counted
  }
}
