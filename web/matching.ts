// Matches words in names like `search_text` in the database: ignoring case and accents, ß = ss, and ä = a = ae,
// by comparing a plain spelling and one with ae, oe, ue contracted.

const letterFolds: Record<string, string> = { ß: 'ss', æ: 'ae', ø: 'o', ł: 'l' }

export const fold = (value: string) =>
  value
    .toLowerCase()
    .replace(/[ßæøł]/g, (letter) => letterFolds[letter] as string)
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
const contractUmlauts = (folded: string) => folded.replace(/([aou])e/g, '$1')

/** Folds a name for repeated searching. */
export function foldForSearch(value: string): string {
  const folded = fold(value)
  return `${folded}\n${contractUmlauts(folded)}`
}

/** Tests whether a search text contains all words of the filter. */
export function matcher(filter: string): (searchText: string) => boolean {
  const words = fold(filter)
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => [word, contractUmlauts(word)] as const)
  return (searched) =>
    words.every(([plain, together]) => searched.includes(plain) || searched.includes(together))
}
