import { gauge } from '#server/metrics/metric.ts'
import type { BackupState } from './backup-state.ts'

/** Nothing where there was never one: an alert on a missing metric finds that too. */
export function backupMetrics({ isOn, ageSeconds, isVerified }: BackupState) {
  if (!isOn) return []
  const verified = gauge(
    'kontor_backup_verified',
    '1 while the last backup was restored on trial',
    isVerified ? 1 : 0,
  )
  if (ageSeconds === null) return [verified]
  return [gauge('kontor_backup_age_seconds', 'Age of the last verified backup', ageSeconds), verified]
}
