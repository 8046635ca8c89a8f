/** Separator between several chosen options; no option contains it, since each is one line. */
export const BETWEEN = '\n'

/** Regular expression for here and for PostgreSQL: a drawn signature, as the path of a drawing. */
export const DRAWN = String.raw`^M\d+ \d+L\d[\dLM ]*$`
const drawn = new RegExp(DRAWN)

/** Begins the address of an uploaded photo (photos.ts). */
export const PHOTOS = '/docs/photos/'

/** For a value that was entered when the field had another type. */
const FORMER = ' (früher)'

/** A photo or a drawing, also in a field that has become a text field. */
const isSeen = (value: string): boolean => value.startsWith(PHOTOS) || drawn.test(value)
export const isPicture = (value: unknown): value is string => typeof value === 'string' && isSeen(value)

/**
 * An answer as people read it: a day as 21.11.2026, several options on one line; photos and drawings are only
 * named.
 */
export function inWords(type: string, value: string): string {
  if (type === 'photo') return 'Foto'
  if (isSeen(value))
    return `${value.startsWith(PHOTOS) ? 'Foto' : 'Unterschrift'}${type === 'signature' ? '' : FORMER}`
  if (type === 'choices') return value.replaceAll(BETWEEN, '; ')
  return type === 'date' ? value.replace(/^(\d{4})-(\d\d)-(\d\d)$/, '$3.$2.$1') : value
}
