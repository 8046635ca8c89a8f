import {
  bullets,
  checkbox,
  date,
  number,
  paragraph,
  photo,
  processOf,
  required,
  section,
  signature,
  strong,
  textarea,
} from '#contract/document/build.ts'

export const lostPropertyTemplate = processOf(
  paragraph('Für jede Fundsache eine Nummer auf dem Anhänger. Was es ist und wo es lag, steht hier.'),
  section(
    'Gefunden',
    paragraph('Nummer auf dem Anhänger: ', required(number('Fundnummer'))),
    paragraph('Was ist es? ', required(textarea('Gegenstand'))),
    paragraph('Ein Foto davon: ', photo('Foto')),
    paragraph('Gefunden am: ', required(date('Funddatum'))),
    paragraph('Wo lag es? ', required(textarea('Fundort'))),
    paragraph(required(checkbox('Eingeschlossen')), ' Die Fundsache liegt im Fach: ', strong('[Ort]')),
    bullets(
      'Geld, Ausweise und Schlüssel kommen sofort in den Tresor.',
      'Telefone bleiben eingeschaltet: Wer es sucht, ruft an.',
      'Verderbliches wird am selben Tag entsorgt.',
    ),
  ),
  section(
    'Abgeholt',
    paragraph('Wie wurde nachgewiesen, wem es gehört? ', textarea('Nachweis')),
    paragraph('Wer sie abholt, unterschreibt: ', signature('Unterschrift')),
    paragraph(checkbox('Ausgegeben'), ' Die Fundsache ist ausgegeben.'),
  ),
  section(
    'Nicht abgeholt',
    paragraph('Nach vier Wochen geht es an das Fundbüro: ', strong('[Anschrift]')),
    paragraph(checkbox('Fundbüro'), ' An das Fundbüro gegeben.'),
  ),
)
