// How much of the device the copies may take, and which of them go first. Pure.
import type { Age } from './database.ts'

/** Of all copies together, in bytes; and how many there may be. */
export const MOST = { bytes: 100 * 1024 * 1024, copies: 2_000 }

const DAY_MS = 86_400_000
/** What nobody has opened for so long is not worth showing. */
export const OLDEST_MS = 30 * DAY_MS

/**
 * Which are to go so that one of `size` finds its place: what is too old, then the oldest, no more than needed.
 * Undefined where it would not even fit alone.
 */
export function toMakeRoom(
  ages: ReadonlyMap<string, Age>,
  size: number,
  now: number,
  most = MOST,
): string[] | undefined {
  if (size > most.bytes) return undefined
  const oldestFirst = [...ages].sort(([, one], [, other]) => one.at - other.at)
  let bytes = size + oldestFirst.reduce((sum, [, age]) => sum + age.size, 0)
  let copies = 1 + oldestFirst.length
  const going: string[] = []
  for (const [name, age] of oldestFirst) {
    if (age.at >= now - OLDEST_MS && bytes <= most.bytes && copies <= most.copies) break
    going.push(name)
    bytes -= age.size
    copies--
  }
  return going
}
