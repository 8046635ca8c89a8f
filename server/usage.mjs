// Answer of launcher and commands to --help: all lines, or those of one command.
const USAGE = `Aufruf:
  npm start                    startet Kontor auf http://localhost:8080
  npm start -- --demo          startet mit einer erfundenen Firma (nur auf einer leeren Datenbank)
  npm test [-- <Pfad>]         prüft alles oder die Tests, deren Pfad passt
  npm run dev                  startet für die Entwicklung
  npm run proof | bench        lange Nachweise | Messungen (-- <Name>, -- --quick, -- --json)
  npm run kontor -- build                       baut den Browserteil, ohne zu starten
  npm run kontor -- backup <Datei>              sichert die Daten
  npm run kontor -- restore <Datei> [--verify]  stellt sie wieder her (--verify: prüft nur die Datei)
  npm run kontor -- after-restore               nach einem anderen Zurückholen (pg_restore …): beendet, was beendet war
  npm run kontor -- password <Benutzername>     setzt ein Passwort neu (--without-factors: ohne Passkeys und Codes)
  npm run kontor -- doctor [--online]           prüft Einstellungen, Datenbank und Umgebung
  npm run kontor -- remove-demo                 schließt die Konten der Demo, deren Passwort alle kennen
  … <Befehl> --help                             sagt nur, was zu diesem Befehl gehört`

export const isHelp = (word) => ['--help', '-h'].includes(word)

/** The whole text without a command, or for a command without a line, i.e. one for developers. */
export function usageOf(command) {
  const [head, ...lines] = USAGE.split('\n')
  const [own, ...others] = lines.filter((line) => commandWords(line).includes(command))
  return own === undefined ? USAGE : [head, own, ...others].join('\n')
}

/** A command is separated from its description by two blanks. */
const commandWords = (line) => line.trim().split('  ')[0].split(' ')
