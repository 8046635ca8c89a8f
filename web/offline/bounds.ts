/** Upper bounds of all copies. */
export const COPY_LIMITS = { bytes: 100 * 1024 * 1024, copies: 1_000 }

const DAY_MS = 86_400_000
/** In ms. Copies that were not refreshed for this long are dropped. */
export const MAX_COPY_AGE_MS = 30 * DAY_MS

type Age = { at: number; size: number }

/** The copies to evict: expired ones, then the oldest beyond the bounds. */
export function copiesToEvict<C extends Age>(copies: readonly C[], now: number, most = COPY_LIMITS): C[] {
  let bytes = 0
  return copies
    .toSorted((one, other) => other.at - one.at)
    .filter(({ at, size }, place) => {
      bytes += size
      return at < now - MAX_COPY_AGE_MS || bytes > most.bytes || place >= most.copies
    })
}
