// What cells stand for, cached by their bytes: the same days and times come again and again, and to look
// one up takes a tenth of what it takes to count it and to write its digits.
import type { RowReader } from './row-reader.ts'

/** A cell has one slot of these, and takes it from the one that stood there: nothing grows. */
const SLOTS = 1_024
/** No day or time is longer. */
const LONGEST = 32

type Known = { cell: Uint8Array; digits: Uint8Array | undefined }

export function cachedByBytes(
  digitsOf: (value: unknown) => Uint8Array | undefined,
): (from: RowReader) => Uint8Array | undefined {
  const slots = Array.from<Known | undefined>({ length: SLOTS })
  return (from) => {
    const { bytes, begin, end } = from
    if (end - begin > LONGEST) return digitsOf(from.value)
    const slot = slotOf(from)
    const found = slots[slot]
    if (found && isSame(found.cell, from)) return found.digits
    const digits = digitsOf(from.value)
    slots[slot] = { cell: Buffer.copyBytesFrom(bytes, begin, end - begin), digits }
    return digits
  }
}

/** FNV-1a, folded. */
function slotOf({ bytes, begin, end }: RowReader): number {
  let hash = 0x811c9dc5
  for (let at = begin; at < end; at++) hash = Math.imul(hash ^ (bytes[at] as number), 0x01000193)
  return (hash ^ (hash >>> 16)) & (SLOTS - 1)
}

function isSame(cell: Uint8Array, { bytes, begin, end }: RowReader): boolean {
  if (cell.length !== end - begin) return false
  for (let at = 0; at < cell.length; at++) if (cell[at] !== bytes[begin + at]) return false
  return true
}
