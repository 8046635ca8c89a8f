// Validates a day whose format (`YYYY-MM-DD`) the schema of the call has already checked.
import type { ValidationProblem } from '#contract/shapes.ts'
import { refuseInvalid } from '../errors.ts'

export const noSuchDay = 'Dieses Datum gibt es nicht.'

/** Refuses days like 30 February. */
export function parseDay(value: string, loc: ValidationProblem['loc']): Temporal.PlainDate {
  try {
    return Temporal.PlainDate.from(value)
  } catch {
    throw refuseInvalid(loc, noSuchDay)
  }
}
