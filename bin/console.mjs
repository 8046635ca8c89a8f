// What the launcher says: on stderr, so that the output of a command stays its own.
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of package.json. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)))
/** Where Kontor was first installed: the data and all that settings name lie there, whichever release runs. */
export const home = process.env.KONTOR_HOME || root

export function say(line) {
  console.error(line)
}

/** @returns {never} */
export function fail(lines) {
  console.error(lines)
  process.exit(1)
}
