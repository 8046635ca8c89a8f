import { kindOf, recordOf, textOf } from './check-record.ts'
import { type OptionalField, optionalFields } from './port.ts'

/**
 * Takes the planner's word on which optional fields of a sent entry it takes; others than those that there are count
 * nothing.
 */
const field = kindOf('Ein Feld', 'eines Feldes')

export const checkField = (record: unknown) => textOf(recordOf(record, field), 'name', field)

export const fieldsOf = (names: readonly (string | null)[]): ReadonlySet<OptionalField> =>
  new Set(optionalFields.filter((name) => names.includes(name)))
