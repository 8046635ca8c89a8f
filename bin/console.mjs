// What the launcher says: on stderr, so that the output of a command stays its own.
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of package.json. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)))

export function say(line) {
  console.error(line)
}

/** @returns {never} */
export function fail(lines) {
  console.error(lines)
  process.exit(1)
}
