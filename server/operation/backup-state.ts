// Age of the last verified backup, and whether it needs attention.
import { basename } from 'node:path'
import type { BackupItem, BackupOverview } from '#contract/backups.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/db/connect.ts'
import type { Serialisable } from '#server/http/serve.ts'
import { findJobByKey } from '#server/jobs/store.ts'
import type { Kontor } from '#server/kontor.ts'
import { BACKUP_JOB_KIND, KEY } from './backup-jobs.ts'
import { findLast, listBackups } from './backup-store.ts'

export type BackupState = {
  isOn: boolean
  ageSeconds: number | null
  /** True if the last finished backup was verified. */
  isVerified: boolean
  warning: string | null
}

/** A day, and two hours for making the next backup. */
const LATE_SECONDS = 26 * 3_600
const MAX_SHOWN_BACKUPS = 50

export async function readBackupState({
  db,
  config,
}: {
  db: Database
  config: Config
}): Promise<BackupState> {
  const { good, failed } = await findLast(db)
  const ageSeconds = good ? (Date.now() - good.started_at.getTime()) / 1_000 : null
  const isOn = config.backupDir !== undefined
  return {
    isOn,
    ageSeconds,
    isVerified: good !== undefined && failed === undefined,
    warning: isOn ? backupWarning(ageSeconds, failed?.problem ?? undefined) : null,
  }
}

function backupWarning(ageSeconds: number | null, problem: string | undefined): string | null {
  if (problem !== undefined) return `Die letzte Sicherung ist gescheitert: ${problem}`
  if (ageSeconds !== null && ageSeconds > LATE_SECONDS)
    return `Die letzte geprüfte Sicherung ist ${Math.floor(ageSeconds / 3_600)} Stunden alt.`
  return null
}

export async function readBackupOverview(kontor: Kontor): Promise<Serialisable<BackupOverview>> {
  const { db, config } = kontor
  const [state, items, job] = await Promise.all([
    readBackupState(kontor),
    listBackups(db, MAX_SHOWN_BACKUPS),
    findJobByKey(db, BACKUP_JOB_KIND, KEY),
  ])
  return {
    is_on: state.isOn,
    time: config.backupTime,
    is_sealed: config.backupPassphrase !== undefined,
    age_seconds: state.ageSeconds,
    warning: state.warning,
    is_running: job !== undefined,
    items: items.map(itemOf),
  }
}

const itemOf = (row: Awaited<ReturnType<typeof listBackups>>[number]): Serialisable<BackupItem> => ({
  id: row.id,
  kind: row.kind,
  state: row.verified_at ? 'verified' : row.failed_at ? 'failed' : 'running',
  file: basename(row.file),
  node: row.node,
  started_at: row.started_at,
  verified_at: row.verified_at,
  bytes: row.bytes,
  rows: row.row_count,
  is_sealed: row.sealed,
  problem: row.problem,
})
