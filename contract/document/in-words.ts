/** Between several that were chosen. It stands in no option: each is one line. */
export const BETWEEN = '\n'

/** For a regular expression, here and in PostgreSQL: a signature as it was drawn, the path of a drawing. */
export const DRAWN = String.raw`^M\d+ \d+L\d[\dLM ]*$`
const drawn = new RegExp(DRAWN)
const photo = /^\/docs\/photos\//

/** The field was of another kind when that was entered. */
const FORMER = ' (früher)'

/** A photo or a drawing, also where the field was one once and asks for words now. */
const isSeen = (value: string): boolean => photo.test(value) || drawn.test(value)
export const isToBeSeen = (value: unknown): value is string => typeof value === 'string' && isSeen(value)

/**
 * The answer to a field of some type in words, as people read it: a day as 21.11.2026, several that were chosen on
 * one line; what is to be seen is only named.
 */
export function inWords(type: string, value: string): string {
  if (type === 'photo') return 'Foto'
  if (isSeen(value))
    return `${photo.test(value) ? 'Foto' : 'Unterschrift'}${type === 'signature' ? '' : FORMER}`
  if (type === 'choices') return value.replaceAll(BETWEEN, '; ')
  return type === 'date' ? value.replace(/^(\d{4})-(\d\d)-(\d\d)$/, '$3.$2.$1') : value
}
