import {
  cell,
  checkboxField,
  headerCell,
  link,
  numberField,
  orderedList,
  paragraph,
  processOf,
  section,
  strong,
  table,
  textareaField,
} from '#contract/document/build.ts'
import { cast } from '../cast.ts'
import { type DemoDocument, tickedAnswers } from './document.ts'

export const keyHandover: DemoDocument = {
  name: 'Schlüsselübergabe',
  status: 'Aktiv',
  groups: ['Empfang', 'Leitung'],
  changedDaysAgo: 41,
  content: processOf(
    paragraph(
      'Ein Schlüssel gehört immer genau einer Person. Weitergeben heißt: zurückgeben und neu ausgeben lassen.',
    ),
    section(
      'Welcher Schlüssel wofür',
      table(
        [headerCell('Farbe', { width: 110 }), headerCell('Öffnet'), headerCell('Wer ihn bekommt')],
        [cell('Rot', { background: '#fbd9d5' }), 'Tresor, Kassenraum', 'Leitung, Schichtleitung Empfang'],
        [cell('Blau', { background: '#d8e6fa' }), 'Empfang, Foyer, Garderobe', 'Empfang'],
        [cell('Grün', { background: '#d9f0dc' }), 'Laderampe, Werkstatt', 'Technik, Bühne'],
      ),
    ),
    section(
      'Empfangen',
      orderedList(
        ['Nummer auf dem Anhänger: ', numberField('Schlüsselnummer')],
        ['Weitere Schlüssel am Bund: ', numberField('Weitere Schlüssel')],
        [checkboxField('Empfang quittiert'), ' Ich habe den Schlüssel bekommen und hafte für ihn.'],
      ),
    ),
    section(
      'Verloren?',
      paragraph(
        strong('Sofort'),
        ' den Empfang anrufen (',
        link('040 5550 100', 'tel:+49405550100'),
        '), auch nachts. Wer sich meldet, zahlt nichts; teuer ist nur das Schweigen.',
      ),
    ),
    section(
      'Zurückgeben',
      paragraph('Zustand und Bemerkungen: ', textareaField('Bemerkung')),
      paragraph(checkboxField('Rückgabe quittiert'), ' Der Schlüssel liegt wieder im Kasten.'),
    ),
  ),
  answers: [
    [cast.elif, { Schlüsselnummer: 214, 'Weitere Schlüssel': 2, ...tickedAnswers('Empfang quittiert') }],
    [
      cast.frieda,
      {
        Schlüsselnummer: 209,
        'Weitere Schlüssel': 0,
        Bemerkung: 'Der Bart ist leicht verbogen, schließt aber noch.',
        ...tickedAnswers('Empfang quittiert', 'Rückgabe quittiert'),
      },
    ],
    [cast.bruno, { Schlüsselnummer: 3, 'Weitere Schlüssel': 5, ...tickedAnswers('Empfang quittiert') }],
  ],
}
