import { sql } from 'kysely'
import { LOCK_SPACE } from './worker.ts'

/**
 * One kind of job on all nodes. `oldest`: for how many seconds one that could begin has been waiting; `retrying`: those
 * that wait for another attempt; `failing`: for how many seconds the first of these has been in the world.
 */
export type KindState = {
  kind: string
  waiting: number
  running: number
  retrying: number
  oldest: number
  failing: number
}

/** The node that holds a job's lock is doing it. */
export const heldJobs = sql`held as materialized (
      select objid::bigint as id from pg_locks
      where locktype = 'advisory' and classid = ${sql.lit(LOCK_SPACE)} and objsubid = 2 and granted
        and database = (select oid from pg_database where datname = current_database()))`

/** In one pass over the jobs, beside `heldJobs`. */
export const kindStates = sql<KindState>`
    select kind, (count(*) - count(held.id))::int as waiting, count(held.id)::int as running,
      (count(*) filter (where held.id is null and attempts > 0))::int as retrying,
      coalesce(extract(epoch from now() - min(run_at) filter (where held.id is null and run_at <= now())), 0)::float8
        as oldest,
      coalesce(extract(epoch from now() - min(created_at) filter (where held.id is null and attempts > 0)), 0)::float8
        as failing
    from jobs left join held using (id) group by kind order by kind`
