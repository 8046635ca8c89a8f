import {
  cell,
  checkboxField,
  headerCell,
  numberField,
  orderedList,
  paragraph,
  processOf,
  quote,
  section,
  table,
  textareaField,
} from '#contract/document/build.ts'
import { cast } from '../cast.ts'
import { type DemoDocument, tickedAnswers } from './document.ts'

const countColour = '#e6e9f2'

export const equipment: DemoDocument = {
  name: 'Übergabe der Technik: Sommerfest',
  status: 'Erledigt',
  groups: ['Bühne', 'Technik'],
  changedDaysAgo: 96,
  content: processOf(
    paragraph(
      'Übernahme vom Verleih am Donnerstag, Rückgabe am Montag. Gezählt wird beide Male, von zwei Personen.',
    ),
    section(
      'Bestand',
      table(
        [
          headerCell('Gerät', { width: 230 }),
          headerCell('Bestellt', { width: 90 }),
          headerCell('Übernommen', { width: 130 }),
          headerCell('Zurück', { width: 130 }),
        ],
        [
          'Funkmikrofone',
          '12',
          cell(numberField('Mikrofone'), { background: countColour }),
          cell(numberField('Mikrofone zurück')),
        ],
        [
          'Monitorboxen',
          '8',
          cell(numberField('Boxen'), { background: countColour }),
          cell(numberField('Boxen zurück')),
        ],
        [
          'Kabeltrommeln 32 A',
          '6',
          cell(numberField('Trommeln'), { background: countColour }),
          cell(numberField('Trommeln zurück')),
        ],
        [cell('Kleinteile liegen bei den Kisten und werden nicht gezählt.', { colspan: 4 })],
      ),
    ),
    section(
      'Prüfen',
      orderedList(
        [checkboxField('Sichtprüfung'), ' Stecker, Gehäuse und Kabel sind unbeschädigt.'],
        [checkboxField('Prüfplakette'), ' Jedes Gerät trägt eine gültige Prüfplakette.'],
        [checkboxField('Funktion'), ' Alles einmal eingeschaltet, Frequenzen abgestimmt.'],
      ),
      quote('Was ohne Plakette kommt, geht ohne Strom zurück.'),
    ),
    section('Schäden', paragraph('Gerät, Schaden, seit wann: ', textareaField('Schäden'))),
  ),
  answers: [
    [
      cast.anna,
      {
        Mikrofone: 12,
        'Mikrofone zurück': 12,
        Boxen: 8,
        'Boxen zurück': 8,
        Trommeln: 6,
        'Trommeln zurück': 5,
        Schäden:
          'Eine Trommel (Nr. 4) hat nach dem Regen am Samstag nicht mehr geschaltet; der Verleih hat sie gleich mitgenommen und tauscht sie ohne Berechnung.',
        ...tickedAnswers('Sichtprüfung', 'Prüfplakette', 'Funktion'),
      },
    ],
    [
      cast.kai,
      { Mikrofone: 12, Boxen: 8, Trommeln: 6, ...tickedAnswers('Sichtprüfung', 'Prüfplakette', 'Funktion') },
    ],
    [cast.georg, { 'Mikrofone zurück': 12, 'Boxen zurück': 8, ...tickedAnswers('Sichtprüfung') }],
  ],
}
