/**
 * What is written down in the last moment of a page. A browser may drop what is begun then on its way into the store; here
 * it stands at once, until the store says that it has it, or until the next page brings it there (taken-in.ts).
 */
import { remember, remembered } from '#web/local-storage.ts'
import { writePlain } from './plain.ts'

export const START = 'kept/'

/** The browser has asked whether to leave this page, or puts it away. Whoever stays goes on a little more carefully. */
let isAsked = false
const ask = () => {
  isAsked = true
}
// Before those that write something down then.
for (const event of ['beforeunload', 'pagehide']) globalThis.addEventListener?.(event, ask, { capture: true })

/** As long as the page stays, the store is sure enough. Answers what is to be done once the store has it. */
export function noteInLastMoment(key: string, value: unknown): () => void {
  const name = START + key
  const text = isAsked || document.visibilityState === 'hidden' ? writePlain(value) : undefined
  // A full disk refuses the new one: the old one shall not be taken for it.
  remember(name, undefined)
  remember(name, text)
  return () => forgetNoted(key, text)
}

/** Another `text` has been noted meanwhile, and stays. */
export const forgetNoted = (key: string, text = remembered(START + key)) =>
  remembered(START + key) === text && remember(START + key, undefined)
