// Statistics of repeated measurements.

/** Duration in ms. */
export async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const begin = performance.now()
  await work()
  return performance.now() - begin
}

/**
 * Measures two programs alternately, so that other load of the machine affects both. Blocks run A B B A; each A
 * is compared with its neighbour B.
 */
export async function inPairs(pairs: number, a: () => Promise<number>, b: () => Promise<number>) {
  return summarizePairs(await inTurn(pairs, a, b))
}

/** Like `inPairs`, for works that measure several figures at once. Returns the pairs. */
export async function inTurn<Measured>(
  pairs: number,
  a: () => Promise<Measured>,
  b: () => Promise<Measured>,
): Promise<Pair<Measured>[]> {
  const measured: Pair<Measured>[] = []
  for (let pair = 0; pair < pairs; pair++) {
    if (pair % 2 === 0) {
      const product = await a()
      measured.push({ product, baseline: await b() })
    } else {
      const baseline = await b()
      measured.push({ product: await a(), baseline })
    }
  }
  return measured
}

export type Pair<Measured = number> = { product: Measured; baseline: Measured }

/** Summary of measured pairs. */
export function summarizePairs(pairs: readonly Pair[]) {
  const ratios = pairs.map(({ product, baseline }) => product / baseline)
  return {
    value: median(pairs.map(({ product }) => product)),
    baseline: median(pairs.map(({ baseline }) => baseline)),
    ratio: median(ratios),
    n: pairs.length,
    ...interval(ratios),
  }
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const middle = sorted.length / 2
  return ((sorted[Math.ceil(middle) - 1] ?? Number.NaN) + (sorted[Math.floor(middle)] ?? Number.NaN)) / 2
}

/** Nearest-rank percentile. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}

/** 95 % confidence interval of the median, by bootstrap with 2,000 resamples. */
export function interval(values: readonly number[]): { low: number; high: number } {
  const medians = Array.from({ length: 2_000 }, () =>
    median(values.map(() => values[Math.floor(Math.random() * values.length)] as number)),
  ).sort((one, other) => one - other)
  return { low: medians[50] as number, high: medians[1_949] as number }
}
