import {
  bullets,
  checkboxField,
  em,
  numberField,
  paragraph,
  processOf,
  section,
  strong,
  textareaField,
} from '#contract/document/build.ts'
import type { DemoDocument } from './document.ts'

export const lostProperty: DemoDocument = {
  name: 'Fundsachen',
  status: 'Entwurf',
  groups: ['Empfang'],
  changedDaysAgo: 1,
  content: processOf(
    paragraph(em('Entwurf – bitte Anmerkungen an die Verwaltung.')),
    section(
      'Annehmen',
      bullets(
        'Zettel an den Gegenstand: Datum, Ort, wer ihn gefunden hat.',
        [strong('Wertsachen über 50 Euro'), ' und Ausweise gehen sofort in den Tresor.'],
        'Offene Getränke und Lebensmittel werden entsorgt.',
      ),
      paragraph('Was wurde gefunden, und wo? ', textareaField('Fund')),
      paragraph('Geschätzter Wert in Euro: ', numberField('Wert')),
      paragraph(checkboxField('Im Tresor'), ' liegt im Tresor'),
    ),
    section(
      'Herausgeben',
      paragraph('Wer etwas abholt, beschreibt es, bevor es auf dem Tresen liegt.'),
      paragraph('An wen herausgegeben? ', textareaField('Herausgegeben an')),
    ),
    section(
      'Was liegen bleibt',
      paragraph('Nach vier Wochen ans Fundbüro; Kleidung nach acht Wochen an die Kleiderkammer.'),
    ),
  ),
  answers: [],
}
