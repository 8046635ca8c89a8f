// Translates PostgreSQL's start failures into one German sentence with a remedy.
import { join } from 'node:path'
import { StartError } from '#server/start-error.ts'

export const logFile = (home: string) => join(home, 'postgres.log')

export function toStartError(error: unknown, home: string): StartError {
  if (error instanceof StartError) return error
  const output = error instanceof Error ? error.message : String(error)
  const say = (sentence: string) => new StartError(sentence, { cause: error })
  const said = rootCause(output)
  if (/No space left on device|ENOSPC|Disk quota exceeded|EDQUOT/.test(output))
    return say(
      `Auf dem Datenträger des Datenordners „${home}“ ist kein Platz mehr. Bitte Platz schaffen und neu starten; verloren geht dabei nichts.`,
    )
  if (/wrong ownership|invalid permissions|[Pp]ermission denied|EACCES|EPERM|EROFS|Read-only/.test(output))
    return say(
      `Der Datenordner „${home}“ oder etwas darin ist für diesen Benutzer gesperrt (${said}). Bitte als der Benutzer starten, dem die Dateien gehören, oder mit DATA_DIR einen anderen Ordner nennen. Sonst hilft DATABASE_URL mit einer vorhandenen PostgreSQL-Datenbank.`,
    )
  return say(
    `Die mitgelieferte Datenbank startet nicht („${said}“). Alles, was PostgreSQL dazu sagt, steht in „${logFile(home)}“. Ist der Datenordner beschädigt, heben Sie ihn auf, und stellen Sie die jüngste Sicherung in einem neuen wieder her: „DATA_DIR=<neuer Ordner> npm run kontor -- restore <Sicherung>“. Danach mit diesem DATA_DIR starten. Sonst hilft DATABASE_URL mit einer vorhandenen PostgreSQL-Datenbank.`,
  )
}

/** The first FATAL or PANIC, since later ones are consequences; else the last line. */
function rootCause(output: string): string {
  const lines = output.split('\n').filter((line) => line.trim() !== '')
  const line = lines.find((one) => /\b(?:FATAL|PANIC): /.test(one)) ?? lines.at(-1) ?? 'keine Meldung'
  return line.replace(/^.*\b(?:FATAL|PANIC): +/, '').slice(0, 300)
}
