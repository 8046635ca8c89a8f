import {
  bullets,
  checkboxField,
  headerCell,
  numberField,
  paragraph,
  processOf,
  section,
  strong,
  table,
  textareaField,
} from '#contract/document/build.ts'
import { cast } from '../cast.ts'
import { type DemoDocument, tickedAnswers } from './document.ts'

export const travel: DemoDocument = {
  name: 'Reisekosten 2025',
  status: 'Archiviert',
  public: true,
  changedDaysAgo: 325,
  content: processOf(
    paragraph(
      'Bis zum 10. des Folgemonats, mit allen Belegen. Später Eingereichtes zahlen wir erst im Monat darauf.',
    ),
    section(
      'Was erstattet wird',
      table(
        [headerCell('Verkehrsmittel', { width: 200 }), headerCell('Satz')],
        ['Bahn', '2. Klasse, ab 4 Stunden 1. Klasse'],
        ['Eigenes Auto', '0,30 Euro je Kilometer'],
        ['Taxi', 'nur nachts oder mit Gepäck über 20 kg'],
      ),
      section(
        'Verpflegung',
        bullets(
          ['ab 8 Stunden ', strong('14 Euro')],
          ['ab 24 Stunden ', strong('28 Euro')],
          'gestellte Mahlzeiten werden abgezogen',
        ),
      ),
    ),
    section(
      'Abrechnung',
      paragraph('Anlass und Ziel: ', textareaField('Anlass')),
      paragraph('Gefahrene Kilometer: ', numberField('Kilometer')),
      paragraph('Fahrkarten in Euro: ', numberField('Fahrkarten')),
      paragraph('Übernachtungen: ', numberField('Übernachtungen')),
      paragraph(checkboxField('Belege eingereicht'), ' Die Belege liegen in der Verwaltung.'),
    ),
  ),
  answers: [
    [
      cast.bruno,
      {
        Anlass: 'Messe Prolight in Frankfurt',
        Fahrkarten: 178.4,
        Übernachtungen: 2,
        ...tickedAnswers('Belege eingereicht'),
      },
    ],
    [
      cast.hannah,
      { Anlass: 'Abholung Mischpult, Lübeck', Kilometer: 134.6, ...tickedAnswers('Belege eingereicht') },
    ],
    [cast.jana, { Anlass: 'Fortbildung Lohnabrechnung, Bremen', Fahrkarten: 61.8, Übernachtungen: 1 }],
  ],
}
