// Explains file system errors to the person who named the file.
import { dirname, resolve } from 'node:path'
import { StartError } from '#server/start-error.ts'

export function explainFile(error: unknown, file: string): unknown {
  switch ((error as { code?: string }).code) {
    case 'ENOENT':
      return new StartError(`„${file}“ gibt es nicht.`)
    case 'EEXIST':
    case 'ENOTDIR':
      return new StartError(`„${file}“ ist kein Ordner oder liegt in keinem.`)
    case 'EACCES':
    case 'EPERM':
      return new StartError(`„${file}“ darf nicht gelesen oder geschrieben werden.`)
    case 'EROFS':
      return new StartError(`„${file}“ liegt auf einem Datenträger, der nur gelesen werden kann.`)
    case 'ENOSPC':
    case 'EDQUOT':
      return new StartError(`Für „${file}“ ist kein Platz mehr.`)
    case 'EISDIR':
      return new StartError(`„${file}“ ist ein Ordner.`)
    default:
      return error
  }
}

/** For a new file the problem is its folder. */
export function explainNewFile(error: unknown, file: string): unknown {
  const folder = dirname(resolve(file))
  switch ((error as { code?: string }).code) {
    case 'ENOENT':
      return new StartError(
        `Den Ordner „${folder}“ gibt es nicht. Bitte legen Sie ihn an, oder nennen Sie einen anderen.`,
      )
    case 'ENOTDIR':
      return new StartError(`„${folder}“ ist kein Ordner.`)
    case 'EACCES':
    case 'EPERM':
      return new StartError(`In den Ordner „${folder}“ darf dieser Benutzer nicht schreiben.`)
    default:
      return explainFile(error, file)
  }
}
