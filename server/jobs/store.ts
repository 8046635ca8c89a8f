import { sql } from 'kysely'
import type pg from 'pg'
import { hasDeleted, hasInserted } from '#server/db/affected.ts'
import type { Database, Tx } from '#server/db/connect.ts'
import { countRows } from '#server/lists/list-store.ts'

export type Job = {
  id: number
  kind: string
  payload: Record<string, unknown>
  /** Number of attempts, the current one included. */
  attempts: number
  /** Detects that the job was replaced while it ran. */
  version: number
  useful_until: Date | null
}

type NewJob = {
  kind: string
  payload: Record<string, unknown>
  /** Jobs of one kind and queue share the queue's limit. */
  queue?: string
  key?: string | null
  /** `seconds` until the job may start, and `lifetime` in seconds until it expires. */
  seconds?: number
  lifetime?: number
}

/** False if a job with this key is already queued or running. */
export const insertJob = (tx: Tx, { kind, payload, queue = '', key = null, seconds = 0, lifetime }: NewJob) =>
  hasInserted(
    tx
      .insertInto('jobs')
      .values({
        kind,
        queue,
        key,
        payload: JSON.stringify(payload) as never,
        run_at: sql<Date>`now() + make_interval(secs => ${seconds})`,
        useful_until: lifetime === undefined ? null : sql<Date>`now() + make_interval(secs => ${lifetime})`,
      })
      .onConflict((conflict) => conflict.columns(['kind', 'key']).doNothing()),
  )

/**
 * Inserts many keyed jobs of a kind. A queued job with the same key is replaced and keeps its position and
 * delay; an identical one is left alone. Does not wait for locks of running jobs.
 */
export async function putJobs(
  tx: Tx,
  kind: string,
  jobs: { queue: string; key: string; payload: Record<string, unknown> }[],
  lifetime: number,
) {
  const json = JSON.stringify(jobs)
  await sql`insert into jobs (kind, queue, key, payload, useful_until)
    select ${kind}, queue, key, payload, now() + make_interval(secs => ${lifetime})
    from json_to_recordset(${json}) as given(queue text, key text, payload jsonb)
    on conflict (kind, key) do update
    set queue = excluded.queue, payload = excluded.payload, useful_until = excluded.useful_until,
      version = jobs.version + 1
    where jobs.payload <> excluded.payload`.execute(tx)
}

/** Counts jobs of a kind, but at most `most`, so that a long queue costs little. */
export async function countJobs(tx: Tx, kind: string, most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (select from jobs where kind = ${kind} limit ${most}) known`.execute(
    tx,
  )
  return rows[0]?.count ?? 0
}

/** Queued and running jobs of a kind in one queue. */
export const countInQueue = (tx: Tx, kind: string, queue: string) =>
  countRows(tx.selectFrom('jobs').where('kind', '=', kind).where('queue', '=', queue))

export function findJobByKey(db: Database, kind: string, key: string) {
  return db
    .selectFrom('jobs')
    .where('kind', '=', kind)
    .where('key', '=', key)
    .select(['id', 'payload'])
    .executeTakeFirst()
}

/**
 * Maximum of due jobs to read per queue. It is more than all nodes together run of one queue at once, so that
 * the result contains a job that is not running yet.
 */
const JOBS_PER_QUEUE = 24

export type Due = { id: number; kind: string; queue: string }

/**
 * Settings of the connection that looks for due jobs. Statistics from a nearly empty queue make PostgreSQL
 * believe that sorting is as cheap as walking jobs_by_queue; an index in the right order is always better here.
 */
export const tuneDueJobsConnection = (client: pg.Client) => client.query('set enable_sort to off')

/**
 * The first due jobs of each queue of these kinds, the longest due first. Skips from queue to queue in the index
 * without scanning any: a hundred thousand waiting jobs cost nothing. The statement has no name, so that it is
 * planned each time: a plan made for an empty table would scan a full one.
 */
const dueJobsQuery = `
  with recursive queues (kind, queue) as (
    select known.kind, first.queue from unnest($1::text[]) as known (kind),
      lateral (select queue from jobs where jobs.kind = known.kind order by queue limit 1) first
    union all
    select queues.kind, next.queue from queues,
      lateral (select queue from jobs where jobs.kind = queues.kind and jobs.queue > queues.queue
        order by queue limit 1) next
  )
  select due.id, queues.kind, queues.queue from queues,
    lateral (select id, run_at from jobs
      where jobs.kind = queues.kind and jobs.queue = queues.queue and run_at <= now()
      order by run_at, id limit $2) due
  order by due.run_at, due.id`

export async function listDueJobs(client: pg.Client, kinds: string[]): Promise<Due[]> {
  return (await client.query<Due>(dueJobsQuery, [kinds, JOBS_PER_QUEUE])).rows
}

/**
 * Counts the attempt at its start, so that one that kills the process counts too. Undefined if the job no longer
 * exists, is not due yet, or its row is locked by another transaction.
 */
export async function beginJob(db: Database, id: number): Promise<(Job & { outdated: boolean }) | undefined> {
  return db
    .updateTable('jobs')
    .set({ attempts: sql`attempts + 1` })
    .where('id', '=', (due) =>
      due
        .selectFrom('jobs')
        .where('id', '=', id)
        .where('run_at', '<=', sql<Date>`now()`)
        .select('id')
        .forUpdate()
        .skipLocked(),
    )
    .returning([
      'id',
      'kind',
      'payload',
      'attempts',
      'version',
      'useful_until',
      sql<boolean>`coalesce(useful_until < now(), false)`.as('outdated'),
    ])
    .executeTakeFirst()
}

/** Deletes a finished job. If the job was replaced while it ran, resets it, so that it runs again. */
export async function endJob(db: Database, { id, version }: Job) {
  if (await hasDeleted(db.deleteFrom('jobs').where('id', '=', id).where('version', '=', version))) return
  await db.updateTable('jobs').set({ attempts: 0, run_at: sql`now()` }).where('id', '=', id).execute()
}

/** Call in the transaction that stores the result: then somebody who has read it and starts again gets a new job. */
export async function deleteJobOfResult(tx: Tx, background_result_id: string) {
  await tx
    .deleteFrom('jobs')
    .where(sql`payload->>'background_result_id'`, '=', background_result_id)
    .execute()
}

export async function postponeJob(
  db: Database,
  { id, attempts }: Job,
  { seconds, takesAttempt }: { seconds: number; takesAttempt: boolean },
) {
  await db
    .updateTable('jobs')
    .set({
      attempts: takesAttempt ? attempts : attempts - 1,
      run_at: sql`now() + make_interval(secs => ${seconds})`,
    })
    .where('id', '=', id)
    .execute()
}
