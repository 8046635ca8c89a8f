import { sql } from 'kysely'
import type { Database } from '#server/db/connect.ts'
import type { Loss } from '#server/db/tables/operation.ts'
import { heldJobs, type KindState, kindStates } from '#server/jobs/queue-store.ts'
import type { BackupState } from '#server/operation/backup-state.ts'

export type LastSync = {
  kind: string
  /** Seconds since it ended. */
  age: number
  failed: boolean
  /** Since one last succeeded; null where none is known. */
  success_age: number | null
}
export type Known = {
  users: number
  sessions: number
  jobs: KindState[]
  losses: { kind: string; reason: Loss; total: number }[]
  syncs: LastSync[]
  backup: BackupState
  /** How long the statement took, in ms. */
  ms: number
}

type Found = Omit<Known, 'ms' | 'backup'>

const asRows = (query: ReturnType<typeof sql>) =>
  sql`(select coalesce(json_agg(found), '[]') from (${query}) found)`

const statement = sql<Found>`with ${heldJobs} select
  (select count(*)::int from users where is_active) as users,
  (select count(*)::int from sessions where expires_at > now()) as sessions,
  ${asRows(kindStates)} as jobs,
  ${asRows(sql`select kind, reason, sum(count)::int as total from job_losses group by kind, reason order by kind, reason`)} as losses,
  ${asRows(sql`select kind, extract(epoch from now() - max(finished_at))::float8 as age,
      (array_agg(failed order by finished_at desc))[1] as failed,
      extract(epoch from now() - max(finished_at) filter (where not failed))::float8 as success_age
    from background_results where finished_at is not null group by kind order by kind`)} as syncs`

/** All of it in one statement. */
export async function readKnown(db: Database): Promise<Found> {
  const { rows } = await statement.execute(db)
  return rows[0] as Found
}
