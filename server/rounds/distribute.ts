type Span = { from: number; to: number; count: number }
const MOST = 8

/** How numbers are spread: one span for each where there are few whole ones, else up to eight of a round width. */
export function distribute(numbers: readonly number[]): Span[] {
  if (numbers.length === 0) return []
  const least = numbers.reduce((one, other) => Math.min(one, other))
  const most = numbers.reduce((one, other) => Math.max(one, other))
  const width = numbers.every(Number.isInteger) && most - least < MOST ? 1 : roundWidth((most - least) / MOST)
  const first = Math.floor(least / width)
  const counts = Array.from({ length: Math.floor(most / width) - first + 1 }, () => 0)
  for (const number of numbers) {
    const at = Math.floor(number / width) - first
    counts[at] = (counts[at] ?? 0) + 1
  }
  return counts.map((count, at) => ({
    from: tidy((first + at) * width),
    to: tidy((first + at + 1) * width),
    count,
  }))
}

/** 1, 2 or 5, and so many zeros before or behind, at least as wide as this. */
function roundWidth(least: number): number {
  if (least === 0) return 1
  const power = 10 ** Math.floor(Math.log10(least))
  return ([1, 2, 5].find((digit) => digit * power >= least) ?? 10) * power
}

/** Without what arithmetic leaves (0.30000000000000004). */
const tidy = (number: number) => Number(number.toPrecision(12))
