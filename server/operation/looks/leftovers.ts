// Files that commands, or a backup of the server, left behind when they were broken off.
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '#server/config.ts'
import { placeFor } from '#server/db/embedded/place.ts'
import { type Finding, hint } from '../finding.ts'
import { UNFINISHED } from '../unfinished.ts'

/** Older than this, in ms: what is younger may be at work. */
const AT_WORK = 3_600_000

export function leftoverFiles(folders: readonly string[], now = Date.now()): string[] {
  return [...new Set(folders)].flatMap((folder) =>
    namesIn(folder)
      .filter((name) => UNFINISHED.test(name) || /^postgres\.new-\d+$/.test(name))
      .map((name) => join(folder, name))
      .filter((path) => now - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? now) > AT_WORK),
  )
}

/** Where commands and the server write. */
export const foldersToLookIn = ({ dataDir, backupDir }: Pick<Config, 'dataDir' | 'backupDir'>) => [
  process.cwd(),
  placeFor(dataDir).home,
  dataDir,
  ...(backupDir === undefined ? [] : [backupDir]),
]

/** None where it is not there, is no folder, or not ours to look into. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

export const leftoverFindings = (files: readonly string[]): Finding[] =>
  files.map((path) => hint(`Von einem abgebrochenen Befehl ist „${path}“ übrig und kann weg.`))
