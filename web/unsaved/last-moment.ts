/**
 * What is written down in the last moment of a page. A browser may drop what is begun then on its way into the store; here
 * it stands at once, until the store says that it has it, or until the next page brings it there.
 */
import { leaving } from './leaving.ts'
import { readPlain, writePlain } from './plain.ts'

const START = 'kept/'
const name = (key: string) => START + key

/** Only while the page may be at its end: as long as it stays, the store is sure enough. To be called once the store has it. */
export function noteInLastMoment(key: string, value: unknown): () => void {
  forgetNoted(key)
  if (!leaving()) return () => {}
  const text = onShelf(() => writePlain(value))
  if (text === undefined) return () => {}
  onShelf((shelf) => shelf.setItem(name(key), text))
  return () => forgetText(key, text)
}

/** There is nothing to be kept any more. */
export const forgetNoted = (key: string) => onShelf((shelf) => shelf.removeItem(name(key)))

type Note = { key: string; value: unknown; settle: () => void }

/** What earlier pages have noted, and no store has said that it has it. */
export const noted = (): Note[] =>
  onShelf((shelf) =>
    Object.keys(shelf).flatMap((name) => {
      const text = name.startsWith(START) ? shelf.getItem(name) : null
      if (text === null) return []
      const key = name.slice(START.length)
      return { key, value: readPlain(text), settle: () => forgetText(key, text) }
    }),
  ) ?? []

/** Unless another one has been noted meanwhile. */
const forgetText = (key: string, text: string) =>
  onShelf((shelf) => shelf.getItem(name(key)) === text && shelf.removeItem(name(key)))

/** A private window, a full disk, or something that is no text: then the store alone has it. */
function onShelf<T>(act: (shelf: Storage) => T): T | undefined {
  try {
    return act(localStorage)
  } catch {
    return undefined
  }
}
