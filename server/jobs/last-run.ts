import type { Database } from '#server/db/connect.ts'
import { findLastResult } from './results-store.ts'
import { findJobByKey } from './store.ts'

/** The result of an action's last run, and the id of the result if it runs right now. */
export async function lastRun(db: Database, kind: string, key: string) {
  const [last, job] = await Promise.all([findLastResult(db, kind), findJobByKey(db, kind, key)])
  return {
    result: last?.result ?? null,
    outcome: last?.outcome ?? null,
    finished_at: last?.finished_at?.toISOString() ?? null,
    running: (job?.payload['background_result_id'] as string | undefined) ?? null,
  }
}
