// A second implementation of schema validation, independent of the server's library: small and slow.
import type { TSchema } from 'typebox'

type CheckedShape = {
  type?: string | string[]
  properties?: Record<string, CheckedShape>
  required?: string[]
  additionalProperties?: boolean
  items?: CheckedShape
  anyOf?: CheckedShape[]
  enum?: unknown[]
  const?: unknown
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  minimum?: number
  maximum?: number
}
/** `closed`: undeclared keys are faults even where the schema allows additional ones. */
type Strictness = { closed: boolean }

/** The first place where a value does not fit its schema, with the reason; or undefined. */
export function mismatch(schema: TSchema, value: unknown, strictness: Strictness): string | undefined {
  return look(schema, value, strictness, '$')
}

function look(shape: CheckedShape, value: unknown, how: Strictness, at: string): string | undefined {
  if ('const' in shape && value !== shape.const) return `${at} is not ${JSON.stringify(shape.const)}`
  if (shape.enum && !shape.enum.includes(value)) return `${at} is none of the words`
  if (shape.anyOf && shape.anyOf.every((one) => look(one, value, how, at))) return `${at} fits no branch`
  const types = [shape.type ?? []].flat()
  if (types.length > 0 && !types.some((type) => isType(type, value)))
    return `${at} is no ${types.join(' or ')}`
  if (typeof value === 'string')
    return outside(Array.from(value).length, shape.minLength, shape.maxLength, at)
  if (typeof value === 'number') return outside(value, shape.minimum, shape.maximum, at)
  if (Array.isArray(value)) return lookAtItems(shape, value, how, at)
  if (typeof value === 'object' && value !== null) return lookAtKeys(shape, value, how, at)
  return undefined
}

function lookAtItems(shape: CheckedShape, values: unknown[], how: Strictness, at: string) {
  const faults = values.map((value, index) => shape.items && look(shape.items, value, how, `${at}[${index}]`))
  return outside(values.length, shape.minItems, shape.maxItems, at) ?? faults.find(Boolean)
}

function lookAtKeys(shape: CheckedShape, value: object, how: Strictness, at: string): string | undefined {
  if (!shape.properties) return undefined
  const known = new Map(Object.entries(shape.properties))
  const missing = shape.required?.find((key) => !Object.hasOwn(value, key))
  if (missing !== undefined) return `${at}.${missing} is missing`
  for (const [key, inner] of Object.entries(value)) {
    const property = known.get(key)
    const fault = property && look(property, inner, how, `${at}.${key}`)
    if (fault) return fault
    if (!property && (how.closed || shape.additionalProperties === false))
      return `${at}.${key} is not declared`
  }
  return undefined
}

const outside = (size: number, least = -Infinity, most = Infinity, at = '') =>
  size < least || size > most ? `${at} is outside of ${least} to ${most}` : undefined

function isType(type: string, value: unknown): boolean {
  if (type === 'null') return value === null
  if (type === 'array') return Array.isArray(value)
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value)
  if (type === 'integer') return Number.isInteger(value)
  return typeof value === type
}
