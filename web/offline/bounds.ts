/** How much of the device the copies may take: of all together in bytes, and how many there may be. */
export const MOST = { bytes: 100 * 1024 * 1024, copies: 1_000 }

const DAY_MS = 86_400_000
/** What nobody has opened for so long is not worth showing. */
export const OLDEST_MS = 30 * DAY_MS

type Age = { at: number; size: number }

/** Which are to go: what is too old, and of the others the oldest, as many as are too much. */
export function beyond<C extends Age>(copies: readonly C[], now: number, most = MOST): C[] {
  let bytes = 0
  return copies
    .toSorted((one, other) => other.at - one.at)
    .filter(({ at, size }, place) => {
      bytes += size
      return at < now - OLDEST_MS || bytes > most.bytes || place >= most.copies
    })
}
