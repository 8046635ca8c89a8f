/**
 * How values spread: counted in classes that double from one to the next, so that a share of them is known within its
 * class.
 */
export class Spread {
  readonly #counts: number[]
  readonly #first: number
  #all = 0

  /** `first`: the upper end of the first class. */
  constructor(first: number, classes: number) {
    this.#first = first
    this.#counts = Array.from({ length: classes }, () => 0)
  }

  get count(): number {
    return this.#all
  }

  add(value: number) {
    const last = this.#counts.length - 1
    let at = 0
    // Most are in the first few classes: cheaper than a logarithm.
    for (let upTo = this.#first; value > upTo && at < last; upTo *= 2) at++
    this.#counts[at] = (this.#counts[at] as number) + 1
    this.#all++
  }

  /** Below which this share of the values lies; undefined where there are none. */
  below(share: number): number | undefined {
    if (this.#all === 0) return undefined
    const wanted = this.#all * share
    let passed = 0
    for (const [at, count] of this.#counts.entries()) {
      if (passed + count >= wanted) {
        const [low, high] = [at === 0 ? 0 : this.#first * 2 ** (at - 1), this.#first * 2 ** at]
        return low + (high - low) * ((wanted - passed) / count)
      }
      passed += count
    }
    return this.#first * 2 ** (this.#counts.length - 1)
  }

  /** The next stretch of time begins. */
  empty() {
    this.#counts.fill(0)
    this.#all = 0
  }
}
