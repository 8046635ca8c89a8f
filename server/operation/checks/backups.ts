import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/db/connect.ts'
import { hasBinaries } from '#server/db/embedded/binaries.ts'
import { isBlockedByFile } from '#server/make-folder.ts'
import { findOwnRole } from '../backup-store.ts'
import { type Finding, fail, hint, pass } from '../finding.ts'
import { noScheduledBackups } from '../findings.ts'

/** Checks that backups can be written and verified. */
export async function backupFindings(
  db: Database,
  { backupDir }: Pick<Config, 'backupDir'>,
): Promise<Finding[]> {
  if (backupDir === undefined) return [hint(noScheduledBackups)]
  return [await checkFolder(backupDir), ...(hasBinaries() ? [] : [await checkVerification(db)])]
}

/** Without the bundled PostgreSQL, a verification needs a second database on the main server. */
export async function checkVerification(db: Database): Promise<Finding> {
  const { name, mayCreateDatabase } = await findOwnRole(db)
  return mayCreateDatabase
    ? pass('Sicherungen werden in einer zweiten Datenbank auf demselben Server geprüft.')
    : fail(
        `„${name}“ darf keine Datenbank anlegen, in der sich Sicherungen prüfen ließen. Bitte als Verwalter der Datenbank ausführen: alter role ${name} createdb`,
      )
}

async function checkFolder(folder: string): Promise<Finding> {
  const named = `Ordner „${folder}“ (BACKUP_DIR)`
  if (isBlockedByFile(folder)) return fail(`Wo der ${named} sein soll, liegt eine Datei.`)
  // The trailing dot also detects a folder that cannot be entered.
  const failed = await access(`${folder}/.`, constants.W_OK | constants.X_OK).then(
    () => undefined,
    ({ code }: NodeJS.ErrnoException) => code,
  )
  if (failed === undefined) return pass(`Der ${named} ist zu beschreiben.`)
  if (failed === 'ENOENT') return hint(`Den ${named} gibt es noch nicht; der Server legt ihn an.`)
  return fail(`In den ${named} lässt sich nicht schreiben.`)
}
