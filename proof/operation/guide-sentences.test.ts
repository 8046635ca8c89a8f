import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { explains, rowsOf, sentencesOfCode } from './guide-sentences.ts'

const page = readFileSync(join(import.meta.dirname, '../../docs/betrieb/fehler.md'), 'utf8')

/** They tell what goes on, or that all is well, or go on where a sentence with a row of its own has begun. */
const needNoRow = [
  ' Meinten Sie „…“?',
  ' Alles, was PostgreSQL dazu sagt, steht in',
  ' Wie es ohne Rückweg geht, steht in',
  ' … läuft wieder.',
  '95 von 100 Antworten brauchen höchstens so lange.',
  'Alle Knoten hören einander.',
  'Alle müssen sich neu anmelden.',
  'Bitte heben Sie ihn auf, und stellen Sie die jüngste Sicherung',
  'Die Suche findet von den Nachrichten zuerst die neuesten',
  'Es wurde noch nicht abgeglichen.',
  'Gerade läuft keiner.',
  'In den letzten Minuten hat niemand etwas gefragt.',
  'In der Datenbank aus DATABASE_URL… kann Kontor so nicht laufen:',
  'Kein Dienst der Browser schweigt.',
  'Keine ist gescheitert.',
  'Noch gibt es keine geprüfte.',
  'Sie wurde geprüft.',
  'Von … GB der Platte mit dem Datenordner.',
  'Zuletzt: …. Es hat geklappt.',
  'Zurück zu ….',
  '… Es bleibt alles, wie es war.',
  '… Meinten Sie „…“?',
  '… Möglich sind: ….',
  '… ist die neueste Fassung.',
  '… von … Verbindungen sind in Gebrauch.',
]

test('each sentence with which a start or a command says what is wrong has its row on the page about troubles', () => {
  const sentences = sentencesOfCode()
  assert.ok(sentences.length > 150)
  const rows = rowsOf(page)
  const unexplained = sentences.filter(
    (sentence) =>
      !needNoRow.some((begin) => sentence.says.startsWith(begin)) &&
      !rows.some((row) => explains(row, sentence)),
  )
  assert.deepEqual(unexplained, [])
})

test('no sentence is left out that there is not', () => {
  const all = sentencesOfCode().map(({ says }) => says)
  assert.deepEqual(
    needNoRow.filter((begin) => !all.some((says) => says.startsWith(begin))),
    [],
  )
})
