// How much of the memory a value takes, about: nothing is written down for it. Of what a list has many of, some are
// looked at, and all are taken to be like them: rows of one list are.

/**
 * Two bytes a letter, and what a text, a number, an object and a place in one take beside that: rather too much than
 * too little.
 */
const [TEXT, NUMBER, OBJECT, PLACE] = [24, 8, 32, 8]
const LOOKED_AT = 5

export function sizeOf(value: unknown): number {
  if (typeof value === 'string') return TEXT + 2 * value.length
  if (typeof value !== 'object' || value === null) return NUMBER
  if (Array.isArray(value)) return OBJECT + sizeOfMany(value)
  if (value instanceof Map) return OBJECT + sizeOfMany([...value.keys()]) + sizeOfMany([...value.values()])
  if (value instanceof Set) return OBJECT + sizeOfMany([...value])
  let size = OBJECT
  for (const name in value) size += PLACE + sizeOf((value as Record<string, unknown>)[name])
  return size
}

function sizeOfMany(all: readonly unknown[]): number {
  const step = Math.max(1, Math.floor(all.length / LOOKED_AT))
  let [size, looked] = [0, 0]
  for (let at = 0; at < all.length; at += step) {
    size += PLACE + sizeOf(all[at])
    looked++
  }
  return looked === 0 ? 0 : Math.round((size * all.length) / looked)
}
