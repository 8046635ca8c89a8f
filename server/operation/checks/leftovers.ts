// Leftover files of interrupted commands or backups.
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '#server/config.ts'
import { clusterPathsFor } from '#server/db/embedded/cluster-paths.ts'
import { type Finding, hint } from '../finding.ts'
import { UNFINISHED } from '../unfinished.ts'

/** In ms; younger files may still be in use. */
const MIN_LEFTOVER_AGE_MS = 3_600_000

export function leftoverFiles(folders: readonly string[], now = Date.now()): string[] {
  return [...new Set(folders)].flatMap((folder) =>
    namesIn(folder)
      .filter((name) => UNFINISHED.test(name) || /^postgres\.new-\d+$/.test(name))
      .map((name) => join(folder, name))
      .filter(
        (path) => now - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? now) > MIN_LEFTOVER_AGE_MS,
      ),
  )
}

/** Folders that commands and the server write to. */
export const foldersToLookIn = ({ dataDir, backupDir }: Pick<Config, 'dataDir' | 'backupDir'>) => [
  process.cwd(),
  clusterPathsFor(dataDir).home,
  dataDir,
  ...(backupDir === undefined ? [] : [backupDir]),
]

/** Empty if missing, not a folder or unreadable. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

export const leftoverFindings = (files: readonly string[]): Finding[] =>
  files.map((path) => hint(`Von einem abgebrochenen Befehl ist „${path}“ übrig und kann weg.`))
