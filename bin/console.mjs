// What the launcher says: on stderr, so that the output of a command stays its own.
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of package.json. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** These are for who works on Kontor, and speak English; all else is for who runs it, and speaks German. */
const ENGLISH = ['dev', 'test', 'proof', 'bench', 'house']
/** A build within the tests is theirs: npm passes on what it was called for. */
const isEnglish = [process.argv[2], process.env.npm_lifecycle_event].some((name) => ENGLISH.includes(name))

/** `english` where both kinds of people may come to read it. */
export function say(german, english = german) {
  console.error(isEnglish ? english : german)
}

/** @returns {never} */
export function fail(german, english) {
  say(german, english)
  process.exit(1)
}
