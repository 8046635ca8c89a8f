// Work that is done again and again beside requests.
const HOUR_MS = 3_600_000

/** Runs work now and every hour. */
export const hourly = (work: () => Promise<unknown>, onError: (error: unknown) => void) =>
  every(HOUR_MS, work, onError)

/** Runs work now and again and again; what fails is tried again with the next. Returns how to stop it. */
export function every(
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

/** One after the other. What fails keeps nothing behind it waiting; the first failure is thrown at the end. */
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
