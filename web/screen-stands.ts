import { idle } from './idle.ts'
import { queryClient } from './query-client.ts'

const LOOK_MS = 250

/** What nobody looks at comes then: not while a screen waits for its own part, and for its data. */
export async function screenStands(isMoving: () => boolean): Promise<void> {
  for (;;) {
    await idle()
    if (!isMoving() && queryClient.isFetching() === 0) return
    await new Promise((go) => setTimeout(go, LOOK_MS))
  }
}
