/** For how long, in ms, a value is taken for new, and for how long it serves while no newer one is to be had. */
type Lasting = { fresh: number; usable: number }

/** After a failure the old value serves for so long before anybody is asked again. */
const PAUSE = 10_000

/** A value that is fetched from elsewhere and kept. Many who want it at once fetch it once. */
export class Fetched<T> {
  readonly #fetch: () => Promise<T>
  readonly #lasting: Lasting
  #known: { value: T; at: number } | undefined
  #fetching: Promise<T> | undefined
  #failedAt = Number.NEGATIVE_INFINITY

  constructor(fetch: () => Promise<T>, lasting: Lasting) {
    this.#fetch = fetch
    this.#lasting = lasting
  }

  async get(): Promise<T> {
    const { fresh, usable } = this.#lasting
    const known = this.#known
    if (!known) return this.renew()
    const now = performance.now()
    const age = now - known.at
    if (age < fresh || (age < usable && now - this.#failedAt < PAUSE)) return known.value
    try {
      return await this.renew()
    } catch (error) {
      if (performance.now() - known.at > usable) throw error
      return known.value
    }
  }

  /** Asks anew, however new the value is. */
  renew(): Promise<T> {
    this.#fetching ??= this.#fetchNow().finally(() => {
      this.#fetching = undefined
    })
    return this.#fetching
  }

  async #fetchNow(): Promise<T> {
    try {
      const value = await this.#fetch()
      this.#known = { value, at: performance.now() }
      this.#failedAt = Number.NEGATIVE_INFINITY
      return value
    } catch (error) {
      this.#failedAt = performance.now()
      throw error
    }
  }
}
