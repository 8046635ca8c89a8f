import {
  cell,
  checkboxField,
  dateField,
  headerCell,
  markRequired,
  numberField,
  orderedList,
  paragraph,
  processOf,
  section,
  signatureField,
  strong,
  table,
  textareaField,
} from '#contract/document/build.ts'

export const keysTemplate = processOf(
  paragraph(
    'Ein Schlüssel gehört immer genau einer Person. Weitergeben heißt: zurückgeben und neu ausgeben lassen.',
  ),
  section(
    'Welcher Schlüssel wofür',
    table(
      [headerCell('Farbe', { width: 110 }), headerCell('Öffnet'), headerCell('Wer ihn bekommt')],
      [cell('Rot', { background: '#fbd9d5' }), '[Räume]', '[Wer]'],
      [cell('Blau', { background: '#d8e6fa' }), '[Räume]', '[Wer]'],
      [cell('Grün', { background: '#d9f0dc' }), '[Räume]', '[Wer]'],
    ),
  ),
  section(
    'Empfangen',
    orderedList(
      ['Nummer auf dem Anhänger: ', markRequired(textareaField('Schlüsselnummer'))],
      ['Weitere Schlüssel am Bund: ', numberField('Weitere Schlüssel')],
      [
        markRequired(checkboxField('Empfang quittiert')),
        ' Ich habe den Schlüssel bekommen und gebe ihn nicht weiter.',
      ],
      ['Unterschrift: ', markRequired(signatureField('Unterschrift'))],
    ),
  ),
  section(
    'Verloren?',
    paragraph(
      strong('Sofort'),
      ' melden, auch nachts: ',
      strong('[Name, Telefonnummer]'),
      '. Das Schloss wird dann getauscht.',
    ),
  ),
  section(
    'Zurückgeben',
    paragraph('Zurückgegeben am: ', dateField('Rückgabe am')),
    paragraph('Zustand und Bemerkungen: ', textareaField('Bemerkung')),
    paragraph(checkboxField('Rückgabe quittiert'), ' Der Schlüssel ist zurückgegeben.'),
  ),
)
