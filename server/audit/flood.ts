// Limits how many refusals are recorded individually in the log and the audit log. In each minute the first refusals
// of an address are recorded in full, and the rest as one count per address. Each kind of refusal is counted
// separately, so that many cheap refusals cannot hide guesses at passwords.

type Incident = { kind: string; address: string }
export type IncidentCount = { kind: string; address: string; count: number }

export const floodLimits = {
  /** Full records per address, kind and minute. */
  each: 5,
  /** Full records per kind and minute. */
  all: 30,
  /** Addresses counted separately per kind; all others share one counter. */
  addresses: 50,
}
export const OTHER_ADDRESSES = 'weitere'

export class RefusalFloodLimit {
  readonly #limits: typeof floodLimits
  #kinds = new Map<string, { full: number; addresses: Map<string, { full: number; left: number }> }>()

  constructor(limits = floodLimits) {
    this.#limits = limits
  }

  /** True if the refusal has to be recorded in full; otherwise it is only counted. */
  admits({ kind, address }: Incident): boolean {
    let ofKind = this.#kinds.get(kind)
    if (!ofKind) this.#kinds.set(kind, (ofKind = { full: 0, addresses: new Map() }))
    const key =
      ofKind.addresses.has(address) || ofKind.addresses.size < this.#limits.addresses
        ? address
        : OTHER_ADDRESSES
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

  /** Returns the counters of this minute and resets them. */
  end(): IncidentCount[] {
    const counted = [...this.#kinds].flatMap(([kind, { addresses }]) =>
      [...addresses].flatMap(([address, { left }]) => (left > 0 ? [{ kind, address, count: left }] : [])),
    )
    this.#kinds = new Map()
    return counted
  }
}
