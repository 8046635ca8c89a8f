import {
  bullets,
  checkbox,
  number,
  paragraph,
  photo,
  processOf,
  section,
  signature,
  strong,
  textarea,
} from '#contract/document/build.ts'

export const lostProperty = processOf(
  paragraph('Für jede Fundsache eine Nummer auf dem Anhänger. Was es ist und wo es lag, steht hier.'),
  section(
    'Gefunden',
    paragraph('Nummer auf dem Anhänger: ', number('Fundnummer')),
    paragraph('Was ist es? ', textarea('Gegenstand')),
    paragraph('Ein Foto davon: ', photo('Foto')),
    paragraph('Wo und wann lag es da? ', textarea('Fundort')),
    paragraph(checkbox('Eingeschlossen'), ' Die Fundsache liegt im Fach: ', strong('[Ort]')),
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
