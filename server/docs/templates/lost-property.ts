import {
  bullets,
  checkboxField,
  dateField,
  markRequired,
  numberField,
  paragraph,
  photoField,
  processOf,
  section,
  signatureField,
  strong,
  textareaField,
} from '#contract/document/build.ts'

export const lostPropertyTemplate = processOf(
  paragraph('Für jede Fundsache eine Nummer auf dem Anhänger. Was es ist und wo es lag, steht hier.'),
  section(
    'Gefunden',
    paragraph('Nummer auf dem Anhänger: ', markRequired(numberField('Fundnummer'))),
    paragraph('Was ist es? ', markRequired(textareaField('Gegenstand'))),
    paragraph('Ein Foto davon: ', photoField('Foto')),
    paragraph('Gefunden am: ', markRequired(dateField('Funddatum'))),
    paragraph('Wo lag es? ', markRequired(textareaField('Fundort'))),
    paragraph(
      markRequired(checkboxField('Eingeschlossen')),
      ' Die Fundsache liegt im Fach: ',
      strong('[Ort]'),
    ),
    bullets(
      'Geld, Ausweise und Schlüssel kommen sofort in den Tresor.',
      'Telefone bleiben eingeschaltet: Wer es sucht, ruft an.',
      'Verderbliches wird am selben Tag entsorgt.',
    ),
  ),
  section(
    'Abgeholt',
    paragraph('Wie wurde nachgewiesen, wem es gehört? ', textareaField('Nachweis')),
    paragraph('Wer sie abholt, unterschreibt: ', signatureField('Unterschrift')),
    paragraph(checkboxField('Ausgegeben'), ' Die Fundsache ist ausgegeben.'),
  ),
  section(
    'Nicht abgeholt',
    paragraph('Nach vier Wochen geht es an das Fundbüro: ', strong('[Anschrift]')),
    paragraph(checkboxField('Fundbüro'), ' An das Fundbüro gegeben.'),
  ),
)
