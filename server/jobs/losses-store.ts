import { sql } from 'kysely'
import type { Database } from '#server/db/connect.ts'
import type { JobLoss } from '#server/db/tables/operation.ts'

export async function insertLoss(db: Database, kind: string, reason: JobLoss, count = 1) {
  await db.insertInto('job_losses').values({ kind, reason, count }).execute()
}

/** Jobs past `useful_until` are not run any more: each counts as lost. */
export async function deleteOutdatedJobs(db: Database) {
  await sql`with gone as (delete from jobs where useful_until < now() returning kind)
    insert into job_losses (kind, reason, count) select kind, 'outdated', count(*) from gone group by kind`.execute(
    db,
  )
}

/** Sums up the rows of each past day, so that the table stays short and totals stay right. */
export async function foldLosses(db: Database) {
  await sql`with gone as (
      delete from job_losses where at < date_trunc('day', now()) and at > now() - interval '3 days'
      returning kind, reason, count, at)
    insert into job_losses (kind, reason, count, at)
    select kind, reason, sum(count), date_trunc('day', at) from gone
    group by kind, reason, date_trunc('day', at)`.execute(db)
}
