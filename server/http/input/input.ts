// Checks what a caller sends against the contract. A body is never coerced: null stays null, "true" is no boolean.
// Query and path are text by nature: whole numbers and booleans are read from it, strictly.
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import type { Problem } from '#contract/shapes.ts'
import { invalidAll } from '../errors.ts'
import { type Fault, sentenceFor } from './input-sentences.ts'

export type Part = 'body' | 'query' | 'path'
type Properties = Record<string, { type?: string | string[]; default?: unknown }>

export function bodyCheck(schema: TSchema) {
  const check = checker('body', schema)
  return (body: unknown) => check(body)
}

export function textCheck(part: 'query' | 'path', schema: TSchema) {
  const check = checker(part, schema)
  const properties = (schema as unknown as { properties: Properties }).properties
  return (given: Record<string, unknown>) => {
    const read: Record<string, unknown> = {}
    for (const [name, { type, default: fallback }] of Object.entries(properties)) {
      const value = Object.hasOwn(given, name) ? readText(part, given[name], type) : undefined
      if (value !== undefined) read[name] = value
      else if (fallback !== undefined) read[name] = fallback
    }
    return check(read)
  }
}

/** An empty query means no filter; old clients write null for that, and screens 'Alle'. */
const isNothing = (text: string) => text === '' || text === 'null' || text === 'Alle'

function readText(part: Part, value: unknown, type: string | string[] | undefined): unknown {
  if (typeof value !== 'string') return value
  if (type === 'string') return part === 'query' && isNothing(value) ? '' : value
  if (isNothing(value)) return undefined
  if (type === 'integer') return /^-?\d{1,15}$/.test(value) ? Number(value) : value
  if (type === 'boolean') return value === 'true' ? true : value === 'false' ? false : value
  return value
}

function checker(part: Part, schema: TSchema) {
  // With the first value: most calls are not asked for long after a start, and all of them are its tenth part.
  let made: ReturnType<typeof Compile> | undefined
  return (value: unknown) => {
    const unknown = unknownKeys(part, schema, value)
    if (unknown.length > 0) throw invalidAll(unknown)
    made ??= Compile(schema)
    const compiled = made
    if (!compiled.Check(value))
      throw invalidAll(problemsOf(part, compiled.Errors(value) as unknown as Fault[]))
    const place = unstorable(value, [part])
    if (place) {
      throw invalidAll([
        { loc: place, msg: 'Der Text enthält Zeichen, die sich nicht speichern lassen.', type: 'string' },
      ])
    }
    return value
  }
}

const MOST = 8
/** Characters of a foreign name that an answer repeats. */
const NAME = 100

/** Looked for before anything else: the library lists each of them twice, gives up after eight, and takes its time. */
function unknownKeys(part: Part, schema: TSchema, value: unknown): Problem[] {
  const { additionalProperties, properties } = schema as {
    additionalProperties?: boolean
    properties?: object
  }
  if (additionalProperties !== false || typeof value !== 'object' || value === null || Array.isArray(value))
    return []
  const unknown = Object.keys(value).filter((name) => !Object.hasOwn(properties ?? {}, name))
  return unknown.slice(0, MOST).map((name) => {
    const loc = [part, name.toWellFormed().slice(0, NAME)]
    const keyword = 'additionalProperties'
    return { loc, msg: sentenceFor({ keyword, instancePath: '', params: {} }, loc), type: keyword }
  })
}

function problemsOf(part: Part, faults: Fault[]): Problem[] {
  const problems = faults
    .filter((fault) => fault.keyword !== 'boolean') // said again by additionalProperties
    .flatMap((fault) => {
      const at = [part, ...fault.instancePath.split('/').slice(1).map(placeName)]
      const missing = fault.params.requiredProperties ?? fault.params.additionalProperties ?? [undefined]
      return missing.map((name) => {
        const loc = name === undefined ? at : [...at, name]
        return { loc, msg: sentenceFor(fault, loc), type: fault.keyword }
      })
    })
  // A value that fits none of several forms fails each of them; people need one sentence about one place.
  const first = [...new Map(problems.toReversed().map((one) => [JSON.stringify(one.loc), one])).values()]
  // Eight unknown keys of an inner object crowd out the fault that names them.
  return first.length > 0
    ? first.toReversed()
    : [{ loc: [part], msg: 'Die Eingabe ist nicht gültig.', type: 'value_error' }]
}

const placeName = (step: string) =>
  /^\d+$/.test(step) ? Number(step) : step.replaceAll('~1', '/').replaceAll('~0', '~')

/** Finds the place of a text that PostgreSQL cannot hold, however deep: NUL, or half of a surrogate pair. */
function unstorable(root: unknown, at: Problem['loc']): Problem['loc'] | undefined {
  const waiting: [value: unknown, at: Problem['loc']][] = [[root, at]]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [value, at] = next
    if (typeof value === 'string' && !isStorable(value)) return at
    if (typeof value !== 'object' || value === null) continue
    for (const [name, inner] of Object.entries(value)) {
      if (!isStorable(name)) return [...at, name.toWellFormed().replaceAll('\0', '')]
      // For deep problems the way in is enough: a path for each would cost more than the whole check.
      waiting.push([inner, at.length < DEEP ? [...at, name] : at])
    }
  }
  return undefined
}

const DEEP = 8
const isStorable = (text: string) => !text.includes('\0') && text.isWellFormed()
