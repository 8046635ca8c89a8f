// What is written down in the last moment of a page. A browser may drop what is begun then on its way into the store;
// here it stands at once, until the store says that it has it, or until the next page brings it there (taken-in.ts).
import { remember, remembered } from '#web/local-storage.ts'
import { writePlain } from './plain.ts'

export const START = 'kept/'
/** No key begins so. */
export const CHANGE = '+'

/** The browser has asked whether to leave this page, or puts it away. Whoever stays goes on a little more carefully. */
let isAsked = false
const ask = () => {
  isAsked = true
  for (const note of begun) note()
}
// Before those that write something down then.
for (const event of ['beforeunload', 'pagehide']) globalThis.addEventListener?.(event, ask, { capture: true })

/** What was handed to the store a moment ago. */
const begun = new Set<() => void>()
let changes = 0

/**
 * A change of what other windows change too (`changeKept`): what it makes of nothing is written down, to be joined
 * with what is there by then. Answers what is to be told whether the store has it.
 */
export function noteChange(key: string, by: (stored: undefined) => unknown): (isKept: boolean) => void {
  let settle = () => {}
  const name = `${CHANGE}${Date.now()}-${changes++}/${key}`
  const note = () => {
    settle = noteInLastMoment(name, by(undefined))
  }
  begun.add(note)
  if (isLast()) note()
  return (isKept) => {
    begun.delete(note)
    if (isKept) settle()
  }
}

const isLast = () => isAsked || globalThis.document?.visibilityState === 'hidden'

/** As long as the page stays, the store is sure enough. Answers what is to be done once the store has it. */
export function noteInLastMoment(key: string, value: unknown): () => void {
  const name = START + key
  const text = isLast() ? writePlain(value) : undefined
  // A full disk refuses the new one: the old one shall not be taken for it.
  remember(name, undefined)
  remember(name, text)
  return () => forgetNoted(key, text)
}

/** Another `text` has been noted meanwhile, and stays. */
export const forgetNoted = (key: string, text = remembered(START + key)) =>
  remembered(START + key) === text && remember(START + key, undefined)
