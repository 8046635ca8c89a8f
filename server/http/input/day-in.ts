// A day that a call names, whose form is checked already: one that there is.
import type { Problem } from '#contract/shapes.ts'
import { invalid } from '../errors.ts'

export const noSuchDay = 'Dieses Datum gibt es nicht.'

/** There is no 30 February. */
export function dayIn(value: string, loc: Problem['loc']): Temporal.PlainDate {
  try {
    return Temporal.PlainDate.from(value)
  } catch {
    throw invalid(loc, noSuchDay)
  }
}
