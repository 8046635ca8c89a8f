/** Two initials, independent of the order: 'Lena von Hohenstein' and 'von Hohenstein, Lena' are 'LH'. */
export function initialsOf(name: string): string {
  // A suffix in brackets, which distinguishes namesakes, is ignored.
  const own = name.endsWith(')') && name.includes('(') ? name.slice(0, name.indexOf('(')) : name
  const [family = '', givenNames] = own.split(',').map(wordsIn)
  const first = (givenNames ?? family)[0] ?? ''
  const last = givenNames === undefined && family.length < 2 ? '' : (family.at(-1) ?? '')
  return firstLetter(first) + firstLetter(last)
}

const wordsIn = (text: string) => text.split(/[\s._-]+/u).filter((word) => /^[\p{L}\p{N}]/u.test(word))
const firstLetter = (word: string) => (Array.from(word)[0] ?? '').toUpperCase()

/** Golden angle: neighbouring ids get distant hues. */
export const hueOf = (id: number) => Math.round((id * 137.508) % 360)
