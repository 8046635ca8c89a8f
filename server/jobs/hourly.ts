const HOUR_MS = 3_600_000

/** Runs work now and every hour; what fails is tried again with the next. Returns how to stop it. */
export function hourly(work: () => Promise<unknown>, onError: (error: unknown) => void): () => Promise<void> {
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
  }, HOUR_MS).unref()
  return () => {
    clearInterval(timer)
    return running
  }
}
