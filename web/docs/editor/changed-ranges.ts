import type { Transaction } from 'prosemirror-state'

/** Where a transaction has changed the text, in places of the new one. */
export function* changedRanges({ mapping }: Transaction): Generator<[from: number, to: number]> {
  for (const [at, map] of mapping.maps.entries()) {
    const ranges: [number, number][] = []
    map.forEach((_, __, from, to) => ranges.push([from, to]))
    const rest = mapping.slice(at + 1)
    for (const [from, to] of ranges) yield [rest.map(from, -1), rest.map(to, 1)]
  }
}
