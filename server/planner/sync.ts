// Shared by the syncs of people and of happenings.
import type { PlannerAccess } from '#server/config.ts'
import { refuse } from '#server/http/errors.ts'
import { plannerFor } from './planner.ts'
import { type Planner, PlannerFailed } from './port.ts'

/**
 * Turns a failure of the planner into a refusal. Its sentence says that nothing was changed, since a sync writes
 * only after the planner has answered.
 */
export async function askPlanner<T>(
  access: PlannerAccess | undefined,
  ask: (planner: Planner) => Promise<T>,
): Promise<T> {
  try {
    return await ask(plannerFor(access))
  } catch (error) {
    if (!(error instanceof PlannerFailed)) throw error
    throw refuse('planner_failed', `${error.message} Es wurde nichts geändert.`)
  }
}

/** Upper bound of rows per statement, since a whole company at once could exceed the statement timeout. */
const BATCH_ROWS = 2_000
export function* inBatches<T>(rows: readonly T[]): Generator<T[]> {
  for (let at = 0; at < rows.length; at += BATCH_ROWS) yield rows.slice(at, at + BATCH_ROWS)
}

/** First line of a report: how many of each kind have changed. */
export const summaryOf = (parts: string[]) =>
  parts.length === 0
    ? 'Abgleich fertig: Es hat sich nichts geändert.'
    : `Abgleich fertig: ${parts.join(', ')}.`

/** Upper bound of lines per kind in a report. */
const MAX_LINES = 20
export function linesOf<T>(all: T[], line: (one: T) => string, most = MAX_LINES): string[] {
  const rest = all.length - most
  return [...all.slice(0, most).map(line), ...(rest > 0 ? [`… und ${rest} weitere`] : [])]
}
