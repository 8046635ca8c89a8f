// Fastify's validator compiler: checks inputs against the contract. Bodies are never coerced: null stays null,
// "true" is no boolean. Query and path are text, from which integers and booleans are parsed strictly.
import type { FastifySchemaCompiler } from 'fastify'
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { Errors } from 'typebox/value'
import { Body, type ValidationProblem } from '#contract/shapes.ts'
import { type Refused, refuseAllInvalid } from '../errors.ts'
import { type Fault, sentenceFor } from './input-sentences.ts'

export type InputPart = 'body' | 'query' | 'path'
type Property = {
  type?: string | string[]
  default?: unknown
  items?: TSchema
  maxItems?: number
  maxProperties?: number
}
type Properties = Record<string, Property>

/** For calls without a body: an empty object is tolerated. */
export const noBody = Body({})

/** Result in the form Fastify expects. */
type CheckResult = { value?: unknown; error?: Refused }

export const compileCheck: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  if (httpPart === 'params') return pathCheck(schema)
  if (httpPart === 'querystring') return textCheck('query', schema)
  return schema === noBody ? noBodyCheck : bodyCheck(schema)
}

export const bodyCheck = (schema: TSchema) => checker('body', schema)
export const pathCheck = (schema: TSchema) => textCheck('path', schema)

const checkEmptyBody = bodyCheck(noBody)
const noBodyCheck = (body: unknown): CheckResult =>
  body === null ? { value: undefined } : checkEmptyBody(body)

function textCheck(part: 'query' | 'path', schema: TSchema) {
  const check = checker(part, schema)
  const properties = (schema as unknown as { properties: Properties }).properties
  return (texts: Record<string, unknown>): CheckResult => {
    const read: Record<string, unknown> = {}
    for (const [name, { type, default: fallback }] of Object.entries(properties)) {
      const value = Object.hasOwn(texts, name) ? coerceFromText(part, texts[name], type) : undefined
      if (value !== undefined) read[name] = value
      else if (fallback !== undefined) read[name] = fallback
    }
    return check(read)
  }
}

/** Empty values of a query: old clients send null, and screens 'Alle'. */
const isEmptyText = (text: string) => text === '' || text === 'null' || text === 'Alle'

function coerceFromText(part: InputPart, value: unknown, type: string | string[] | undefined): unknown {
  if (typeof value !== 'string') return value
  if (type === 'string') return part === 'query' && isEmptyText(value) ? '' : value
  if (isEmptyText(value)) return undefined
  if (type === 'integer') return /^-?\d{1,15}$/.test(value) ? Number(value) : value
  if (type === 'boolean') return value === 'true' ? true : value === 'false' ? false : value
  return value
}

function checker(part: InputPart, schema: TSchema) {
  // Compiled on first use: most calls are rare, and compiling all would take a tenth of the start.
  let made: ReturnType<typeof Compile> | undefined
  return (value: unknown): CheckResult => {
    const preliminary = [...unknownKeys(part, schema, value), ...findTooLongLists(part, schema, value)]
    if (preliminary.length > 0) return { error: refuseAllInvalid(preliminary) }
    made ??= Compile(schema)
    if (!made.Check(value))
      return { error: refuseAllInvalid(problemsOf(part, findFirstFaults(schema, value))) }
    const place = findUnstorableText(value, part)
    if (!place) return { value }
    const msg = 'Der Text enthält Zeichen, die sich nicht speichern lassen.'
    return { error: refuseAllInvalid([{ loc: place, msg, type: 'string' }]) }
  }
}

const propertiesOf = (schema: TSchema) =>
  Object.entries((schema as unknown as { properties?: Properties }).properties ?? {})
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Long lists are refused by their length first, since TypeBox would check every item. */
function findTooLongLists(part: InputPart, schema: TSchema, value: unknown): ValidationProblem[] {
  if (!isObject(value)) return []
  return propertiesOf(schema).flatMap(([name, { maxItems = Infinity, maxProperties = Infinity }]) => {
    const inner = value[name]
    const loc = [part, name]
    if (Array.isArray(inner) && inner.length > maxItems)
      return [problemAt(loc, { keyword: 'maxItems', instancePath: '', params: { limit: maxItems } })]
    if (maxProperties < Infinity && isObject(inner) && Object.keys(inner).length > maxProperties)
      return [
        problemAt(loc, { keyword: 'maxProperties', instancePath: '', params: { limit: maxProperties } }),
      ]
    return []
  })
}

const problemAt = (loc: ValidationProblem['loc'], fault: Fault): ValidationProblem => ({
  loc,
  msg: sentenceFor(fault, loc),
  type: fault.keyword,
})

/** Longer lists are checked item by item. */
const SHORT_LIST_LENGTH = 20

/**
 * The first errors. TypeBox would check a long list to its end, about 40 µs per item. So only failing items of a
 * long list are passed to TypeBox, and of a valid long list only the first item.
 */
