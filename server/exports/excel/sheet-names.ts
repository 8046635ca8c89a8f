// Names that Excel accepts: at most 31 characters, none of []:*?/\, no ' at an end, no two alike.
import { withoutEnd } from '#contract/document/without-end.ts'

const LONGEST = 31

export function sheetNames(wanted: readonly string[]): string[] {
  const taken = new Set<string>()
  return wanted.map((name) => {
    const clean = cleaned(name)
    let unique = clean
    for (let number = 2; taken.has(unique.toLowerCase()); number++) {
      const suffix = ` (${number})`
      unique = cut(clean, LONGEST - suffix.length) + suffix
    }
    taken.add(unique.toLowerCase())
    return unique
  })
}

function cleaned(name: string): string {
  const plain = name
    .toWellFormed()
    .replace(/[[\]:*?/\\\p{Cc}\ufffe\uffff]/gu, ' ')
    .trim()
  const short = withoutEnd(cut(plain, LONGEST).replace(/^'+/, ''), "'").trim()
  // Excel keeps this name for itself.
  return short === '' || /^history$/i.test(short) ? 'Tabelle' : short
}

const cut = (text: string, length: number) => text.slice(0, length).replace(/[\ud800-\udbff]$/, '')
