import {
  bullets,
  checkboxField,
  headerCell,
  markRequired,
  numberField,
  orderedList,
  paragraph,
  processOf,
  quote,
  section,
  strong,
  table,
  textareaField,
} from '#contract/document/build.ts'

export const safetyTemplate = processOf(
  paragraph(
    'Einmal im Jahr, für alle, auch für Aushilfen. Die Unterweisung gilt erst, wenn ',
    strong('alle Kästchen'),
    ' bestätigt sind.',
  ),
  section(
    'Wenn es brennt',
    orderedList(
      [strong('Menschen'), ' zuerst: Wer ist im Raum, wer braucht Hilfe?'],
      ['Melder drücken oder 112 wählen: Wo, was, wie viele, wer ruft an, auf Rückfragen warten.'],
      ['Nur löschen, was kleiner ist als ein Papierkorb.'],
      ['Zum Sammelplatz: ', strong('[Ort]')],
    ),
    paragraph(
      markRequired(checkboxField('Fluchtwege')),
      ' Ich kenne von meinem Arbeitsplatz aus zwei Fluchtwege.',
    ),
    paragraph(markRequired(checkboxField('Feuerlöscher')), ' Ich weiß, wo der nächste Feuerlöscher hängt.'),
    quote('Aufzüge und Drehtüren sind keine Fluchtwege.'),
  ),
  section(
    'Erste Hilfe',
    paragraph('Verbandkasten: ', strong('[Ort]'), ', Defibrillator: ', strong('[Ort]')),
    paragraph(
      markRequired(checkboxField('Erste Hilfe')),
      ' Ich weiß, wer Erste Hilfe leisten kann und wo der Verbandkasten ist.',
    ),
    paragraph(
      markRequired(checkboxField('Verbandbuch')),
      ' Auch kleine Verletzungen schreibe ich in das Verbandbuch.',
    ),
  ),
  section(
    'Leitern, Heben und Tragen',
    bullets(
      'Leitern vor jedem Gebrauch ansehen: Holme, Sprossen, Füße.',
      'Aus den Knien heben, die Last nah am Körper, nicht drehen.',
    ),
    table(
      [headerCell('Gewicht', { width: 140 }), headerCell('Allein'), headerCell('Zu zweit')],
      ['bis 15 kg', 'ja', 'ja'],
      ['bis 25 kg', 'kurz, mit geradem Rücken', 'ja'],
      ['darüber', 'nein', 'mit Hilfsmittel'],
    ),
    paragraph(markRequired(checkboxField('Leitern')), ' Verstanden: Leitern'),
    paragraph(markRequired(checkboxField('Heben')), ' Verstanden: Heben und Tragen'),
  ),
  section(
    'Schutzausrüstung',
    paragraph('An meinem Arbeitsplatz vorgeschrieben: ', strong('[Schuhe, Gehörschutz, Handschuhe]')),
    paragraph(
      markRequired(checkboxField('Ausrüstung')),
      ' Ich habe meine Ausrüstung bekommen und weiß, wann ich sie trage.',
    ),
  ),
  section(
    'Zum Schluss',
    paragraph('Richtige Antworten im Kurztest: ', numberField('Richtige Antworten')),
    paragraph('Das war mir nicht klar: ', textareaField('Rückfragen')),
    paragraph(
      markRequired(checkboxField('Unterweisung bestätigt')),
      ' Ich habe alles gelesen und halte mich daran.',
    ),
  ),
)
