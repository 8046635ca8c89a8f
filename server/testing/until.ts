// Polling for asynchronous effects.
import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'

const PATIENCE_MS = 60_000
/** Between two looks, in ms; a look often costs a request or a call of a browser. */
const FIRST_PAUSE = 10
const LONGEST_PAUSE = 100
type Options = { each?: () => unknown; patienceMs?: number }

/** `what` should come about, in words, where the condition itself does not say it; `each` is done between two looks. */
export async function until(
  isSo: () => boolean | Promise<boolean>,
  what = String(isSo),
  { each = () => {}, patienceMs = PATIENCE_MS }: Options = {},
): Promise<void> {
  const end = performance.now() + patienceMs
  let pause = FIRST_PAUSE
  while (!(await isSo())) {
    assert.ok(performance.now() < end, `never: ${what}`)
    await each()
    await sleep(pause)
    pause = Math.min(pause * 1.5, LONGEST_PAUSE)
  }
}
