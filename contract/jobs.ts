import { Type } from 'typebox'
import { get } from './endpoint.ts'
import { Nullable, OneOf } from './shapes.ts'

/**
 * How work in the background ended. `done`: all that was asked for. `nothing`: there was nothing to do. `partly`: done,
 * but something was left that had been asked for; the lines of the result name it. `failed`: none of it.
 */
const outcomes = ['done', 'nothing', 'partly', 'failed'] as const
export type JobOutcome = (typeof outcomes)[number]

/** The first line of `result` sums it up; each further line is about one thing that somebody should know. */
export const report = {
  result: Nullable(Type.String()),
  /** Null while it runs, and for a result that an earlier release has written. */
  outcome: Nullable(OneOf(outcomes)),
}
/** What became of work that has ended. */
export type JobReport = { result: string; outcome: JobOutcome | null }

export const jobs = {
  result: get('/background_result/{background_result_id}/', {
    says: 'Ergebnis einer Arbeit im Hintergrund; leer, solange sie läuft',
    may: 'staff',
    polled: true,
    params: Type.Object({ background_result_id: Type.String({ pattern: '^[A-Za-z0-9_-]{22}$' }) }),
    answer: Type.Object(report),
  }),
}
