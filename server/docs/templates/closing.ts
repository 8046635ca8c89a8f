import {
  bullets,
  cell,
  checkboxField,
  headerCell,
  markRequired,
  numberField,
  paragraph,
  processOf,
  quote,
  section,
  strong,
  table,
  textareaField,
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
      ['Wechselgeld zu Beginn', cell(markRequired(numberField('Wechselgeld')))],
      ['Bargeld am Ende', cell(markRequired(numberField('Bargeld')))],
      ['Kartenzahlungen', cell(markRequired(numberField('Kartenzahlungen')))],
      [
        cell([strong('Differenz zum Kassenbericht')], { background: sum }),
        cell(markRequired(numberField('Differenz')), { background: sum }),
      ],
    ),
    paragraph('Bei einer Differenz: Was ist vermutlich passiert? ', textareaField('Erklärung der Differenz')),
    paragraph(
      markRequired(checkboxField('Geld verschlossen')),
      ' Das Geld liegt im Tresor, der Tresor ist verschlossen.',
    ),
  ),
  section(
    'Zählerstände',
    table(
      [headerCell('Zähler', { width: 160 }), headerCell('Stand')],
      ['Strom', cell([markRequired(numberField('Strom')), ' kWh'])],
      ['Wasser', cell([markRequired(numberField('Wasser')), ' m³'])],
    ),
  ),
  section(
    'Rundgang',
    bullets(
      [
        markRequired(checkboxField('Niemand mehr da')),
        ' In allen Räumen ist niemand mehr, auch nicht in den Toiletten.',
      ],
      [markRequired(checkboxField('Notausgänge frei')), ' Alle Notausgänge sind frei und geschlossen.'],
      [markRequired(checkboxField('Geräte aus')), ' Geräte, Küche und Licht sind aus.'],
      [markRequired(checkboxField('Fenster zu')), ' Fenster und Türen sind zu.'],
      [markRequired(checkboxField('Alarm ein')), ' Die Alarmanlage ist eingeschaltet.'],
    ),
    quote('Riecht etwas verbrannt: 112 rufen, dann erst die Leitung.'),
  ),
  section(
    'Für die nächste Schicht',
    paragraph('Gäste insgesamt: ', numberField('Gäste')),
    paragraph('Schäden und Vorfälle: ', textareaField('Vorfälle')),
    paragraph('Was soll die nächste Schicht wissen? ', textareaField('Für die nächste Schicht')),
  ),
)
