import type { Condition } from './condition.ts'
import { DRAWING_PATTERN, OPTION_SEPARATOR, PHOTO_PREFIX } from './in-words.ts'
import { chosenOptions, invisibleCharacterPattern, type Option } from './options.ts'

/** Types of fields. A field is identified by its name: two fields with equal names share one value. */
export const fieldTypes = [
  'text',
  'textarea',
  'checkbox',
  'choice',
  'choices',
  'date',
  'time',
  'photo',
  'signature',
] as const
export type FieldType = (typeof fieldTypes)[number]
/**
 * `options`: only for a choice. `shown`: one list of conditions per place; the field is visible if all
 * conditions of one list hold. Absent if the field is always visible.
 */
export type Field = {
  name: string
  type: FieldType
  options?: readonly Option[]
  required?: true
  shown?: readonly (readonly Condition[])[]
}
export type AnswerValue = string | number | null

export const CHECKED_VALUE = 'Bestätigt'
/** Numbers beyond `number`, or with more than `digits` digits, would lose precision. */
export const fieldLimits = { name: 100, answer: 10_000, number: 1e15, digits: 15 }

/** Also true for an empty name: a field without a name may stand in a document, but stores no answer. */
export function isFieldName(name: string): boolean {
  return (
    name === name.trim() &&
    name.length <= fieldLimits.name &&
    name !== '__proto__' &&
    !invisibleCharacterPattern.test(name)
  )
}

export const isFieldType = (type: string | null): type is FieldType =>
  (fieldTypes as readonly (string | null)[]).includes(type)

export const hasOptions = (type: FieldType) => type === 'choice' || type === 'choices'

/** 'Feld 1', 'Feld 2', …: the first unused one. */
export function newFieldName(taken: Iterable<string>): string {
  const names = new Set(taken)
  let number = 1
  while (names.has(`Feld ${number}`)) number++
  return `Feld ${number}`
}

/**
 * The value if the field can hold it, else null. Of several chosen options the existing ones remain, in the
 * order of the field.
 */
export function validValue({ type, options = [] }: Field, value: AnswerValue): AnswerValue {
  if (type === 'text') return typeof value === 'number' && Math.abs(value) < fieldLimits.number ? value : null
  if (typeof value !== 'string') return null
  switch (type) {
    case 'checkbox':
      return value === CHECKED_VALUE ? value : null
    case 'choice':
      return options.some(({ text }) => text === value) ? value : null
    case 'choices':
      return chosenOptions(options, value).join(OPTION_SEPARATOR) || null
    default:
      return value.length <= fieldLimits.answer && answerPatterns[type]?.test(value) !== false ? value : null
  }
}

/** True if the field accepts this value unchanged; null clears any field. */
export function canHold(field: Field, value: AnswerValue): boolean {
  if (value === null) return true
  const counting = validValue(field, value)
  return field.type === 'choices' && typeof value === 'string'
    ? value.split(OPTION_SEPARATOR).every((text) => chosenOptions(field.options ?? [], text).length > 0)
    : counting === value
}

/** Regular expression for JavaScript and PostgreSQL: an existing day such as '2026-11-21', from 1900 to 2199. */
export const DAY_PATTERN = (() => {
  const [century, thirtyOne, thirty] = ['(19|20|21)', '(0[13578]|1[02])', '(0[469]|11)']
  const leap = `(${century}(0[48]|[2468][048]|[13579][26])|2000)-02-29`
  const any = `-(${thirtyOne}-(0[1-9]|[12][0-9]|3[01])|${thirty}-(0[1-9]|[12][0-9]|30)|02-(0[1-9]|1[0-9]|2[0-8]))`
  return `^(${century}[0-9]{2}${any}|${leap})$`
})()
/** '18:30' */
export const TIME_PATTERN = '^([01][0-9]|2[0-3]):[0-5][0-9]$'
/** The address of an uploaded photo (photos.ts). */
export const PHOTO_PATTERN = String.raw`^${PHOTO_PREFIX}[-\w]{22}/$`
/** A drawing, or 'gez. Anna Albrecht' for a typed name (signature.ts). */
export const SIGNATURE_PATTERN = String.raw`${DRAWING_PATTERN}|^gez\. [^\n]+$`
/** Formats of answers, for the types whose answers are texts of a fixed format. */
export const answerPatterns: Partial<Record<FieldType, RegExp>> = {
  date: new RegExp(DAY_PATTERN),
  time: new RegExp(TIME_PATTERN),
  photo: new RegExp(PHOTO_PATTERN),
  signature: new RegExp(SIGNATURE_PATTERN),
}

/** True if no digit was lost in parsing. */
export function isExactNumber(value: number): boolean {
  const [digits = ''] = String(Math.abs(value)).split('e')
  const plain = digits.replace('.', '')
  const first = plain.search(/[1-9]/)
  return first < 0 || Array.from(plain).findLastIndex((digit) => digit !== '0') - first < fieldLimits.digits
}

/** Rounded to the stored digits, which drops the noise of arithmetic (0.30000000000000004). */
export const roundToStored = (value: number): number => Number(value.toPrecision(fieldLimits.digits))

/**
 * White space and invisible characters, to be used inside a character class in JavaScript and PostgreSQL. An
 * answer of such characters only is stored as typed, but counts as empty.
 */
export const blankCharacters = String.raw`\s\u00a0\u00ad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f\u2800\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0`
const visibleCharacterPattern = new RegExp(`[^${blankCharacters}]`)

/** True if there is anything visible in the answer. */
export const hasVisibleValue = (value: AnswerValue) =>
  value !== null && (typeof value === 'number' || visibleCharacterPattern.test(value))

/** The stored answer to a field, or null if there is none that the field can hold. */
export function answerOf(field: Field, data: Record<string, AnswerValue>): AnswerValue {
  const { name } = field
  return validValue(field, Object.hasOwn(data, name) ? (data[name] ?? null) : null)
}

/**
 * The part of an answer that the field cannot hold: a value of another type, or deleted options. Null if
 * nothing is left over.
 */
export function leftoverValue(field: Field | undefined, value: AnswerValue): AnswerValue {
  if (!field || value === null) return value
  if (field.type === 'choices' && typeof value === 'string')
    return (
      value
        .split(OPTION_SEPARATOR)
        .filter((text) => !field.options?.some((option) => option.text === text))
        .join(OPTION_SEPARATOR) || null
    )
  return validValue(field, value) === null ? value : null
}
