const HOUR_MS = 3_600_000

/** Runs work now and every hour; what fails is tried again with the next. Returns how to stop it. */
export function hourly(work: () => Promise<unknown>, onError: (error: unknown) => void): () => Promise<void> {
  let running = Promise.resolve()
  const run = () => {
    running = running.then(work).then(() => {}, onError)
  }
  const timer = setInterval(run, HOUR_MS).unref()
  run()
  return () => {
    clearInterval(timer)
    return running
  }
}
