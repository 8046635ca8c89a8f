// Generates values that often break programs, and values that a schema allows.
import fc from 'fast-check'
import type { TSchema } from 'typebox'
import { hostileTexts } from '#server/testing/hostile-texts.ts'
import { sampleOf } from '../calls/samples.ts'

type ValueShape = Record<string, unknown> & {
  type?: string | string[]
  properties?: Record<string, ValueShape>
  required?: string[]
}

/** Combining marks on one letter: a single character for the reader, thousands of code points for an index. */
const pile = (height: number) =>
  `a${Array.from({ length: height }, (_, step) => String.fromCharCode(0x300 + ((step * step * 31 + step * 7) % 112))).join('')}`

const long = [pile(300), pile(20_000), '👩‍👩‍👧‍👦'.repeat(60), 'x'.repeat(100_000)]
const words = [...hostileTexts, ...long]

export const text = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...words) },
  { weight: 1, arbitrary: fc.string({ maxLength: 40 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
)

const number = fc.oneof(
  fc.constantFrom(
    0,
    -1,
    1,
    1.5,
    -0,
    2 ** 31 - 1,
    2 ** 31,
    -(2 ** 31) - 1,
    2 ** 53,
    2 ** 53 + 2,
    1e308,
    -1e308,
    5e-324,
  ),
  fc.integer(),
)

/** Any JSON value. */
export const anything: fc.Arbitrary<unknown> = fc.oneof(
  text,
  number,
  fc.constantFrom(true, false, null, [], {}, [true], ['x'], [[]], { a: 1 }, { length: 3 }),
  fc.jsonValue({ maxDepth: 3 }),
)

/** Values that a schema allows, its bounds included. */
export function allowed(schema: TSchema): fc.Arbitrary<unknown> {
  return within(schema as ValueShape)
}

function within(shape: ValueShape): fc.Arbitrary<unknown> {
  if ('const' in shape) return fc.constant(shape['const'])
  if (Array.isArray(shape['enum'])) return fc.constantFrom(...(shape['enum'] as unknown[]))
  if (Array.isArray(shape['anyOf'])) return fc.oneof(...(shape['anyOf'] as ValueShape[]).map(within))
  const types = [shape.type ?? []].flat()
  return types.length === 0 ? anything : fc.oneof(...types.map((type) => ofType(type, shape)))
}

function ofType(type: string, shape: ValueShape): fc.Arbitrary<unknown> {
  const edge = (name: string, otherwise: number) => Number(shape[name] ?? otherwise)
  switch (type) {
    case 'object':
      return ofKeys(shape)
    case 'array':
      return fc.array(within((shape['items'] ?? {}) as ValueShape), {
        minLength: edge('minItems', 0),
        maxLength: Math.min(edge('maxItems', 3), edge('minItems', 0) + 3),
      })
    case 'string':
      return ofLength(edge('minLength', 0), edge('maxLength', 1_000))
    case 'integer':
      return ofSize(edge('minimum', -(2 ** 53) + 1), edge('maximum', 2 ** 53 - 1))
    case 'number':
      return fc.double({ min: edge('minimum', -1e308), max: edge('maximum', 1e308), noNaN: true })
    case 'boolean':
      return fc.boolean()
    default:
      return fc.constant(null)
  }
}

function ofKeys(shape: ValueShape) {
  const named = sampleOf(shape) as Record<string, unknown>
  const record = Object.fromEntries(
    Object.entries(shape.properties ?? {}).map(([key, inner]) => [
      key,
      key in named ? fc.oneof(fc.constant(named[key]), within(inner)) : within(inner),
    ]),
  )
  return fc.record(record, { requiredKeys: shape.required ?? [] })
}

const ofLength = (least: number, most: number) =>
  fc.oneof(
    fc.constantFrom('x'.repeat(least), 'x'.repeat(most), '🎭'.repeat(most)),
    fc.string({ unit: 'binary', minLength: least, maxLength: Math.min(most, least + 30) }),
  )

/** Tries small numbers more often, because they are ids of existing records. */
const ofSize = (min: number, max: number) =>
  min <= 1 && max >= 12
    ? fc.oneof(fc.constantFrom(min, max), fc.integer({ min, max }), fc.integer({ min: 1, max: 12 }))
    : fc.oneof(fc.constantFrom(min, max), fc.integer({ min, max }))
