import { type Insertable, type Selectable, sql } from 'kysely'
import type { Database } from '#server/db/connect.ts'
import type { Tables } from '#server/db/tables.ts'
import { countRows } from '#server/lists/list-store.ts'
import type { Recent } from '#server/operation/findings.ts'

export type NodeMinute = Insertable<Tables['node_minutes']>
type FailureRow = Selectable<Tables['failures']>

/** A node counts as alive for this long after its last row, in seconds. */
const ALIVE_SECONDS = 150
const MAX_FAILURES = 1_000

/** A node that was restarted within a minute may already have stored a row for it. */
export async function insertMinutes(db: Database, minutes: NodeMinute[]) {
  await db
    .insertInto('node_minutes')
    .values(minutes)
    .onConflict((conflict) => conflict.columns(['minute', 'node']).doNothing())
    .execute()
}

export async function insertFailure(db: Database, failure: Insertable<Tables['failures']>) {
  await db.insertInto('failures').values(failure).execute()
}

/** True if a node ran about a day ago by the database's clock. */
export async function hasRunADayAgo(db: Database): Promise<boolean> {
  const { rows } = await sql`select 1 from node_minutes
    where minute between now() - interval '25 hours' and now() - interval '23 hours' limit 1`.execute(db)
  return rows.length > 0
}

export type LoadInterval = { at: Date } & Pick<
  Selectable<Tables['node_minutes']>,
  'requests' | 'failed' | 'answer_ms' | 'delay_ms' | 'busy' | 'memory_bytes' | 'live' | 'waiting'
>

/**
 * The last day of all nodes in intervals: sums for counts, maxima for times. Intervals without a running node
 * have no row.
 */
export async function listIntervals(db: Database, minutes: number): Promise<LoadInterval[]> {
  const { rows } = await sql<LoadInterval>`
    select date_bin(make_interval(mins => ${minutes}), minute, 'epoch') as at,
      sum(requests)::float8 / count(distinct minute) as requests, sum(failed)::int as failed,
      max(answer_ms)::float8 as answer_ms, max(delay_ms)::float8 as delay_ms, max(busy)::float8 as busy,
      max(memory_bytes)::float8 as memory_bytes, sum(live)::float8 / count(distinct minute) as live,
      max(waiting) as waiting
    from node_minutes where minute > now() - interval '1 day' group by 1 order by 1`.execute(db)
  return rows
}

export type NodeState = {
  name: string
  build: string
  started_at: Date
  seen_at: Date
  is_running: boolean
  memory_bytes: number
  busy: number
}

/** Nodes of the last day, each with its latest report. */
export async function listNodes(db: Database): Promise<NodeState[]> {
  const { rows } = await sql<NodeState>`
    select distinct on (node) node as name, build, started_at, minute as seen_at, memory_bytes, busy,
      minute > now() - make_interval(secs => ${ALIVE_SECONDS}) as is_running
    from node_minutes where minute > now() - interval '1 day' order by node, minute desc`.execute(db)
  return rows
}

export function listFailures(db: Database, most: number): Promise<FailureRow[]> {
  return db
    .selectFrom('failures')
    .selectAll()
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(most)
    .execute()
}

export const countFailures = (db: Database, hours: number) =>
  countRows(db.selectFrom('failures').where('at', '>', sql<Date>`now() - make_interval(hours => ${hours})`))

export type FinishedJob = { kind: string; failed: boolean; finished_at: Date; result: string }

/** Recently finished background jobs with results. */
export async function listFinishedJobs(db: Database, most: number): Promise<FinishedJob[]> {
  const rows = await db
    .selectFrom('background_results')
    .where('finished_at', 'is not', null)
    .select([
      'kind',
      sql<boolean>`outcome is not distinct from 'failed'`.as('failed'),
      'finished_at',
      'result',
    ])
    .orderBy('finished_at', 'desc')
    .limit(most)
    .execute()
  return rows as FinishedJob[]
}

/** Minutes are kept for a day, failures for thirty days, at most a thousand. */
export async function deleteOldMetrics(db: Database) {
  await db.deleteFrom('node_minutes').where('minute', '<', sql<Date>`now() - interval '25 hours'`).execute()
  await sql`delete from failures where at < now() - interval '30 days'
    or id <= (select id from failures order by id desc offset ${MAX_FAILURES} limit 1)`.execute(db)
}

/** Totals over all nodes in the last minutes. */
export async function findRecentTotals(db: Database, minutes: number): Promise<Recent | undefined> {
  const { rows } = await sql<Recent>`
    select count(distinct minute)::int as minutes, sum(requests)::int as requests, sum(failed)::int as failed,
      max(answer_ms)::float8 as answer_ms, max(delay_ms)::float8 as delay_ms
    from node_minutes where minute > now() - make_interval(mins => ${minutes}) having count(*) > 0`.execute(
    db,
  )
  return rows[0]
}
