// What somebody has begun, and is not meant to go yet. It survives a reload, all windows see it, and it goes with the
// logout of whose it is.
import { shelf } from './browser.ts'
import type { Records } from './shelf.ts'

/** Several in one place, by name. `read` leaves out what this version of the app does not understand. */
export const drafts = <T>(
  owner: number,
  place: string,
  read?: (stored: unknown) => T | undefined,
): Records<T> => shelf.under<T>(`${owner}/draft/${place}/`, read)

/** A single one. */
export function draft<T>(owner: number, place: string, read?: (stored: unknown) => T | undefined) {
  const { ready, get, subscribe, write, change } = drafts(owner, place, read)
  return {
    ready,
    subscribe,
    get: () => get().get(''),
    /** Undefined for nothing. Answers whether the browser has it. */
    set: (value: T | undefined) => write([['', value]]),
    change: (by: (stored: T | undefined) => T | undefined) => change('', by),
  }
}
