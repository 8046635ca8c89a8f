// Drafts: work that is not meant to be sent yet. Survives reloads, is shared by all windows, and is deleted on
// logout.
import { recordStore } from './browser.ts'
import type { Records } from './record-store.ts'

/** Several drafts of one `place`, by name. `read` returns undefined for a value that this version does not know. */
export const drafts = <T>(
  owner: number,
  place: string,
  read?: (stored: unknown) => T | undefined,
): Records<T> => recordStore.under<T>(`${owner}/draft/${place}/`, read)

/** A single draft. */
export function draft<T>(owner: number, place: string, read?: (stored: unknown) => T | undefined) {
  const { ready, get, subscribe, change } = drafts(owner, place, read)
  return {
    ready,
    subscribe,
    get: () => get().get(''),
    /** Undefined deletes; a function is an atomic update across windows. */
    change: (to: T | undefined | ((stored: T | undefined) => T | undefined)) => change('', to),
  }
}
