// Makes a folder, and says in a few words why one cannot be made.
import { mkdirSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/**
 * With all that is missing above it; answers the highest that was made. Level by level: told `recursive`, Node never
 * ends where the system says of a folder that it can neither be found nor made, as below /proc.
 */
export function makeFolder(path: string, mode: number): string | undefined {
  const whole = resolve(path)
  const missing = missingIn(whole)
  for (const folder of [...missing, whole]) makeOne(folder, mode)
  return missing[0]
}

/** True if a file lies there, or anywhere on the way. */
export function isBehindFile(path: string): boolean {
  try {
    const [highest] = missingIn(path)
    const found = statSync(highest === undefined ? path : dirname(highest), { throwIfNoEntry: false })
    return found !== undefined && !found.isDirectory()
  } catch {
    return false // not ours to look at: whoever goes on there is told so
  }
}

function missingIn(path: string): string[] {
  if (statSync(path, { throwIfNoEntry: false }) || dirname(path) === path) return []
  return [...missingIn(dirname(path)), path]
}

function makeOne(folder: string, mode: number) {
  try {
    mkdirSync(folder, { mode })
  } catch (error) {
    // It was there, or another process was first.
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error
  }
}

const reasons: Record<string, string> = {
  EACCES: ': Der Ordner darüber ist für diesen Benutzer gesperrt',
  EPERM: ': Der Ordner darüber ist für diesen Benutzer gesperrt',
  EROFS: ': Der Datenträger ist schreibgeschützt',
  ENOSPC: ': Der Datenträger ist voll',
  ENOTDIR: ': Ein Teil des Weges ist eine Datei',
  EEXIST: ': Dort liegt eine Datei',
  ENOENT: ': Das System lässt dort keine Ordner zu',
}

/** Behind „lässt sich nicht anlegen“. */
export const whyNotMade = (error: unknown) => reasons[(error as { code?: string }).code ?? ''] ?? ''
