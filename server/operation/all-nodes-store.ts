// Figures over all nodes, which only the database has. They are read with one statement, plus the state of backups.
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/db/connect.ts'
import type { JobLoss } from '#server/db/tables/operation.ts'
import { heldJobsCte, type KindState, kindStates } from '#server/jobs/queue-store.ts'
import { PUSH_JOB_KIND } from '#server/push/notify.ts'
import { type BackupState, readBackupState } from './backup-state.ts'

type LastSync = {
  kind: string
  /** Seconds since it ended. */
  age: number
  failed: boolean
  /** Seconds since the last success; null if unknown. */
  success_age: number | null
}
export type SharedFigures = {
  users: number
  sessions: number
  jobs: KindState[]
  /** Jobs that were given up: in total, and in the last seven days. */
  losses: { kind: string; reason: JobLoss; total: number; lately: number }[]
  /** Push services that have not accepted messages for minutes. */
  stuck: string[]
  syncs: LastSync[]
  backup: BackupState
  /** Duration of the statement, in ms. */
  ms: number
}

/** A job that is due for longer indicates a problem. */
export const OVERDUE_SECONDS = 300

/** Timeout for reading the figures; after it metrics are sent without them. */
const READ_TIMEOUT_MS = 1_000

/** Returns 'late' after the timeout, undefined if the query failed. */
export function readFiguresInTime(source: {
  db: Database
  config: Config
}): Promise<SharedFigures | 'late' | undefined> {
  const reading = readFigures(source).catch(() => undefined) // reported as `kontor_database_up`
  return Promise.race([reading, sleep(READ_TIMEOUT_MS, 'late' as const, { ref: false })])
}

export async function readFigures(source: { db: Database; config: Config }): Promise<SharedFigures> {
  const begin = performance.now()
  const { rows } = await figuresQuery.execute(source.db)
  const ms = performance.now() - begin
  return { ...(rows[0] as Omit<SharedFigures, 'ms' | 'backup'>), backup: await readBackupState(source), ms }
}

const jsonArrayOf = (query: ReturnType<typeof sql>) =>
  sql`(select coalesce(json_agg(found), '[]') from (${query}) found)`

const figuresQuery = sql`with ${heldJobsCte} select
  (select count(*)::int from users where is_active) as users,
  (select count(*)::int from sessions where expires_at > now()) as sessions,
  ${jsonArrayOf(kindStates)} as jobs,
  ${jsonArrayOf(sql`select kind, reason, sum(count)::int as total,
      coalesce(sum(count) filter (where at > now() - interval '7 days'), 0)::int as lately
    from job_losses group by kind, reason order by kind, reason`)} as losses,
  array(select queue from jobs where kind = ${PUSH_JOB_KIND} group by queue
    having min(run_at) < now() - make_interval(secs => ${OVERDUE_SECONDS}) order by queue) as stuck,
  ${jsonArrayOf(sql`select kind, extract(epoch from now() - max(finished_at))::float8 as age,
      (array_agg(outcome is not distinct from 'failed' order by finished_at desc))[1] as failed,
      extract(epoch from now() - max(finished_at) filter (where outcome is distinct from 'failed'))::float8 as success_age
    from background_results where finished_at is not null group by kind order by kind`)} as syncs`