function findFirstFaults(schema: TSchema, value: unknown): Fault[] {
  if (!isObject(value)) return listFaults(schema, value)
  const short = { ...value }
  for (const [name, { items }] of propertiesOf(schema)) {
    const list = value[name]
    if (items === undefined || !Array.isArray(list) || list.length <= SHORT_LIST_LENGTH) continue
    const item = compileItemCheck(items)
    const failing = failingIndexes(list, (one) => item.Check(one))
    if (failing.length > 0)
      return failing
        .flatMap((at) =>
          listFaults(items, list[at]).map((fault) => ({
            ...fault,
            instancePath: `/${name}/${at}${fault.instancePath}`,
          })),
        )
        .slice(0, MAX_FAULTS)
    short[name] = list.slice(0, 1)
  }
  return listFaults(schema, short)
}

const itemChecks = new WeakMap<TSchema, ReturnType<typeof Compile>>()
function compileItemCheck(schema: TSchema) {
  const check = itemChecks.get(schema) ?? Compile(schema)
  itemChecks.set(schema, check)
  return check
}

const listFaults = (schema: TSchema, value: unknown) => Errors(schema, value) as unknown as Fault[]

const MAX_FAULTS = 8

function failingIndexes(list: readonly unknown[], isSound: (one: unknown) => boolean): number[] {
  const failing: number[] = []
  for (let at = 0; at < list.length && failing.length < MAX_FAULTS; at++)
    if (!isSound(list[at])) failing.push(at)
  return failing
}

/** Upper bound of characters that the response quotes of an unknown name. */
const MAX_QUOTED_NAME_LENGTH = 100

/** Checked first: TypeBox lists each unknown key twice, gives up after eight, and is slow. */
function unknownKeys(part: InputPart, schema: TSchema, value: unknown): ValidationProblem[] {
  const { additionalProperties, properties } = schema as {
    additionalProperties?: boolean
    properties?: object
  }
  if (additionalProperties !== false || typeof value !== 'object' || value === null || Array.isArray(value))
    return []
  const unknown = Object.keys(value).filter((name) => !Object.hasOwn(properties ?? {}, name))
  return unknown.slice(0, MAX_FAULTS).map((name) => {
    const loc = [part, name.toWellFormed().slice(0, MAX_QUOTED_NAME_LENGTH)]
    return problemAt(loc, { keyword: 'additionalProperties', instancePath: '', params: {} })
  })
}

function problemsOf(part: InputPart, faults: Fault[]): ValidationProblem[] {
  const problems = faults
    .filter((fault) => fault.keyword !== 'boolean') // repeats `additionalProperties`
    .flatMap((fault) => {
      const at = [part, ...fault.instancePath.split('/').slice(1).map(parsePathStep)]
      const missing = fault.params.requiredProperties ?? fault.params.additionalProperties ?? [undefined]
      return missing.map((name) => {
        return problemAt(name === undefined ? at : [...at, name], fault)
      })
    })
  // A union reports one error per branch. Only the first error of each location is used.
  const first = [...new Map(problems.toReversed().map((one) => [JSON.stringify(one.loc), one])).values()]
  // `first` is empty if eight unknown keys of a nested object used up TypeBox's errors before the error that names
  // the keys.
  return first.length > 0
    ? first.toReversed()
    : [{ loc: [part], msg: 'Die Eingabe ist nicht gültig.', type: 'value_error' }]
}

const parsePathStep = (step: string) =>
  /^\d+$/.test(step) ? Number(step) : step.replaceAll('~1', '/').replaceAll('~0', '~')

type NestedValue = { value: unknown; name: string; outer: NestedValue | undefined }

/** Path of a text that PostgreSQL cannot store, at any depth: NUL, or a lone surrogate. */
function findUnstorableText(root: unknown, part: InputPart): ValidationProblem['loc'] | undefined {
  const waiting: NestedValue[] = [{ value: root, name: part, outer: undefined }]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { value } = next
    if (typeof value === 'string' && !isStorable(value)) return locationOf(next)
    if (typeof value !== 'object' || value === null) continue
    for (const name of Object.keys(value)) {
      const inner = { value: (value as Record<string, unknown>)[name], name, outer: next }
      if (!isStorable(name)) return locationOf({ ...inner, name: name.toWellFormed().replaceAll('\0', '') })
      if (typeof inner.value === 'string' ? !isStorable(inner.value) : typeof inner.value === 'object')
        waiting.push(inner)
    }
  }
  return undefined
}

/** Upper bound of path steps that the response quotes. */
const MAX_QUOTED_PATH_STEPS = 8
function locationOf(inner: NestedValue): ValidationProblem['loc'] {
  const names: string[] = []
  for (let at: NestedValue | undefined = inner; at; at = at.outer) names.unshift(at.name)
  return names.slice(0, MAX_QUOTED_PATH_STEPS)
}

const isStorable = (text: string) => !text.includes('\0') && text.isWellFormed()
