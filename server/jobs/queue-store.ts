import { sql } from 'kysely'
import { LOCK_SPACE } from './worker.ts'

/**
 * A kind of job over all nodes. `oldest`: waiting time of the oldest due job, in seconds; `retrying`: jobs that
 * wait for another attempt; `failing`: age of the oldest of these, in seconds.
 */
export type KindState = {
  kind: string
  waiting: number
  running: number
  retrying: number
  oldest: number
  failing: number
}

/** Jobs whose advisory lock is held, i.e. running ones. */
export const heldJobsCte = sql`held as materialized (
      select objid::bigint as id from pg_locks
      where locktype = 'advisory' and classid = ${sql.lit(LOCK_SPACE)} and objsubid = 2 and granted
        and database = (select oid from pg_database where datname = current_database()))`

/** Computes the state of all kinds in one pass over the jobs. The statement must define `heldJobsCte` first. */
export const kindStates = sql<KindState>`
    select kind, (count(*) - count(held.id))::int as waiting, count(held.id)::int as running,
      (count(*) filter (where held.id is null and attempts > 0))::int as retrying,
      coalesce(extract(epoch from now() - min(run_at) filter (where held.id is null and run_at <= now())), 0)::float8
        as oldest,
      coalesce(extract(epoch from now() - min(created_at) filter (where held.id is null and attempts > 0)), 0)::float8
        as failing
    from jobs left join held using (id) group by kind order by kind`
