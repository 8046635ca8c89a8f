// Creates folders, and explains failures in German.
import { mkdirSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/**
 * Creates a folder and its missing parents; returns the topmost one created. Level by level, because `recursive`
 * loops for ever where the system reports a folder as both missing and impossible to create, as below /proc.
 */
export function makeFolder(path: string, mode: number): string | undefined {
  const whole = resolve(path)
  const missing = listMissingFolders(whole)
  for (const folder of [...missing, whole]) makeOne(folder, mode)
  return missing[0]
}

/** True if the path or one of its parents is a file. */
export function isBlockedByFile(path: string): boolean {
  try {
    const [highest] = listMissingFolders(path)
    const stats = statSync(highest === undefined ? path : dirname(highest), { throwIfNoEntry: false })
    return stats !== undefined && !stats.isDirectory()
  } catch {
    return false // unreadable; the next step reports that
  }
}

function listMissingFolders(path: string): string[] {
  if (statSync(path, { throwIfNoEntry: false }) || dirname(path) === path) return []
  return [...listMissingFolders(dirname(path)), path]
}

function makeOne(folder: string, mode: number) {
  try {
    mkdirSync(folder, { mode })
  } catch (error) {
    // No failure if the folder exists, e.g. because another process was faster.
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error
  }
}

const failureReasons: Record<string, string> = {
  EACCES: ': Der Ordner darüber ist für diesen Benutzer gesperrt',
  EPERM: ': Der Ordner darüber ist für diesen Benutzer gesperrt',
  EROFS: ': Der Datenträger ist schreibgeschützt',
  ENOSPC: ': Der Datenträger ist voll',
  ENOTDIR: ': Ein Teil des Weges ist eine Datei',
  EEXIST: ': Dort liegt eine Datei',
  ENOENT: ': Das System lässt dort keine Ordner zu',
}

/** Completes „lässt sich nicht anlegen“. */
export const failureInWords = (error: unknown) =>
  failureReasons[(error as { code?: string }).code ?? ''] ?? ''
