import {
  bullets,
  cell,
  checkbox,
  headerCell,
  number,
  paragraph,
  processOf,
  quote,
  required,
  section,
  strong,
  table,
  textarea,
} from '#contract/document/build.ts'

const sum = '#fff3c4'

export const closingTemplate = processOf(
  paragraph(
    'Wer als Letzte oder Letzter geht, füllt diese Seite aus, ',
    strong('noch im Haus'),
    '. Was auf Sie nicht zutrifft, bleibt leer.',
  ),
  section(
    'Kassenabschluss',
    paragraph('Zu zweit zählen. Beträge in Euro, mit Komma.'),
    table(
      [headerCell('Posten', { width: 260 }), headerCell('Betrag')],
      ['Wechselgeld zu Beginn', cell(required(number('Wechselgeld')))],
      ['Bargeld am Ende', cell(required(number('Bargeld')))],
      ['Kartenzahlungen', cell(required(number('Kartenzahlungen')))],
      [
        cell([strong('Differenz zum Kassenbericht')], { background: sum }),
        cell(required(number('Differenz')), { background: sum }),
      ],
    ),
    paragraph('Bei einer Differenz: Was ist vermutlich passiert? ', textarea('Erklärung der Differenz')),
    paragraph(
      required(checkbox('Geld verschlossen')),
      ' Das Geld liegt im Tresor, der Tresor ist verschlossen.',
    ),
  ),
  section(
    'Zählerstände',
    table(
      [headerCell('Zähler', { width: 160 }), headerCell('Stand')],
      ['Strom', cell([required(number('Strom')), ' kWh'])],
      ['Wasser', cell([required(number('Wasser')), ' m³'])],
    ),
  ),
  section(
    'Rundgang',
    bullets(
      [
        required(checkbox('Niemand mehr da')),
        ' In allen Räumen ist niemand mehr, auch nicht in den Toiletten.',
      ],
      [required(checkbox('Notausgänge frei')), ' Alle Notausgänge sind frei und geschlossen.'],
      [required(checkbox('Geräte aus')), ' Geräte, Küche und Licht sind aus.'],
      [required(checkbox('Fenster zu')), ' Fenster und Türen sind zu.'],
      [required(checkbox('Alarm ein')), ' Die Alarmanlage ist eingeschaltet.'],
    ),
    quote('Riecht etwas verbrannt: 112 rufen, dann erst die Leitung.'),
  ),
  section(
    'Für die nächste Schicht',
    paragraph('Gäste insgesamt: ', number('Gäste')),
    paragraph('Schäden und Vorfälle: ', textarea('Vorfälle')),
    paragraph('Was soll die nächste Schicht wissen? ', textarea('Für die nächste Schicht')),
  ),
)
