// Detects what release 1.1 has left in this browser; from-1.1.ts moves it. To be removed in the next release.
import { resultOf } from '#web/browser-database.ts'

/** Keys of this release start with `<owner>/outbox/` or `<owner>/draft/`. Any other key is one of 1.1. */
export const isOf11 = (key: string) => !/^\d+\/(outbox|draft)\//.test(key)

/** Prefix of the notes of 1.1 in localStorage. */
export const NOTE = 'kept/'

/** Names of the localStorage notes that 1.1 wrote on pagehide. */
export function namesOfNotes(): string[] {
  try {
    return Object.keys(localStorage).filter((name) => name.startsWith(NOTE))
  } catch {
    return []
  }
}

export async function hasLeft11(database: IDBDatabase, store: string): Promise<boolean> {
  const keys = (await resultOf(database.transaction(store).objectStore(store).getAllKeys())) as string[]
  return namesOfNotes().length > 0 || keys.some(isOf11)
}
