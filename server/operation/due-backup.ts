import { insertJob } from '#server/jobs/store.ts'
import type { Kontor } from '#server/kontor.ts'
import { aboutJobs } from '#server/live/facts.ts'
import { changed, inTransaction } from '#server/live/news.ts'
import { BACKUP_JOB_KIND, KEY } from './backup-jobs.ts'
import { readBackupState } from './backup-state.ts'
import { findLast } from './backup-store.ts'

/** In ms: pause after a failed backup, and between two equal warnings. */
const HOUR_MS = 3_600_000
let lastWarning = { of: '', at: 0 }

/**
 * Queues the daily backup if it is due. Warns if backups are missing, with the same sentence at most once an
 * hour.
 */
export async function startDueBackup(kontor: Kontor, warn: (sentence: string) => void) {
  const { config } = kontor
  if (config.backupDir !== undefined) await queueIfDue(kontor)
  const { warning } = await readBackupState(kontor)
  if (warning === null || (warning === lastWarning.of && Date.now() - lastWarning.at < HOUR_MS)) return
  lastWarning = { of: warning, at: Date.now() }
  warn(warning)
}

async function queueIfDue(kontor: Kontor) {
  const { db, config } = kontor
  const { good, failed } = await findLast(db)
  const now = Temporal.Now.instant()
  const at = (moment: Date) => Temporal.Instant.fromEpochMilliseconds(moment.getTime())
  const last = good && at(good.started_at)
  if (!isDue(now, { time: config.backupTime, timeZone: config.timeZone, last })) return
  if (failed && Date.now() - failed.started_at.getTime() < HOUR_MS) return
  await inTransaction(kontor, async (tx) => {
    if (await insertJob(tx, { kind: BACKUP_JOB_KIND, key: KEY, payload: { kind: 'daily' } }))
      changed(tx, aboutJobs)
  })
}

/** The latest moment up to `now` at which the company's clock showed this time. */
export function lastOccurrence(now: Temporal.Instant, time: string, timeZone: string): Temporal.Instant {
  const today = now.toZonedDateTimeISO(timeZone)
  const at = (day: Temporal.ZonedDateTime) => day.withPlainTime(Temporal.PlainTime.from(time)).toInstant()
  const due = at(today)
  return Temporal.Instant.compare(due, now) <= 0 ? due : at(today.subtract({ days: 1 }))
}

/**
 * A backup is due from its daily time until one has been made. One that was missed during a downtime is made
 * later.
 */
export function isDue(
  now: Temporal.Instant,
  { time, timeZone, last }: { time: string; timeZone: string; last: Temporal.Instant | undefined },
): boolean {
  return !last || Temporal.Instant.compare(last, lastOccurrence(now, time, timeZone)) < 0
}
