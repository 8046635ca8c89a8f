import { untilIdle } from './idle.ts'
import { queryClient } from './query-client.ts'

const IDLE_POLL_MS = 250

/** Resolves when the screen is loaded and idle, for background work. */
export async function untilScreenIdle(isMoving: () => boolean): Promise<void> {
  for (;;) {
    await untilIdle()
    if (!isMoving() && queryClient.isFetching() === 0) return
    await new Promise((go) => setTimeout(go, IDLE_POLL_MS))
  }
}
