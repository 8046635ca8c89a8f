// Periodic background work.
const HOUR_MS = 3_600_000

/** Runs work now and every hour. */
export const runHourly = (work: () => Promise<unknown>, onError: (error: unknown) => void) =>
  runPeriodically(HOUR_MS, work, onError)

/** Runs work now and periodically; failures are retried at the next run. Returns a function that stops it. */
export function runPeriodically(
  ms: number,
  work: () => Promise<unknown>,
  onError: (error: unknown) => void,
): () => Promise<void> {
  const once = async () => {
    try {
      await work()
    } catch (error) {
      onError(error)
    }
  }
  let running = once()
  const timer = setInterval(() => {
    running = running.then(once)
  }, ms).unref()
  return () => {
    clearInterval(timer)
    return running
  }
}

/**
 * Does the work for one item after another. A failure does not stop the rest; the first one is thrown at the end.
 */
export async function oneByOne<T>(items: readonly T[], work: (item: T) => Promise<unknown>) {
  const failures: unknown[] = []
  for (const item of items) {
    try {
      await work(item)
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
}
