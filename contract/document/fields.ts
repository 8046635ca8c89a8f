import { nodesOf, type Tree } from './tree.ts'

/** What people fill in. A field is known by its name: two with equal names share one value. */
export const fieldTypes = ['text', 'textarea', 'checkbox'] as const
export type FieldType = (typeof fieldTypes)[number]
export type Field = { name: string; type: FieldType }
export type Value = string | number | null

export const CONFIRMED = 'Bestätigt'
/** Numbers beyond `number` would lose digits, and so would any with more than `digits` of them. */
export const longest = { name: 100, answer: 10_000, number: 1e15, digits: 15 }

/** What nobody can see in a name, line breaks among it, but for the joiners of some scripts. */
const unseen = /[[\p{Cc}\p{Zl}\p{Zp}\p{Cf}]--[\u200c\u200d]]/v

/** An element without a name can stand in a document, but holds no answer. */
export function isFieldName(name: string): boolean {
  return name === name.trim() && name.length <= longest.name && name !== '__proto__' && !unseen.test(name)
}

export const isFieldType = (type: string | null): type is FieldType =>
  (fieldTypes as readonly (string | null)[]).includes(type)

/** The fields of a document in the order in which they are read; of equal names the first counts. */
export function fieldsOf(document: Tree): Field[] {
  const fields = new Map<string, Field>()
  for (const { type, attrs } of nodesOf(document)) {
    if (type !== 'active') continue
    const { name, type: kind } = attrs as Field
    if (name !== '' && !fields.has(name)) fields.set(name, { name, type: kind })
  }
  return [...fields.values()]
}

/** 'Feld 1', 'Feld 2', …: the first that no field has yet. */
export function newFieldName(taken: Iterable<string>): string {
  const names = new Set(taken)
  let number = 1
  while (names.has(`Feld ${number}`)) number++
  return `Feld ${number}`
}

/** Whether a field of this type can hold a value; null empties any. */
export function fits(type: FieldType, value: Value): boolean {
  if (value === null) return true
  if (type === 'text') return typeof value === 'number' && Math.abs(value) < longest.number
  if (type === 'checkbox') return value === CONFIRMED
  return typeof value === 'string' && value.length <= longest.answer
}

/** Whether it holds every digit that was written: one with more may be another than was meant. */
export function isExact(value: number): boolean {
  const [digits = ''] = String(Math.abs(value)).split('e')
  const plain = digits.replace('.', '')
  const first = plain.search(/[1-9]/)
  return first < 0 || Array.from(plain).findLastIndex((digit) => digit !== '0') - first < longest.digits
}

/** As many digits as are kept: what arithmetic leaves beyond them (0.30000000000000004) nobody has written. */
export const kept = (value: number): number => Number(value.toPrecision(longest.digits))

/**
 * White space and characters that no one can see, for a class of a regular expression, here and in PostgreSQL. A text of
 * nothing else is kept as it was written, and counts as nothing.
 */
export const blanks = String.raw`\s\u00a0\u00ad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f\u2800\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0`
const visible = new RegExp(`[^${blanks}]`)

/** Whether an answer shows anything. */
export const saysSomething = (value: Value) =>
  value !== null && (typeof value === 'number' || visible.test(value))

/** The answer that counts for a field: one that a field of another type left behind does not. */
export function answerOf({ name, type }: Field, data: Record<string, Value>): Value {
  const value = Object.hasOwn(data, name) ? (data[name] ?? null) : null
  return fits(type, value) ? value : null
}
