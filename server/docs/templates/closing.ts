import {
  bullets,
  cell,
  checkbox,
  head,
  number,
  paragraph,
  processOf,
  quote,
  section,
  strong,
  table,
  textarea,
} from '#contract/document/build.ts'

const sum = '#fff3c4'

export const closing = processOf(
  paragraph(
    'Wer als Letzte oder Letzter geht, füllt diese Seite aus, ',
    strong('noch im Haus'),
    '. Was auf Sie nicht zutrifft, bleibt leer.',
  ),
  section(
    'Kassenabschluss',
    paragraph('Zu zweit zählen. Beträge in Euro, mit Komma.'),
    table(
      [head('Posten', { width: 260 }), head('Betrag')],
      ['Wechselgeld zu Beginn', cell(number('Wechselgeld'))],
      ['Bargeld am Ende', cell(number('Bargeld'))],
      ['Kartenzahlungen', cell(number('Kartenzahlungen'))],
      [
        cell([strong('Differenz zum Kassenbericht')], { background: sum }),
        cell(number('Differenz'), { background: sum }),
      ],
    ),
    paragraph('Bei einer Differenz: Was ist vermutlich passiert? ', textarea('Erklärung der Differenz')),
    paragraph(checkbox('Geld verschlossen'), ' Das Geld liegt im Tresor, der Tresor ist verschlossen.'),
  ),
  section(
    'Zählerstände',
    table(
      [head('Zähler', { width: 160 }), head('Stand')],
      ['Strom', cell([number('Strom'), ' kWh'])],
      ['Wasser', cell([number('Wasser'), ' m³'])],
    ),
  ),
  section(
    'Rundgang',
    bullets(
      [checkbox('Niemand mehr da'), ' In allen Räumen ist niemand mehr, auch nicht in den Toiletten.'],
      [checkbox('Notausgänge frei'), ' Alle Notausgänge sind frei und geschlossen.'],
      [checkbox('Geräte aus'), ' Geräte, Küche und Licht sind aus.'],
      [checkbox('Fenster zu'), ' Fenster und Türen sind zu.'],
      [checkbox('Alarm ein'), ' Die Alarmanlage ist eingeschaltet.'],
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
