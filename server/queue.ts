import { refuse } from '#server/http/errors.ts'

/** Heavy work a few at a time; beyond so many in the queue it is refused as busy. */
export function inTurn({ atATime, waiting }: { atATime: number; waiting: number }) {
  let running = 0
  const queue: (() => void)[] = []
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running < atATime) running++
    else {
      if (queue.length >= waiting) throw refuse('busy')
      await new Promise<void>((resolve) => queue.push(resolve))
    }
    try {
      return await work()
    } finally {
      // Whoever is next takes over the place: nobody comes in between.
      const next = queue.shift()
      if (next) next()
      else running--
    }
  }
}
