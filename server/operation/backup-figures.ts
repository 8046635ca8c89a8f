import type { Kontor } from '#server/kontor.ts'
import type { Figure } from '#server/status/figures.ts'
import { backupState } from './backup-state.ts'

/** Nothing where there was never one: an alert on a missing figure finds that too. */
export async function backupFigures(kontor: Kontor): Promise<Figure[]> {
  const { isOn, ageSeconds, isVerified } = await backupState(kontor)
  if (!isOn) return []
  const verified: Figure = [
    'kontor_backup_verified',
    'gauge',
    '1 while the last backup was restored on trial',
    isVerified ? 1 : 0,
  ]
  if (ageSeconds === null) return [verified]
  return [['kontor_backup_age_seconds', 'gauge', 'Age of the last verified backup', ageSeconds], verified]
}
