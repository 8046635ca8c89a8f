import { refuse } from '#server/http/errors.ts'

/** Runs heavy work, so many at once, the others in their order; beyond `waiting` in the queue it is refused as busy. */
export function queue({ atOnce, waiting }: { atOnce: number; waiting: number }) {
  let running = 0
  const next: (() => void)[] = []
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running < atOnce) running++
    else {
      if (next.length >= waiting) throw refuse('busy')
      await new Promise<void>((resolve) => next.push(resolve))
    }
    try {
      return await work()
    } finally {
      // The next one takes over the place: nobody comes in between.
      const go = next.shift()
      if (go) go()
      else running--
    }
  }
}
