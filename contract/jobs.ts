import { Type } from 'typebox'
import { get } from './endpoint.ts'
import { Nullable, OneOf } from './shapes.ts'

/**
 * Outcome of a background job. `done`: all of it. `nothing`: there was nothing to do. `partly`: something was
 * left out, named in the lines of the result. `failed`: none of it.
 */
const outcomes = ['done', 'nothing', 'partly', 'failed'] as const
export type JobOutcome = (typeof outcomes)[number]

/** First line of `result`: a summary. Each further line: one problem or detail. */
export const reportFields = {
  result: Nullable(Type.String()),
  /** Null while it runs, and for results written by earlier releases. */
  outcome: Nullable(OneOf(outcomes)),
}
/** The report of a finished job. */
export type JobReport = { result: string; outcome: JobOutcome | null }

export const jobs = {
  result: get('/background_result/{background_result_id}/', {
    says: 'Ergebnis einer Arbeit im Hintergrund; leer, solange sie läuft',
    may: 'staff',
    polled: true,
    params: Type.Object({ background_result_id: Type.String({ pattern: '^[A-Za-z0-9_-]{22}$' }) }),
    answer: Type.Object(reportFields),
  }),
}
