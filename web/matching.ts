/**
 * Finds words in names as `search_text` of the database does: without regard to case and accents, ß = ss, and
 * ä = a = ae, by comparing a plain spelling and one with ae, oe, ue drawn together.
 */
const letters: Record<string, string> = { ß: 'ss', æ: 'ae', ø: 'o', ł: 'l' }

const fold = (value: string) =>
  value
    .toLowerCase()
    .replace(/[ßæøł]/g, (letter) => letters[letter] as string)
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
const drawTogether = (folded: string) => folded.replace(/([aou])e/g, '$1')

/** What is searched of a name: fold once, ask often. */
export function searchText(value: string): string {
  const folded = fold(value)
  return `${folded}\n${drawTogether(folded)}`
}

/** Whether every word of the filter stands somewhere in a search text. */
export function matcher(filter: string): (searchText: string) => boolean {
  const words = fold(filter)
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => [word, drawTogether(word)] as const)
  return (searched) =>
    words.every(([plain, together]) => searched.includes(plain) || searched.includes(together))
}
