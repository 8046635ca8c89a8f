import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/db/connect.ts'
import { hasBinaries } from '#server/db/embedded/binaries.ts'
import { isBehindFile } from '#server/make-folder.ts'
import { findOwnRole } from '../backup-store.ts'
import { type Finding, fine, hint, wrong } from '../finding.ts'
import { notByItself } from '../findings.ts'

/** Whether backups can be written and proven. */
export async function backupFindings(
  db: Database,
  { backupDir }: Pick<Config, 'backupDir'>,
): Promise<Finding[]> {
  if (backupDir === undefined) return [hint(notByItself)]
  return [await lookAt(backupDir), ...(hasBinaries() ? [] : [await lookAtProof(db)])]
}

/** Where no other PostgreSQL is at hand, they are tried beside the real database. */
export async function lookAtProof(db: Database): Promise<Finding> {
  const { name, may } = await findOwnRole(db)
  return may
    ? fine('Sicherungen werden in einer zweiten Datenbank auf demselben Server geprüft.')
    : wrong(
        `„${name}“ darf keine Datenbank anlegen, in der sich Sicherungen prüfen ließen. Bitte als Verwalter der Datenbank ausführen: alter role ${name} createdb`,
      )
}

async function lookAt(folder: string): Promise<Finding> {
  const named = `Ordner „${folder}“ (BACKUP_DIR)`
  if (isBehindFile(folder)) return wrong(`Wo der ${named} sein soll, liegt eine Datei.`)
  // With the dot also of a folder that may not be entered.
  const failed = await access(`${folder}/.`, constants.W_OK | constants.X_OK).then(
    () => undefined,
    ({ code }: NodeJS.ErrnoException) => code,
  )
  if (failed === undefined) return fine(`Der ${named} ist zu beschreiben.`)
  if (failed === 'ENOENT') return hint(`Den ${named} gibt es noch nicht; der Server legt ihn an.`)
  return wrong(`In den ${named} lässt sich nicht schreiben.`)
}
