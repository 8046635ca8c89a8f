// “Did you mean” for a search without results: each word that begins no word of the texts is replaced by the nearest
// one. The texts are those that the caller may see.
import { wordsOf } from '#contract/words/matches.ts'
import { editDistance } from '#server/closest.mjs'

/** Undefined if a word resembles no word of the texts. */
export function correctSpelling(words: readonly string[], texts: readonly string[]): string | undefined {
  const known = Map.groupBy(texts.flatMap(wordsOf), (word) => word)
  const isThere = (word: string) => [...known.keys()].some((other) => other.startsWith(word))
  const spelled = words.map((word) => (isThere(word) ? word : findNearestWord(word, known)))
  return spelled.every((word) => word !== undefined) ? spelled.join(' ') : undefined
}

/** The nearest known word; among equally near ones the most frequent. */
function findNearestWord(word: string, known: ReadonlyMap<string, unknown[]>): string | undefined {
  const most = word.length < 4 ? 0 : word.length < 8 ? 1 : 2
  const candidates = [...known]
    .map(([other, { length: count }]) => ({ other, count, distance: editDistance(word, other, most) }))
    .filter(({ distance }) => distance <= most)
  const [first] = candidates.sort((one, two) => one.distance - two.distance || two.count - one.count)
  return first?.other
}
