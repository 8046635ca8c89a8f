// Translates schema errors into a German sentence that names the field.
import type { ValidationProblem } from '#contract/shapes.ts'
import { fieldLabels } from './field-labels.ts'

export type Fault = {
  keyword: string
  instancePath: string
  params: {
    requiredProperties?: string[]
    additionalProperties?: string[]
    limit?: number
    type?: string | string[]
    allowedValues?: unknown[]
  }
}

const typeNames = new Map([
  ['string', 'ein Text'],
  ['integer', 'eine ganze Zahl'],
  ['number', 'eine Zahl'],
  ['boolean', 'wahr oder falsch'],
  ['array', 'eine Liste'],
  ['object', 'ein Objekt'],
  ['null', 'leer'],
])

/** Own properties only: a caller may send a field named `constructor`. */
const labelOf = (field: string) => (Object.hasOwn(fieldLabels, field) ? fieldLabels[field] : field)

/**
 * Names the field, and its position in a list, for users: „Beginn, Uhrzeit“ im 3. Eintrag. The JSON path is for
 * programs.
 */
function describeLocation(loc: ValidationProblem['loc']): string {
  const steps = loc.slice(1)
  const field = steps.findLast((step) => typeof step === 'string')
  if (field === undefined) return 'Die Eingabe'
  const name = `„${labelOf(field)}“`
  const at = steps.findLast((step) => typeof step === 'number')
  if (at === undefined) return name
  return typeof steps.at(-1) === 'number'
    ? `Der ${at + 1}. Eintrag in ${name}`
    : `${name} im ${at + 1}. Eintrag`
}

/** Describes the expected form by an example. */
function describeFormat(loc: ValidationProblem['loc']): string | undefined {
  const field = String(loc.at(-1))
  if (/(^|_)date(_|$)/.test(field)) return 'ein Datum sein, zum Beispiel 2026-11-21'
  if (field.endsWith('_time')) return 'eine Uhrzeit sein, zum Beispiel 18:30'
  return undefined
}

/** Start and end date of a sync: if either is missing, one sentence names both. */
const isDateRangeField = (loc: ValidationProblem['loc']) =>
  loc.at(-1) === 'start_date' || loc.at(-1) === 'end_date'

const megabytes = (bytes: number) => Math.floor(bytes / 1024 ** 2)

const formatEntryCount = (count?: number) => (count === 1 ? 'einen Eintrag' : `${count} Einträge`)

export function sentenceFor({ keyword, params }: Fault, loc: ValidationProblem['loc']): string {
  const name = describeLocation(loc)
  switch (keyword) {
    case 'required':
      if (isDateRangeField(loc)) return 'Bitte ein Start- und Enddatum angeben.'
      return `${name} fehlt.`
    case 'additionalProperties':
      return `${name} ist hier nicht vorgesehen.`
    case 'type':
      return `${name} muss ${[params.type ?? []]
        .flat()
        .map((type) => typeNames.get(type) ?? type)
        .join(' oder ')} sein.`
    case 'minLength':
      return params.limit === 1
        ? `${name} darf nicht leer sein.`
        : `${name} muss mindestens ${params.limit} Zeichen haben.`
    case 'maxLength':
      // Base64: four characters for three bytes.
      if (loc.includes('image') || loc.includes('images'))
        return `Das Bild ist größer als ${megabytes(((params.limit ?? 0) * 3) / 4)} MB.`
      return `${name} darf höchstens ${params.limit} Zeichen haben.`
    case 'minItems':
      return `${name} muss mindestens ${formatEntryCount(params.limit)} haben.`
    case 'maxItems':
    case 'maxProperties':
      return `${name} darf höchstens ${formatEntryCount(params.limit)} haben.`
    case 'minimum':
      return `${name} muss mindestens ${params.limit} sein.`
    case 'maximum':
      return `${name} darf höchstens ${params.limit} sein.`
    case 'enum':
      return `${name} hat einen Wert, den es nicht gibt.`
    default: {
      const form = describeFormat(loc)
      return form ? `${name} muss ${form}.` : `${name} ist nicht gültig.`
    }
  }
}
