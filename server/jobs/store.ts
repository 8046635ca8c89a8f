import { sql } from 'kysely'
import type pg from 'pg'
import type { Database, Tx } from '#server/db/connect.ts'
import { hasDeleted } from '#server/db/touched.ts'

export type Job = {
  id: number
  kind: string
  payload: Record<string, unknown>
  /** Begun so often, this time included. */
  attempts: number
  /** Tells whether it was replaced while it was done. */
  version: number
  useful_until: Date | null
}

type NewJob = {
  kind: string
  payload: Record<string, unknown>
  /** Behind whom it waits, among those of its kind. */
  queue?: string
  key?: string | null
  /** Seconds from now until it may begin, and until it is worth nothing. */
  seconds?: number
  lifetime?: number
}

/** True if the job is new; false if one with this key waits or runs already. */
export async function insertJob(tx: Tx, job: NewJob): Promise<boolean> {
  return (await insertion(tx, job).executeTakeFirst()) !== undefined
}

const insertion = (tx: Tx, { kind, payload, queue = '', key = null, seconds = 0, lifetime }: NewJob) =>
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
    .onConflict((conflict) => conflict.columns(['kind', 'key']).doNothing())
    .returning('id')

/**
 * Many jobs of a kind at once, each with a key. One that waits under the same key is replaced, and keeps its place and
 * its pause; the one that says the same already stays as it is. Nobody waits here for whoever does such a job.
 */
export async function putJobs(
  tx: Tx,
  kind: string,
  jobs: { queue: string; key: string; payload: Record<string, unknown> }[],
  lifetime: number,
) {
  const given = JSON.stringify(jobs)
  await sql`insert into jobs (kind, queue, key, payload, useful_until)
    select ${kind}, queue, key, payload, now() + make_interval(secs => ${lifetime})
    from json_to_recordset(${given}) as given(queue text, key text, payload jsonb)
    on conflict (kind, key) do update
    set queue = excluded.queue, payload = excluded.payload, useful_until = excluded.useful_until,
      version = jobs.version + 1
    where jobs.payload <> excluded.payload`.execute(tx)
}

/** How many of a kind there are, counted up to a bound. */
export async function countJobs(tx: Tx, kind: string, most: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (select from jobs where kind = ${kind} limit ${most}) known`.execute(
    tx,
  )
  return rows[0]?.count ?? 0
}

/** How many of a kind wait or run in one queue. */
export async function countInQueue(tx: Tx, kind: string, queue: string): Promise<number> {
  const { count } = await tx
    .selectFrom('jobs')
    .where('kind', '=', kind)
    .where('queue', '=', queue)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export function findJobByKey(db: Database, kind: string, key: string) {
  return db
    .selectFrom('jobs')
    .where('kind', '=', kind)
    .where('key', '=', key)
    .select(['id', 'payload'])
    .executeTakeFirst()
}

/** Beyond what all nodes may be doing of one queue: behind that something free is found. */
const HEADS = 24

export type Due = { id: number; kind: string; queue: string }

/**
 * For the connection that looks for due jobs. Figures of a queue that was nearly empty make PostgreSQL believe that
 * sorting the jobs of a kind is as cheap as walking along jobs_by_queue; here an index in the right order always wins.
 */
export const prepareLooking = (client: pg.Client) => client.query('set enable_sort to off')

/**
 * The heads of all queues of these kinds, the longest due first. It jumps from queue to queue in the index, and never
 * walks along one: a hundred thousand waiting jobs cost nothing here. It goes without a name, so that PostgreSQL plans
 * it anew each time: a plan made for an empty table would read a full one from end to end.
 */
const dueJobs = `
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
  return (await client.query<Due>(dueJobs, [kinds, HEADS])).rows
}

/**
 * Counts the attempt as it begins: one that ends with the whole process is counted too. None when it is done already,
 * or somebody is just replacing it.
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

/** It is done; what has replaced it meanwhile is still to do, from the beginning. */
export async function endJob(db: Database, { id, version }: Job) {
  if (await hasDeleted(db.deleteFrom('jobs').where('id', '=', id).where('version', '=', version))) return
  await db.updateTable('jobs').set({ attempts: 0, run_at: sql`now()` }).where('id', '=', id).execute()
}

/** With its result, so that whoever starts it again on reading that starts a new one. */
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
