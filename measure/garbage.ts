// Forces garbage collection, so that a memory measurement starts clean.
import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** The allocator returns freed pages to the system a moment later. */
const GIVEN_BACK_MS = 500

setFlagsFromString('--expose-gc')
/** The flag takes effect in new contexts only. */
const gc = runInNewContext('gc') as (how: object) => void

export async function collectGarbage() {
  // A normal collection keeps many freed pages in reserve, which would hide the figure.
  gc({ type: 'major', execution: 'sync', flavor: 'last-resort' })
  await sleep(GIVEN_BACK_MS)
}
