import { sql } from 'kysely'
import type { JobOutcome } from '#contract/jobs.ts'
import type { Caller } from '#server/caller.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { notFound } from '#server/http/errors.ts'

/** Result of a finished background job. */
export type Report = { outcome: JobOutcome; result: string }

export async function insertBackgroundResult(
  tx: Tx,
  result: { id: string; kind: string; started_by: number },
) {
  await tx.insertInto('background_results').values(result).execute()
}

/** Does not replace an existing report: a rerun after a crash would report that nothing was left to do. */
export async function setBackgroundResult(tx: Tx, id: string, { outcome, result }: Report) {
  await tx
    .updateTable('background_results')
    .set({ outcome, result, finished_at: sql`now()` })
    .where('id', '=', id)
    .where('result', 'is', null)
    .execute()
}

/** Lets a second starter of the same job read its result. */
export async function addReader(db: Database, id: string, userId: number) {
  await db
    .updateTable('background_results')
    .set({ also_for: sql`array_append(also_for, ${userId}::int)` })
    .where('id', '=', id)
    .where(sql<boolean>`started_by is distinct from ${userId} and not ${userId} = any(also_for)`)
    .execute()
}

/** Visible to its starters and to administrators. */
export function getBackgroundResult(db: Database, id: string, caller: Caller) {
  return db
    .selectFrom('background_results')
    .where('id', '=', id)
    .$if(!caller.is_admin, (query) =>
      query.where(sql<boolean>`(started_by = ${caller.id} or ${caller.id} = any(also_for))`),
    )
    .select(['result', 'outcome'])
    .executeTakeFirstOrThrow(notFound)
}

export function findLastResult(db: Database, kind: string) {
  return db
    .selectFrom('background_results')
    .where('kind', '=', kind)
    .where('result', 'is not', null)
    .select(['result', 'outcome', 'finished_at'])
    .orderBy('finished_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export const RESULTS_KEPT_DAYS = 1

/**
 * Deletes results older than `RESULTS_KEPT_DAYS`. Keeps the latest of each kind, and the latest one that did not
 * fail.
 */
export async function deleteOldResults(db: Database) {
  await sql`delete from background_results old
    where created_at < now() - make_interval(days => ${RESULTS_KEPT_DAYS})
      and (finished_at is null or exists (
        select from background_results newer
          where newer.kind = old.kind and newer.finished_at > old.finished_at
            and (newer.outcome is distinct from 'failed' or old.outcome is not distinct from 'failed')))`.execute(
    db,
  )
}
