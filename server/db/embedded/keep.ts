// Starts PostgreSQL anew when it ends by itself, killed for its memory, say: what was committed is there again.
import type { Running } from './process.ts'

/** One that ends so soon after its start, in ms, and so often in a row, is not kept up any longer. */
const SOON = 10_000
const MOST = 3

export type Kept = {
  /** Fast shutdown: open transactions are rolled back, everything committed is kept. */
  stop(): Promise<void>
  /** Settles with the reason when it cannot be kept up; never after `stop`. */
  lost: Promise<unknown>
}

export function keep(first: Running, again: () => Promise<Running>, onEnd: () => void): Kept {
  let running = first
  let isStopping = false
  let lose: (reason: unknown) => void = () => {}
  const lost = new Promise((resolve) => (lose = resolve))
  const watched = watch()

  async function watch() {
    for (let failures = 0; ; ) {
      const begin = Date.now()
      await running.ended
      if (isStopping) return
      failures = Date.now() - begin < SOON ? failures + 1 : 0
      if (failures === MOST) return lose(new Error('PostgreSQL ends again and again.'))
      onEnd()
      try {
        running = await again()
      } catch (error) {
        return lose(error)
      }
      if (isStopping) return running.stop()
    }
  }

  return {
    async stop() {
      isStopping = true
      await running.stop()
      await watched
    },
    lost,
  }
}
