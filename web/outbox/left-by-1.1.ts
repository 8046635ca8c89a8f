// Detects what release 1.1 has left in this browser; from-1.1.ts moves it. To be removed in the next release.
import { waitForResult } from '#web/browser-database.ts'

/** Keys of this release start with `<owner>/outbox/` or `<owner>/draft/`. Any other key is one of 1.1. */
export const isKeyOf11 = (key: string) => !/^\d+\/(outbox|draft)\//.test(key)

/** Prefix of the notes of 1.1 in localStorage. */
export const NOTE_PREFIX = 'kept/'

/** Names of the localStorage notes that 1.1 wrote on pagehide. */
export function listNotes(): string[] {
  try {
    return Object.keys(localStorage).filter((name) => name.startsWith(NOTE_PREFIX))
  } catch {
    return []
  }
}

export async function hasDataOf11(database: IDBDatabase, store: string): Promise<boolean> {
  const keys = (await waitForResult(database.transaction(store).objectStore(store).getAllKeys())) as string[]
  return listNotes().length > 0 || keys.some(isKeyOf11)
}
