// Frees what nobody needs any more, so that a measured memory begins without it.
import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** The system gets the freed pages back a moment later. */
const GIVEN_BACK_MS = 500

setFlagsFromString('--expose-gc')
/** Only a context made after the flag has it. */
const gc = runInNewContext('gc') as (how: object) => void

export async function collectGarbage() {
  // A usual collection keeps many freed pages for later, and a figure would hide in them.
  gc({ type: 'major', execution: 'sync', flavor: 'last-resort' })
  await sleep(GIVEN_BACK_MS)
}
