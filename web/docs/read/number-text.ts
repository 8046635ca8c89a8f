// Parses and formats numbers in German notation; a decimal point is accepted where it is unambiguous.
import { fieldLimits, isExactNumber } from '#contract/document/fields.ts'
import { formatNumber } from '#web/ui/format.ts'

type ParsedNumber =
  | {
      value: number | null
      /** Second meaning of an ambiguous text: '1.500' is 1500 or 1.5. */
      other?: number
    }
  | { problem: string }

const NO_NUMBER_SENTENCE = 'Bitte geben Sie eine Zahl ein, zum Beispiel 12,5.'
const TOO_MANY_DIGITS_SENTENCE = `Eine Zahl hat hier höchstens ${fieldLimits.digits} Ziffern.`

/** An empty text is valid and means no number. */
export function parseNumber(typed: string): ParsedNumber {
  if (typed.trim() === '') return { value: null }
  const text = stripUnits(typed)
  const plain = toDecimalNotation(text)
  if (plain === undefined) return { problem: NO_NUMBER_SENTENCE }
  if (hasTooManyDigits(plain)) return { problem: TOO_MANY_DIGITS_SENTENCE }
  const value = numberOf(plain)
  if (!isShownExactly(plain, value)) return { problem: TOO_MANY_DIGITS_SENTENCE }
  const other = alternativeNumber(text, value)
  return other === undefined ? { value } : { value, other }
}

export const hasTooManyDigits = (text: string) =>
  text.replace(/\D/g, '').replace(/^0+/, '').length > fieldLimits.digits

/** Strips blanks, currency and percent sign. */
function stripUnits(typed: string): string {
  const text = typed.trim().replace(/^[−–]/, '-')
  const sign = /^[-+]/.test(text) ? text.slice(0, 1) : ''
  const number = text.slice(sign.length)
  const unit = UNITS.find((one) => number.toLowerCase().endsWith(one)) ?? ''
  const behind = number.startsWith('€') ? 1 : 0
  return sign + number.slice(behind, number.length - unit.length).trim()
}
const UNITS = ['€', 'eur', '%']

/** Thousands separators: point, several blanks, apostrophe. */
const GROUP_SEPARATORS = ['.', ' ', '\u00a0', '\u2009', '\u202f', "'", '’']

/** Normalised decimal notation; undefined if invalid. */
function toDecimalNotation(text: string): string | undefined {
  for (const group of GROUP_SEPARATORS)
    if (isGrouped(text, group, ',')) return text.replaceAll(group, '').replace(',', '.')
  // English notation, only where a point or second comma proves it.
  if (isGrouped(text, ',', '.') && (text.includes('.') || text.indexOf(',') !== text.lastIndexOf(',')))
    return text.replaceAll(',', '')
  return /^[-+]?(\d+([.,]\d*)?|[.,]\d+)$/.test(text) ? text.replace(',', '.') : undefined
}

/** Groups of three digits; the first without leading zero. */
function isGrouped(text: string, group: string, decimal: string): boolean {
  const [, whole = ''] = new RegExp(`^[-+]?([1-9][^${decimal}]*)(?:\\${decimal}\\d*)?$`).exec(text) ?? []
  const [first = '', ...others] = whole.split(group)
  return others.length > 0 && /^\d{1,3}$/.test(first) && others.every((part) => /^\d{3}$/.test(part))
}

/** Avoids -0. */
const numberOf = (plain: string) => Number(plain) || 0

/** False if the displayed number would lose digits of the typed text. */
function isShownExactly(plain: string, value: number): boolean {
  const plainText = formatForEditing(value).replace(',', '.')
  return isExactNumber(value) && numberOf(plainText) === value && (value !== 0 || !/[1-9]/.test(plain))
}

/** A single point followed by three digits: the only ambiguous form. */
function alternativeNumber(text: string, value: number): number | undefined {
  if (!/^[-+]?[1-9]\d*\.\d{3}$/.test(text)) return undefined
  const other = [numberOf(text), numberOf(text.replace('.', ''))].find((reading) => reading !== value)
  return other !== undefined && isExactNumber(other) ? other : undefined
}

/** Explains an unusual or ambiguous reading; else undefined. */
export function explainNumber(typed: string): { text: string; other?: number } | undefined {
  const read = parseNumber(typed)
  if ('problem' in read || read.value === null) return undefined
  // Without thousands separator, which would repeat the typed text.
  if (read.other !== undefined)
    return { text: `Gelesen als ${formatForEditing(read.value)}`, other: read.other }
  const text = `Gelesen als ${formatNumber(read.value)}`
  const begun = typed
    .trim()
    .replace(/^[−–]/, '-')
    .replace(/^\+/, '')
    .replace(/^(-?)0+(?=\d)/, '$1')
    .replace(/^(-?),/, '$10,')
  const plain = stripTrailingZeros(begun)
  const isSame = plain === formatNumber(read.value) || plain === formatForEditing(read.value)
  return isSame || plain === '-0' ? undefined : { text }
}

/** '1,50' → '1,5', '1,00' → '1'. */
function stripTrailingZeros(text: string): string {
  if (!text.includes(',')) return text
  let end = text.length
  while (text[end - 1] === '0') end--
  return text.slice(0, text[end - 1] === ',' ? end - 1 : end)
}

/** For editing: without separators, so that it parses back to itself. */
export const formatForEditing = (value: number) => formatNumber(value).replaceAll('.', '')
