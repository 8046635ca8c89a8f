import { sql } from 'kysely'
import type { Database } from '#server/db/connect.ts'
import { LOCK_SPACE } from './worker.ts'

/** One kind of job on all nodes. `oldest`: for how many seconds one that could begin has been waiting. */
export type KindState = { kind: string; waiting: number; running: number; oldest: number }

/** In one pass over the jobs; who holds a job's lock is doing it. */
export async function listKindStates(db: Database): Promise<KindState[]> {
  const { rows } = await sql<KindState>`
    with held as materialized (
      select objid::bigint as id from pg_locks
      where locktype = 'advisory' and classid = ${LOCK_SPACE} and objsubid = 2 and granted
        and database = (select oid from pg_database where datname = current_database()))
    select kind, (count(*) - count(held.id))::int as waiting, count(held.id)::int as running,
      coalesce(extract(epoch from now() - min(run_at) filter (where held.id is null and run_at <= now())), 0)::float8
        as oldest
    from jobs left join held using (id) group by kind order by kind`.execute(db)
  return rows
}

/** The queues of a kind whose head could have begun so many seconds ago. */
export async function listStuckQueues(db: Database, kind: string, seconds: number) {
  const { rows } = await sql<{ queue: string; waiting: number; oldest: number }>`
    select queue, count(*)::int as waiting, extract(epoch from now() - min(run_at))::float8 as oldest
    from jobs where kind = ${kind} group by queue
    having min(run_at) < now() - make_interval(secs => ${seconds}) order by queue`.execute(db)
  return rows
}
