// A proposal where nothing was found: each word as it is spelt in texts that the caller may see.
import { wordsOf } from '#contract/words/matches.ts'

/** Undefined if a word resembles none of theirs. */
export function spelledAlike(words: readonly string[], texts: readonly string[]): string | undefined {
  const known = Map.groupBy(texts.flatMap(wordsOf), (word) => word)
  const isThere = (word: string) => [...known.keys()].some((other) => other.startsWith(word))
  const spelled = words.map((word) => (isThere(word) ? word : nearest(word, known)))
  return spelled.every((word) => word !== undefined) ? spelled.join(' ') : undefined
}

/** Among equally near ones the most frequent. */
function nearest(word: string, known: ReadonlyMap<string, unknown[]>): string | undefined {
  const most = word.length < 4 ? 0 : word.length < 8 ? 1 : 2
  const candidates = [...known]
    .map(([other, { length: count }]) => ({ other, count, distance: distanceOf(word, other, most) }))
    .filter(({ distance }) => distance <= most)
  const [first] = candidates.sort((one, two) => one.distance - two.distance || two.count - one.count)
  return first?.other
}

/** Letters that are missing, too many, other ones or swapped with their neighbour; `most + 1` where there are more. */
function distanceOf(word: string, other: string, most: number): number {
  if (Math.abs(word.length - other.length) > most) return most + 1
  let [beforeLast, last]: [number[], number[]] = [[], Array.from({ length: other.length + 1 }, (_, at) => at)]
  for (let row = 1; row <= word.length; row++) {
    const line = [row]
    for (let at = 1; at <= other.length; at++) {
      const isSame = word[row - 1] === other[at - 1]
      const isSwapped =
        row > 1 && at > 1 && word[row - 1] === other[at - 2] && word[row - 2] === other[at - 1]
      line[at] = Math.min(
        (last[at] as number) + 1,
        (line[at - 1] as number) + 1,
        (last[at - 1] as number) + (isSame ? 0 : 1),
        isSwapped ? (beforeLast[at - 2] as number) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    ;[beforeLast, last] = [last, line]
  }
  return last[other.length] as number
}
