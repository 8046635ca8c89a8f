// What PostgreSQL says when it does not start, as one German sentence with a way out.
import { StartError } from '#server/start-error.ts'

const OWN = 'Bitte mit DATABASE_URL eine vorhandene PostgreSQL-Datenbank nennen'

const SENTENCES: [RegExp, string][] = [
  [
    /could not look up effective user ID/,
    `Die mitgelieferte Datenbank läuft nur unter einem Benutzer, den das System kennt (Eintrag in /etc/passwd). ${OWN} oder unter einem solchen Benutzer starten.`,
  ],
  [
    /ENOENT|not found|symbol not found|error while loading shared libraries|[Ee]xec format error/,
    `Die mitgelieferte Datenbank läuft auf diesem System nicht (etwa Alpine Linux mit musl). ${OWN}.`,
  ],
  [
    /No space left on device/,
    'Auf dem Datenträger des Datenordners ist kein Platz mehr. Bitte Platz schaffen.',
  ],
  [
    /[Pp]ermission denied|EACCES|EPERM|wrong ownership|Operation not permitted/,
    `Die Dateien im Datenordner gehören einem anderen Benutzer. Bitte als dieser Benutzer starten oder mit DATA_DIR einen anderen Ordner nennen. Sonst hilft DATABASE_URL mit einer vorhandenen PostgreSQL-Datenbank.`,
  ],
]

export function explain(output: string): StartError {
  const known = SENTENCES.find(([pattern]) => pattern.test(output))
  if (known) return new StartError(known[1], { cause: output })
  const last = output.trim().split('\n').findLast(Boolean) ?? 'keine Meldung'
  return new StartError(`Die mitgelieferte Datenbank startet nicht („${last.trim()}“). ${OWN}.`, {
    cause: output,
  })
}
