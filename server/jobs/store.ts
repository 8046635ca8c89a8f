import { sql } from 'kysely'
import { type Database, sendAhead, type Tx } from '#server/db/connect.ts'

export type Job = { id: number; kind: string; payload: Record<string, unknown>; attempts: number }

type NewJob = { kind: string; payload: Record<string, unknown>; key?: string | null; seconds?: number }

/** Whether the job is new; with a key that a waiting or running job has, it is not. */
export async function insertJob(tx: Tx, job: NewJob): Promise<boolean> {
  return (await insertion(tx, job).executeTakeFirst()) !== undefined
}

/** For who need not know whether it is new. */
export const insertJobAhead = (tx: Tx, job: NewJob) => sendAhead(tx, insertion(tx, job).compile())

const insertion = (tx: Tx, { kind, payload, key = null, seconds = 0 }: NewJob) =>
  tx
    .insertInto('jobs')
    .values({
      kind,
      key,
      payload: JSON.stringify(payload) as never,
      run_at: sql<Date>`now() + make_interval(secs => ${seconds})`,
    })
    .onConflict((conflict) => conflict.columns(['kind', 'key']).doNothing())
    .returning('id')

export function findJobByKey(db: Database, kind: string, key: string) {
  return db
    .selectFrom('jobs')
    .where('kind', '=', kind)
    .where('key', '=', key)
    .select(['id', 'payload'])
    .executeTakeFirst()
}

export function listDueJobs(db: Database, kinds: string[], limit: number) {
  return db
    .selectFrom('jobs')
    .where('run_at', '<=', sql<Date>`now()`)
    .where('kind', '=', sql<string>`any(${kinds})`)
    .select(['id', 'kind', 'payload', 'attempts'])
    .orderBy('run_at')
    .orderBy('id')
    .limit(limit)
    .execute()
}

export function findDueJob(db: Database, id: number) {
  return db
    .selectFrom('jobs')
    .where('id', '=', id)
    .where('run_at', '<=', sql<Date>`now()`)
    .select(['id', 'kind', 'payload', 'attempts'])
    .executeTakeFirst()
}

export async function deleteJob(db: Database, id: number) {
  await db.deleteFrom('jobs').where('id', '=', id).execute()
}

/** With its result, so that whoever starts it again on reading that starts a new one. */
export async function deleteJobOfResult(tx: Tx, background_result_id: string) {
  await tx
    .deleteFrom('jobs')
    .where(sql`payload->>'background_result_id'`, '=', background_result_id)
    .execute()
}

/** Counts an attempt before it begins: one that ends with the whole process is counted too. */
export async function countAttempt(db: Database, id: number) {
  await db.updateTable('jobs').set({ attempts: sql`attempts + 1` }).where('id', '=', id).execute()
}

export async function postponeJob(db: Database, id: number, seconds: number) {
  await db
    .updateTable('jobs')
    .set({ run_at: sql`now() + make_interval(secs => ${seconds})` })
    .where('id', '=', id)
    .execute()
}
