import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/db/connect.ts'
import { hasBinaries } from '#server/db/embedded/binaries.ts'
import { isBehindFile } from '#server/make-folder.ts'
import { backupState, sayAge } from '../backup-state.ts'
import { findOwnRole } from '../backup-store.ts'
import { type Finding, fine, hint, wrong } from '../finding.ts'

/** What `doctor` says about backups: whether they can be written, and how old the last one is. */
export async function backupFindings(db: Database, config: Config): Promise<Finding[]> {
  const { backupDir } = config
  if (backupDir === undefined)
    return [
      hint('Der Server sichert nicht von selbst. BACKUP_DIR nennt einen Ordner für tägliche Sicherungen.'),
    ]
  const { warning, ageSeconds } = await backupState({ db, config })
  return [
    await lookAt(backupDir),
    ...(hasBinaries() ? [] : [await lookAtProof(db)]),
    warning !== null
      ? wrong(warning)
      : ageSeconds === null
        ? hint('Noch gibt es keine geprüfte Sicherung; der Server beginnt damit, sobald er läuft.')
        : fine(sayAge(ageSeconds)),
  ]
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
