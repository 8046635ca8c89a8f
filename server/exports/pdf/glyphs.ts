// Replaces characters that none of our fonts contains by a box. PDF/UA forbids missing glyphs, and Typst would refuse
// the whole document. So the coverage of the fonts is tested beforehand, in batches of characters.

const MISSING_GLYPH = '□'
/** Noto Sans covers all characters below U+0250. */
const rareCharacters = /[\u{250}-\u{10ffff}]/gu
/** Upper bound of test compilations per text. Characters that are still untested then count as missing. */
const MAX_TEST_COMPILATIONS = 600
const CHARACTERS_AT_ONCE = 256
const MAX_CACHED_CHARACTERS = 20_000

export class GlyphCoverage {
  readonly #isPrintable: (source: string) => boolean
  readonly #known = new Map<string, boolean>()

  constructor(isPrintable: (source: string) => boolean) {
    this.#isPrintable = isPrintable
  }

  replaceMissing(text: string): string {
    const characters = [...new Set(text.match(rareCharacters))]
    if (characters.length === 0) return text
    if (this.#known.size > MAX_CACHED_CHARACTERS) this.#known.clear()
    const missing = this.#missing(characters)
    return missing.size === 0
      ? text
      : text.replace(rareCharacters, (character) => (missing.has(character) ? MISSING_GLYPH : character))
  }

  #missing(characters: readonly string[]): Set<string> {
    let questions = 0
    const ask = (some: readonly string[]) => {
      if (some.length === 0) return
      const isThere = questions++ < MAX_TEST_COMPILATIONS && this.#isPrintable(sampleSource(some))
      if (isThere || some.length === 1 || questions >= MAX_TEST_COMPILATIONS) {
        for (const one of some) this.#known.set(one, isThere)
        return
      }
      const half = Math.ceil(some.length / 2)
      ask(some.slice(0, half))
      ask(some.slice(half))
    }
    const unknown = characters.filter((character) => !this.#known.has(character))
    for (let at = 0; at < unknown.length; at += CHARACTERS_AT_ONCE)
      ask(unknown.slice(at, at + CHARACTERS_AT_ONCE))
    const missing = new Set(characters.filter((character) => !this.#known.get(character)))
    // The cache may hold untested characters as missing, because the bound was reached.
    if (questions >= MAX_TEST_COMPILATIONS) this.#known.clear()
    return missing
  }
}

/** Typst source with the characters in all four faces, whose coverage differs. */
function sampleSource(characters: readonly string[]): string {
  const points = characters.map((character) => character.codePointAt(0))
  return `#set text(font: ("Noto Sans", "Noto Emoji", "DejaVu Sans Mono"), fallback: false)
#let all = (${points.join(', ')},).map(point => "a" + str.from-unicode(point)).join(" ")
#all #strong(all) #emph(all) #strong(emph(all))`
}
