import { longest } from '#contract/document/fields.ts'

type Span = { from: number; to: number; count: number }
const MOST = 8

/**
 * How numbers are spread: one span for each where there are few whole ones, else up to eight of a round width. A number
 * between two spans belongs to the upper one; the last has its upper end, too.
 */
export function distribute(numbers: readonly number[]): Span[] {
  if (numbers.length === 0) return []
  const least = numbers.reduce((one, other) => Math.min(one, other))
  const most = numbers.reduce((one, other) => Math.max(one, other))
  const isWhole = numbers.every(Number.isInteger)
  if (isWhole && most - least < MOST)
    return Array.from({ length: most - least + 1 }, (_, at) => ({
      from: least + at,
      to: least + at + 1,
      count: numbers.filter((number) => number === least + at).length,
    }))
  const { width, first, length } = placesOf(least, most, isWhole ? 2 : 0)
  const counts = Array.from({ length }, () => 0)
  for (const number of numbers) {
    const at = Math.min(Math.floor(tidy(number / width)) - first, length - 1)
    counts[at] = (counts[at] ?? 0) + 1
  }
  return counts.map((count, at) => ({
    from: tidy((first + at) * width),
    to: tidy((first + at + 1) * width),
    count,
  }))
}

function placesOf(least: number, most: number, narrowest: number) {
  const placesFor = (spans: number) => {
    const width = Math.max(roundWidth(tidy((most - least) / spans)), narrowest)
    const first = Math.floor(tidy(least / width))
    return { width, first, length: Math.max(Math.ceil(tidy(most / width)) - first, 1) }
  }
  const places = placesFor(MOST)
  // Numbers that begin and end within a span need one more of them.
  return places.length > MOST ? placesFor(MOST - 1) : places
}

/** 1, 2 or 5, and so many zeros before or behind, at least as wide as this. */
function roundWidth(least: number): number {
  if (least === 0) return 1
  const power = 10 ** Math.floor(Math.log10(least))
  return tidy(([1, 2, 5].find((digit) => digit * power >= least) ?? 10) * power)
}

/** Without what arithmetic leaves (0.30000000000000004). */
const tidy = (number: number) => Number(number.toPrecision(longest.digits))
