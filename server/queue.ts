import { refuse } from '#server/http/errors.ts'

/** Limits concurrent heavy work; the rest waits in order, and beyond `waiting` is refused as busy. */
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
      // Hands the slot directly to the next one.
      const go = next.shift()
      if (go) go()
      else running--
    }
  }
}
