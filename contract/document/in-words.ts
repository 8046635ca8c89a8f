/** Separator between several chosen options; no option contains it, since each is one line. */
export const OPTION_SEPARATOR = '\n'

/** Regular expression for JavaScript and PostgreSQL: a drawn signature, as the path of an SVG. */
export const DRAWING_PATTERN = String.raw`^M\d+ \d+L\d[\dLM ]*$`
const drawingRegExp = new RegExp(DRAWING_PATTERN)

/** Prefix of the address of an uploaded photo (photos.ts). */
export const PHOTO_PREFIX = '/docs/photos/'

/** Suffix for a value that was entered while the field had another type. */
const FORMER_SUFFIX = ' (früher)'

/** True for the stored text of a photo or a drawn signature, whatever the present type of the field. */
const isPictureText = (value: string): boolean => value.startsWith(PHOTO_PREFIX) || drawingRegExp.test(value)
export const isPicture = (value: unknown): value is string =>
  typeof value === 'string' && isPictureText(value)

/**
 * Formats an answer for people: a day as 21.11.2026, several options on one line. Photos and drawings become
 * a word.
 */
export function formatAnswer(type: string, value: string): string {
  if (type === 'photo') return 'Foto'
  if (isPictureText(value))
    return `${value.startsWith(PHOTO_PREFIX) ? 'Foto' : 'Unterschrift'}${type === 'signature' ? '' : FORMER_SUFFIX}`
  if (type === 'choices') return value.replaceAll(OPTION_SEPARATOR, '; ')
  return type === 'date' ? value.replace(/^(\d{4})-(\d\d)-(\d\d)$/, '$3.$2.$1') : value
}
