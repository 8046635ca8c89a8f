/**
 * What a press shows comes before all else: this is done once the next picture stands. Nothing waits for a picture that
 * nobody sees, and nothing is lost by waiting: at the latest it is done while the browser still asks whether to leave.
 */
export function afterPaint<T>(work: () => T): Promise<Awaited<T>> {
  return new Promise((done) => {
    const once = () => {
      if (!waiting.delete(once)) return
      clearTimeout(late)
      done(work() as Awaited<T>)
    }
    waiting.add(once)
    const late = setTimeout(once, LATEST_MS)
    if (document.visibilityState === 'hidden') once()
    // A frame calls before it paints; what it lets come after that is behind the picture.
    else requestAnimationFrame(() => setTimeout(once))
  })
}

/** Some browsers draw no pictures in a window that others cover, and do not call it hidden. */
const LATEST_MS = 250

const waiting = new Set<() => void>()
const doAll = () => {
  for (const once of waiting) once()
}
addEventListener('beforeunload', doAll)
addEventListener('pagehide', doAll)
document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && doAll())
