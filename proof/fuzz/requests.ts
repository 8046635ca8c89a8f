// Generates requests to a call from its schemas: valid, broken, and hostile ones.
import fc from 'fast-check'
import type { TSchema } from 'typebox'
import type { Rank } from '../calls/callers.ts'
import { type Call, propertiesOf } from '../calls/calls.ts'
import { sampleOf } from '../calls/samples.ts'
import { allowed, anything, text } from './strange-values.ts'

export type Request = { rank: Rank; path: string; body: Buffer | undefined; type: string | undefined }

export function requestsTo({ path, params, query, body }: Call): fc.Arbitrary<Request> {
  return fc.record({
    rank: fc.constantFrom<Rank>('nobody', 'staff', 'happenings', 'admin', 'admin'),
    path: fc.tuple(pathOf(path, params), queryOf(query)).map(([path, query]) => path + query),
    body: body ? bodyOf(body) : fc.constant(undefined),
    type: fc.constantFrom(
      ...Array<string>(12).fill('application/json'),
      'application/json; charset=utf-8',
      'text/plain',
      undefined,
    ),
  })
}

/**
 * Values of a parameter: allowed by the schema, existing names or small ids, strange text, or invalid
 * percent-encoding.
 */
function pathOf(path: string, params: TSchema | undefined): fc.Arbitrary<string> {
  const parts = path.split(/(\{\w+\})/).map((part) => {
    const property = propertiesOf(params)[part.slice(1, -1)]
    if (!property) return fc.constant(part)
    return fc.oneof(
      { weight: 4, arbitrary: allowed(property).map(encoded) },
      { weight: 4, arbitrary: fc.constantFrom(...(real[part] ?? firstNumbers)).map(encoded) },
      { weight: 1, arbitrary: text.map(encoded) },
      { weight: 1, arbitrary: fc.constantFrom('%', '%zz', '%00', '%ff', '..', '') },
    )
  })
  return fc.tuple(...parts).map((parts) => parts.join(''))
}

/** Useful values for parameters that are no numbers; most of them exist in the demo. */
const real: Record<string, string[]> = {
  '{groupname}': ['Bühne', 'Technik', 'Leitung'],
  '{newname}': ['Anderer Name', 'Technik'],
  '{kind}': ['groups', 'direct'],
}

const firstNumbers = ['1', '1', '2', '3']

const queryMess = [
  '',
  '?',
  '?&&=&',
  '?=',
  '?%',
  '?%zz=%zz',
  '?%ff=%ff',
  '?a[]=1&a[b]=2',
  '?__proto__=1',
  `?${'a=1&'.repeat(1_500)}`,
]

function queryOf(query: TSchema | undefined): fc.Arbitrary<string> {
  const properties = Object.entries(propertiesOf(query))
  const pairs = properties.map(([name, schema]) =>
    fc
      .oneof(allowed(schema).map(encoded), anything.map(encoded), fc.constantFrom(...strangePairs))
      .map((value) => `${name}=${value}`),
  )
  const written = fc
    .array(
      fc.oneof(
        ...pairs,
        text.map((name) => `${encoded(name)}=1`),
      ),
      { maxLength: 5 },
    )
    .map((all) => (all.length > 0 ? `?${all.join('&')}` : ''))
  return pairs.length === 0
    ? fc.constantFrom(...queryMess)
    : fc.oneof({ weight: 4, arbitrary: written }, fc.constantFrom(...queryMess))
}

const strangePairs = [
  '+username',
  '-username',
  '%2Busername',
  '%20username',
  'username',
  '--username',
  '+',
  '+id',
  '%',
  '%00',
  '%ff',
  '%ed%a0%80',
]

/** Form encoding; long texts are cut to the length of a request line. */
function encoded(value: unknown): string {
  const plain = typeof value === 'string' ? value : JSON.stringify(value)
  return encodeURIComponent(plain.slice(0, 600).toWellFormed())
}

function bodyOf(schema: TSchema): fc.Arbitrary<Buffer | undefined> {
  const fitting = allowed(schema).map((value) => JSON.stringify(value))
  return fc.oneof(
    { weight: 5, arbitrary: fc.constant(bytes(JSON.stringify(sampleOf(schema)))) },
    { weight: 8, arbitrary: fitting.map(bytes) },
    { weight: 6, arbitrary: almost(schema).map(bytes) },
    { weight: 1, arbitrary: anything.map((value) => bytes(JSON.stringify(value))) },
    { weight: 2, arbitrary: fitting.chain(broken) },
    { weight: 1, arbitrary: fc.constant(undefined) },
  )
}

const bytes = (text: string) => Buffer.from(text)

/** A valid body with a key removed or keys added. A key may appear twice. */
function almost(schema: TSchema): fc.Arbitrary<string> {
  const known = fc.constantFrom(...Object.keys(propertiesOf(schema)), 'x')
  const strange = fc.oneof(text, fc.constantFrom('__proto__', 'constructor', 'is_admin', 'id', 'prototype'))
  const added = fc.oneof(
    fc.tuple(known, anything).map((entry) => [entry]),
    fc.tuple(strange, anything).map((entry) => [entry]),
    // More unknown keys than a validation library reports.
    fc
      .nat(40)
      .map((count) => Array.from({ length: count }, (_, number): JsonEntry => [`x${number}`, number])),
  )
  const changed = fc.oneof(
    { weight: 2, arbitrary: fc.record({ added }) },
    { weight: 1, arbitrary: fc.record({ dropped: known }) },
  )
  return fc.tuple(allowed(schema), changed).map(([value, change]) => {
    const entries: JsonEntry[] = Object.entries(value as object)
    if ('added' in change) return written([...entries, ...change.added])
    return written(entries.filter(([name]) => name !== change.dropped))
  })
}

type JsonEntry = [key: string, value: unknown]
const written = (entries: JsonEntry[]) =>
  `{${entries.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`).join(',')}}`

function broken(json: string): fc.Arbitrary<Buffer> {
  const whole = bytes(json)
  return fc.oneof(
    fc.nat(whole.length).map((end) => whole.subarray(0, end)),
    fc
      .tuple(fc.nat(whole.length), fc.constantFrom(0xff, 0xc0, 0xed, 0x00, 0x22, 0x5c))
      .map(([at, byte]) => Buffer.concat([whole.subarray(0, at), Buffer.from([byte]), whole.subarray(at)])),
    fc
      .constantFrom(`\ufeff${json}`, `${json},`, json + json, "{'a':1}", '{"a":NaN}', '{"a":1e999}', '\u2028')
      .map(bytes),
    fc
      .constantFrom('['.repeat(50_000), '['.repeat(50_000) + ']'.repeat(50_000), '{"a":'.repeat(20_000))
      .map(bytes),
    fc.constant(Buffer.from(json, 'utf16le')),
  )
}
