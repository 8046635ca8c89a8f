/** Preparation of texts for printing. */
const invisible =
  // oxlint-disable-next-line no-control-regex -- nothing that could be seen
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u2028\u2029\u2066-\u2069\u202a-\u202e\ufdd0-\ufdef\ufffe\uffff]/g
/**
 * A word of `from` or more characters may be broken after every `every` characters. German words are shorter and are
 * hyphenated instead.
 */
const longWord = { wide: { from: 46, every: 24 }, narrow: { from: 17, every: 9 } }
const patterns = { wide: breakPatterns('wide'), narrow: breakPatterns('narrow') }
/** Zero-width space: a line may end here. */
const BREAK = '\u200b'

type Width = keyof typeof longWord

export function clean(text: string): string {
  return bounded(text.toWellFormed().replace(/\r\n?/g, '\n').replace(invisible, '').replaceAll('\t', '    '))
}

/**
 * Limits runs of combining marks, joiners and invisible characters: no script has long ones, and they would
 * stall or crash the typesetter.
 */
const tooManyMarks = /([\p{M}\p{Default_Ignorable_Code_Point}]{32})[\p{M}\p{Default_Ignorable_Code_Point}]+/gu
/** Limits chains of joined emoji; real ones have at most four parts. */
const tooManyJoined = /(?:[^\u200d\s]{1,40}\u200d){16}/gu

const bounded = (text: string) =>
  text.replace(tooManyMarks, '$1').replace(tooManyJoined, (chain) => chain.slice(0, -1) + BREAK)

/** Keeps a word that is longer than its line from running off the page. */
export function breakable(text: string, width: Width): string {
  const { word, piece } = patterns[width]
  return clean(text).replace(word, (long) => long.replace(piece, `$1${BREAK}`))
}

/**
 * Words of 18 letters or more, a fifth of a long line. Without hyphenation they would leave a gap at the end of
 * their line.
 */
const longWordPattern = /(?<![\p{L}\p{M}\u00ad\u200b])([\p{L}\p{M}\u00ad\u200b]{18,})/u

/** Splits a text into ordinary parts and long words, alternating. */
export const piecesOf = (text: string) => text.split(longWordPattern)

function breakPatterns(width: Width) {
  const { from, every } = longWord[width]
  return {
    // Anchored at the start of a word: unanchored it takes four times as long.
    word: new RegExp(`(?<!\\S)\\S{${from},}`, 'gu'),
    // Never inside a character made of several code points.
    piece: new RegExp(`(\\S{${every}})(?<!\\u200d)(?![\\p{M}\\p{Emoji_Modifier}\\u200d\\ufe0f]|$)`, 'gu'),
  }
}

export const shortened = (text: string, length: number) =>
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
