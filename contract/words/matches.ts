// Matches of search words in a text: at the start of a word, or else inside of a word. Case, accents and the
// two spellings of an umlaut are ignored, as in the server's search. The server cuts excerpts with these
// matches, and the browser highlights them.
export type Match = { from: number; to: number }

const plainLetters: Record<string, string> = { ß: 'ss', æ: 'ae', ø: 'o', ł: 'l', ı: 'i' }
const accentPattern = /[\u0300-\u036f]/g
const withoutUmlautE = (folded: string) => folded.replaceAll(/([aou])e/g, '$1')
const isLetter = (sign: string | undefined) => sign !== undefined && /[\p{L}\p{N}]/u.test(sign)

export const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .filter(Boolean)

/** Distinct search words, longest first, at most `MAX_SEARCH_WORDS`. */
export function searchWordsOf(filter: string): string[] {
  return [...new Set(wordsOf(filter))]
    .sort((one, other) => other.length - one.length)
    .slice(0, MAX_SEARCH_WORDS)
}
const MAX_SEARCH_WORDS = 8

/** Lower bound of a search in characters: a single letter occurs everywhere. */
export const minSearchLength = 2
/** Lower bound in characters for matches inside of words; shorter words match only at the start of a word. */
export const minInnerMatchLength = 4

/**
 * The server's rule for messages: all words match at the start of a word, or all match anywhere. The second
 * case requires a first word of at least `minInnerMatchLength` characters. Expects the longest word first.
 */
export const matchesAllWords = (text: string, words: readonly string[]): boolean =>
  words.every((word) => findWordStartMatches(text, [word]).length > 0) ||
  ((words[0] ?? '').length >= minInnerMatchLength &&
    words.every((word) => highlightsOf(text, [word]).length > 0))

/** Matches at the start of a word, in order. */
export const findWordStartMatches = (text: string, words: readonly string[]): Match[] =>
  createMatcher(text)(words)

/**
 * Prepares a text, so that several searches in it fold it only once. Finds matches at the start of a word.
 */
export function createMatcher(text: string): (words: readonly string[]) => Match[] {
  const folded = foldText(text)
  return (words) => matchesInFolded(folded, words)
}

/**
 * Matches of each word in order. A word that matches at the start of a word is not searched inside of words.
 */
export function highlightsOf(text: string, words: readonly string[]): Match[] {
  const folded = foldText(text)
  const isThere = (word: string) => matchesInFolded(folded, [word]).length > 0
  const [beginnings, others] = [words.filter(isThere), words.filter((word) => !isThere(word))]
  const places = matchesInFolded(folded, beginnings)
  const inside = matchesInFolded(folded, others, true).filter(
    ({ from, to }) => !places.some((place) => from < place.to && place.from < to),
  )
  return [...places, ...inside].sort((one, other) => one.from - other.from)
}

function matchesInFolded(
  { text: folded, at }: ReturnType<typeof foldText>,
  words: readonly string[],
  isInside = false,
): Match[] {
  const wanted = words.map((word) => withoutUmlautE(foldText(word).text))
  const places: Match[] = []
  for (let begin = 0; begin < folded.length; begin++) {
    if (!isLetter(folded[begin]) || (!isInside && isLetter(folded[begin - 1]))) continue
    const length = Math.max(...wanted.map((word) => matchLengthAt(folded, begin, word)))
    if (length <= 0) continue
    places.push({ from: at[begin] as number, to: at[begin + length] as number })
    begin += length - 1
  }
  return places
}

/** Number of characters of the folded text that match the word at `begin`; 0 for no match. */
function matchLengthAt(folded: string, begin: number, word: string): number {
  let place = begin
  for (const sign of word) {
    // Skips the second half of a folded 'ae', so that it equals 'a'.
    if (folded[place] === 'e' && sign !== 'e' && place > begin && 'aou'.includes(folded[place - 1] as string))
      place++
    if (folded[place] !== sign) return 0
    place++
  }
  return place - begin
}

/** The folded text, and the original position of each of its characters. */
function foldText(text: string) {
  let folded = ''
  const at: number[] = []
  let from = 0
  for (const sign of text) {
    const small = sign.toLowerCase()
    const signs = (plainLetters[small] ?? small).normalize('NFKD').replaceAll(accentPattern, '')
    for (const one of signs) {
      folded += one
      for (let unit = 0; unit < one.length; unit++) at.push(from)
    }
    from += sign.length
  }
  at.push(from)
  return { text: folded, at }
}

/** The text around the first match. */
export function excerptOf(text: string, words: readonly string[], around = 60): string {
  const [first] = highlightsOf(text, words)
  const from = Math.max(0, (first?.from ?? 0) - around)
  const to = Math.min(text.length, (first?.to ?? 0) + around)
  const begin = from === 0 ? 0 : text.indexOf(' ', from) + 1 || from
  const space = to === text.length ? to : text.lastIndexOf(' ', to)
  const end = space > (first?.to ?? 0) ? space : to
  const cut = text.slice(begin, end).replaceAll(/\s+/g, ' ').trim()
  return `${begin > 0 ? '… ' : ''}${cut}${end < text.length ? ' …' : ''}`
}
