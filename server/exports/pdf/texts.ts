// Prepares texts for Typst: removes what it cannot print, and lets long words break.
const invisibleCharacters =
  // oxlint-disable-next-line no-control-regex -- nothing that could be seen
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u2028\u2029\u2066-\u2069\u202a-\u202e\ufdd0-\ufdef\ufffe\uffff]/g
/**
 * A word of `from` or more characters may be broken after every `every` characters. German words are shorter and are
 * hyphenated instead.
 */
const wordBreakRules = { wide: { from: 46, every: 24 }, narrow: { from: 17, every: 9 } }
const patternsByWidth = { wide: buildBreakPatterns('wide'), narrow: buildBreakPatterns('narrow') }
/** Zero-width space: a line may end here. */
const ZERO_WIDTH_SPACE = '\u200b'

type TextWidth = keyof typeof wordBreakRules

export function clean(text: string): string {
  return limitMarks(
    text.toWellFormed().replace(/\r\n?/g, '\n').replace(invisibleCharacters, '').replaceAll('\t', '    '),
  )
}

/**
 * Limits runs of combining marks, joiners and invisible characters: no script has long ones, and they would
 * stall or crash the typesetter.
 */
const excessMarksPattern =
  /([\p{M}\p{Default_Ignorable_Code_Point}]{32})[\p{M}\p{Default_Ignorable_Code_Point}]+/gu
/** Limits chains of joined emoji; real ones have at most four parts. */
const excessJoinersPattern = /(?:[^\u200d\s]{1,40}\u200d){16}/gu

const limitMarks = (text: string) =>
  text
    .replace(excessMarksPattern, '$1')
    .replace(excessJoinersPattern, (chain) => chain.slice(0, -1) + ZERO_WIDTH_SPACE)

/** Keeps a word that is longer than its line from running off the page. */
export function makeBreakable(text: string, width: TextWidth): string {
  const { word, piece } = patternsByWidth[width]
  return clean(text).replace(word, (long) => long.replace(piece, `$1${ZERO_WIDTH_SPACE}`))
}

/**
 * Words of 18 letters or more, a fifth of a long line. Without hyphenation they would leave a gap at the end of
 * their line.
 */
const longWordPattern = /(?<![\p{L}\p{M}\u00ad\u200b])([\p{L}\p{M}\u00ad\u200b]{18,})/u

/** Splits a text into ordinary parts and long words, alternating. */
export const splitLongWords = (text: string) => text.split(longWordPattern)

function buildBreakPatterns(width: TextWidth) {
  const { from, every } = wordBreakRules[width]
  return {
    // Anchored at the start of a word: unanchored it takes four times as long.
    word: new RegExp(`(?<!\\S)\\S{${from},}`, 'gu'),
    // Never inside a character made of several code points.
    piece: new RegExp(`(\\S{${every}})(?<!\\u200d)(?![\\p{M}\\p{Emoji_Modifier}\\u200d\\ufe0f]|$)`, 'gu'),
  }
}

export const truncate = (text: string, length: number) =>
  text.length <= length
    ? text
    : `${text
        .slice(0, length)
        .toWellFormed()
        .replace(/\ufffd$/, '')
        .trimEnd()} …`

const decimal = new Intl.NumberFormat('de-DE', { maximumFractionDigits: 10 })

export const numberText = (value: number) =>
  Math.abs(value) < 1e15 ? decimal.format(value) : String(value).replace('.', ',')
