import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/db/connect.ts'
import { backupState } from '../backup-state.ts'
import type { Finding } from '../finding.ts'

/** What `doctor` says about backups. */
export async function backupFindings(db: Database, config: Config): Promise<Finding[]> {
  const { backupDir } = config
  if (backupDir === undefined)
    return [
      {
        fine: true,
        isHint: true,
        says: 'Der Server sichert nicht von selbst. BACKUP_DIR nennt einen Ordner für tägliche Sicherungen.',
      },
    ]
  const isWritable = await access(backupDir, constants.W_OK).then(
    () => true,
    () => false, // not there, or not ours
  )
  if (!isWritable)
    return [{ fine: false, says: `In den Ordner „${backupDir}“ (BACKUP_DIR) lässt sich nicht schreiben.` }]
  const { warning, ageSeconds } = await backupState({ db, config })
  if (warning !== null) return [{ fine: false, says: warning }]
  const says =
    ageSeconds === null
      ? 'Noch gibt es keine geprüfte Sicherung; der Server beginnt damit, sobald er läuft.'
      : `Die letzte geprüfte Sicherung ist ${Math.floor(ageSeconds / 3_600)} Stunden alt.`
  return [{ fine: true, isHint: ageSeconds === null ? true : undefined, says }] as Finding[]
}
