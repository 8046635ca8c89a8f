/** Texts as they are printed. */
const invisible =
  // oxlint-disable-next-line no-control-regex -- nothing that could be seen
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u2028\u2029\u2066-\u2069\u202a-\u202e\ufdd0-\ufdef\ufffe\uffff]/g
/** Beyond it a word gets places at which it may be broken; German words are shorter, and are hyphenated. */
const longWord = { wide: { from: 46, every: 24 }, narrow: { from: 17, every: 9 } }
const patterns = { wide: breaks('wide'), narrow: breaks('narrow') }
/** Here a line may end. */
const BREAK = '\u200b'

type Width = keyof typeof longWord

export function clean(text: string): string {
  return bounded(text.toWellFormed().replace(/\r\n?/g, '\n').replace(invisible, '').replaceAll('\t', '    '))
}

/**
 * What joins the character before it, marks, joiners and what is never seen, makes one character of many. No writing
 * has long runs of it, and the typesetter would be busy with one for minutes, or break.
 */
const tooManyMarks = /([\p{M}\p{Default_Ignorable_Code_Point}]{32})[\p{M}\p{Default_Ignorable_Code_Point}]+/gu
/** The longest emoji that is one has four parts. */
const tooManyJoined = /(?:[^\u200d\s]{1,40}\u200d){16}/gu

const bounded = (text: string) =>
  text.replace(tooManyMarks, '$1').replace(tooManyJoined, (chain) => chain.slice(0, -1) + BREAK)

/** A word that is longer than its line must not run off the page. */
export function breakable(text: string, width: Width): string {
  const { word, piece } = patterns[width]
  return clean(text).replace(word, (long) => long.replace(piece, `$1${BREAK}`))
}

/** A fifth of a long line: a word of so many letters would leave a hole at its end. */
const hole = /(?<![\p{L}\p{M}\u00ad\u200b])([\p{L}\p{M}\u00ad\u200b]{18,})/u

/** A text before, in and behind its long words. */
export const piecesOf = (text: string) => text.split(hole)

function breaks(width: Width) {
  const { from, every } = longWord[width]
  return {
    // From its beginning only: tried from every letter, it takes four times as long.
    word: new RegExp(`(?<!\\S)\\S{${from},}`, 'gu'),
    // Not inside of a character that consists of several.
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
