// Turns what PostgreSQL says when it does not start into one German sentence with a way out.
import { StartError } from '#server/start-error.ts'

const OWN = 'Bitte mit DATABASE_URL eine vorhandene PostgreSQL-Datenbank nennen'
const RESTORE =
  'Bitte heben Sie ihn auf, und stellen Sie die jüngste Sicherung in einem neuen wieder her: „DATA_DIR=<neuer Ordner> npm run kontor -- restore <Sicherung>“. Danach mit diesem DATA_DIR starten.'

/** The data folder, and the file with all output of PostgreSQL. */
type Scene = { home: string; log?: string }

/** `said`: the line that counts, in PostgreSQL's words. */
type Sentence = (scene: Scene, said: string) => string

/** The first that fits the line that counts, or one of the lines, is told. */
const SENTENCES: [RegExp, Sentence][] = [
  [
    /could not look up effective user ID/,
    () =>
      `Die mitgelieferte Datenbank läuft nur unter einem Benutzer, den das System kennt (Eintrag in /etc/passwd). ${OWN} oder unter einem solchen Benutzer starten.`,
  ],
  [
    /No space left on device|ENOSPC|Disk quota exceeded|EDQUOT/,
    ({ home }) =>
      `Auf dem Datenträger des Datenordners „${home}“ ist kein Platz mehr. Bitte Platz schaffen und neu starten; verloren geht dabei nichts.`,
  ],
  [
    /Read-only file system|EROFS/,
    ({ home }) =>
      `Der Datenordner „${home}“ liegt auf einem Datenträger, auf den nicht geschrieben werden darf. Bitte diesen beschreibbar einhängen oder mit DATA_DIR einen anderen Ordner nennen.`,
  ],
  [
    /contains errors; unaffected|contains errors$|pg_(?:hba|ident)\.conf/m,
    ({ home }, said) =>
      `Eine Einstellungsdatei der mitgelieferten Datenbank in „${home}/postgres“ hat einen Fehler (${said}). Bitte die Zeile dort berichtigen oder löschen.`,
  ],
  [
    /(?:map|create|attach) (?:anonymous )?shared memory|shmget|could not create semaphores/,
    (_scene, said) =>
      `Das System gibt der mitgelieferten Datenbank nicht genug Speicher (${said}). Bitte andere Programme beenden oder die Grenze des Dienstes anheben; 256 MB frei genügen.`,
  ],
  [
    /Unix-domain socket path|could not create (?:any )?Unix(?:-domain)? socket|could not bind Unix/,
    ({ home }, said) =>
      `In „${home}/socket“ lässt sich der Zugang zur mitgelieferten Datenbank nicht anlegen (${said}). Bitte mit DATA_DIR einen Ordner mit kurzem Namen auf einem gewöhnlichen Datenträger nennen.`,
  ],
  [
    /has invalid permissions/,
    ({ home }) =>
      `Die Rechte des Ordners „${home}/postgres“ sind zu weit: PostgreSQL startet nur, wenn ihn allein sein Besitzer öffnen darf. Bitte „chmod 700 ${home}/postgres“ ausführen.`,
  ],
  [
    /has wrong ownership|[Pp]ermission denied|EACCES|EPERM|Operation not permitted/,
    ({ home }, said) =>
      `Der Datenordner „${home}“ oder etwas darin ist für diesen Benutzer gesperrt (${said}). Bitte als der Benutzer starten, dem die Dateien gehören, oder mit DATA_DIR einen anderen Ordner nennen. Sonst hilft DATABASE_URL mit einer vorhandenen PostgreSQL-Datenbank.`,
  ],
  [
    /could not find the database system|PG_VERSION|pg_control|control file|incompatible with server|checkpoint record|backup_label|invalid data in file|could not (?:open|read|access|locate) (?:file|directory|required)|is not a valid data directory|invalid page|requested (?:timeline|recovery)|startup process \(PID \d{1,10}\) was terminated/,
    ({ home }, said) => `Der Datenordner „${home}“ ist beschädigt (${said}). ${RESTORE}`,
  ],
  [
    /ENOENT|not found|error while loading shared libraries|[Ee]xec format error/,
    () => `Die mitgelieferte Datenbank läuft auf diesem System nicht (etwa Alpine Linux mit musl). ${OWN}.`,
  ],
]

export function explain(output: string, scene: Scene): StartError {
  const said = lastWord(output)
  for (const text of [said, output]) {
    const known = SENTENCES.find(([pattern]) => pattern.test(text))
    if (known) return new StartError(known[1](scene, said), { cause: output })
  }
  const where = scene.log === undefined ? '' : ` Alles, was PostgreSQL dazu sagt, steht in „${scene.log}“.`
  return new StartError(`Die mitgelieferte Datenbank startet nicht („${said}“).${where} ${OWN}.`, {
    cause: output,
  })
}

/** PostgreSQL notices a missing subfolder only when somebody connects. */
export const damaged = (home: string, said: string, cause?: unknown) =>
  new StartError(`Der Datenordner „${home}“ ist beschädigt (${said}). ${RESTORE}`, { cause })

const LONGEST = 300

/**
 * The first FATAL or PANIC: what comes behind it is the way down. Of wrong settings the line above it says which one.
 * Without one the last line that is not the shell's own.
 */
function lastWord(output: string): string {
  const lines = output.split('\n').map((line) => line.trim())
  const fatal = lines.findIndex((line) => /\b(?:FATAL|PANIC): /.test(line))
  const last = lines.findLast((line) => line !== '' && !/^(?:Terminated|Interrupt|Aborted)\b/.test(line))
  const line = lines[fatal] ?? last ?? 'keine Meldung'
  const above = /contains errors|could not load/.test(line) ? lines[fatal - 1] : undefined
  return (above ?? line)
    .replace(/^\d{4}-\d\d-\d\d [\d:.]+ (?:UTC|GMT) \[\d+\] /, '')
    .replace(/^(?:FATAL|PANIC|LOG|Error|postgres|initdb|but) *:? +(?:error: )?/, '')
    .slice(0, LONGEST)
}
