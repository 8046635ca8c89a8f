/** Separator between several chosen options; no option contains it, since each is one line. */
export const BETWEEN = '\n'

/** Regular expression for here and for PostgreSQL: a drawn signature, as the path of a drawing. */
export const DRAWN = String.raw`^M\d+ \d+L\d[\dLM ]*$`
const drawn = new RegExp(DRAWN)

/** Begins the address of an uploaded photo (photos.ts). */
export const PHOTOS = '/docs/photos/'

/** Suffix for a value that was entered while the field had another type. */
const FORMER = ' (früher)'

/** True for the stored text of a photo or a drawn signature, whatever the present type of the field. */
const isSeen = (value: string): boolean => value.startsWith(PHOTOS) || drawn.test(value)
export const isPicture = (value: unknown): value is string => typeof value === 'string' && isSeen(value)

/**
 * Formats an answer for people: a day as 21.11.2026, several options on one line. Photos and drawings become
 * a word.
 */
export function inWords(type: string, value: string): string {
  if (type === 'photo') return 'Foto'
  if (isSeen(value))
    return `${value.startsWith(PHOTOS) ? 'Foto' : 'Unterschrift'}${type === 'signature' ? '' : FORMER}`
  if (type === 'choices') return value.replaceAll(BETWEEN, '; ')
  return type === 'date' ? value.replace(/^(\d{4})-(\d\d)-(\d\d)$/, '$3.$2.$1') : value
}
