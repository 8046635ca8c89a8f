import type { Kontor } from '#server/kontor.ts'
import { findLastResult } from './results-store.ts'
import { findJobByKey } from './store.ts'

/** The result of a sync's last run, the id of a running one, and whether a planner is configured. */
export async function readLastRun({ db, config }: Pick<Kontor, 'db' | 'config'>, kind: string, key: string) {
  const [last, job] = await Promise.all([findLastResult(db, kind), findJobByKey(db, kind, key)])
  return {
    result: last?.result ?? null,
    outcome: last?.outcome ?? null,
    finished_at: last?.finished_at ?? null,
    has_planner: config.planner !== undefined,
    running: (job?.payload['background_result_id'] as string | undefined) ?? null,
  }
}
