import {
  bullets,
  cell,
  checkboxField,
  headerCell,
  horizontalRule,
  numberField,
  paragraph,
  processOf,
  quote,
  section,
  strong,
  table,
  textareaField,
} from '#contract/document/build.ts'
import { cast } from '../cast.ts'
import { type DemoDocument, tickedAnswers } from './document.ts'

const sum = '#fff3c4'

export const eventClosing: DemoDocument = {
  name: 'Abschluss einer Veranstaltung',
  status: 'Aktiv',
  groups: ['Empfang', 'Leitung', 'Technik'],
  changedDaysAgo: 3,
  content: processOf(
    paragraph(
      'Wer als Letzte oder Letzter geht, füllt diese Seite aus – ',
      strong('noch im Haus'),
      ', nicht erst am nächsten Morgen. Was auf Sie nicht zutrifft, bleibt leer.',
    ),
    section(
      'Kassenabschluss',
      paragraph('Zu zweit zählen, einmal laut. Beträge in Euro, mit Komma.'),
      table(
        [headerCell('Posten', { width: 260 }), headerCell('Betrag')],
        ['Wechselgeld zu Beginn', cell(numberField('Wechselgeld'))],
        ['Bargeld am Ende', cell(numberField('Bargeld'))],
        ['Kartenzahlungen laut Tagesabschluss', cell(numberField('Kartenzahlungen'))],
        [
          cell([strong('Differenz zum Kassenbericht')], { background: sum }),
          cell(numberField('Differenz'), { background: sum }),
        ],
      ),
      paragraph(
        'Bei einer Differenz über 5 Euro: Was ist vermutlich passiert? ',
        textareaField('Erklärung der Differenz'),
      ),
      paragraph(
        checkboxField('Tresor verschlossen'),
        ' Das Geld liegt im Tresor, der Tresor ist verschlossen.',
      ),
    ),
    section(
      'Zählerstände',
      paragraph('Die Zähler hängen im Hausanschlussraum, links hinter der Regie.'),
      table(
        [headerCell('Zähler', { width: 160 }), headerCell('Nummer', { width: 160 }), headerCell('Stand')],
        ['Strom Saal', '1 EMH 0077 4152', cell([numberField('Strom Saal'), ' kWh'])],
        ['Strom Küche', '1 EMH 0077 4153', cell([numberField('Strom Küche'), ' kWh'])],
        ['Wasser', '8 ZRI 2019 301', cell([numberField('Wasser'), ' m³'])],
      ),
    ),
    section(
      'Rundgang',
      section(
        'Innen',
        bullets(
          [checkboxField('Notausgänge frei'), ' Alle Notausgänge sind frei und geschlossen.'],
          [checkboxField('Geräte aus'), ' Verstärker, Nebelmaschinen und Kaffeemaschinen sind aus.'],
          [checkboxField('Fenster zu'), ' Fenster und Dachluken sind zu.'],
        ),
      ),
      section(
        'Außen',
        bullets(
          [checkboxField('Rampe verschlossen'), ' Das Rolltor der Laderampe ist unten und verriegelt.'],
          [checkboxField('Außenlicht'), ' Das Außenlicht steht auf Automatik.'],
        ),
      ),
      quote(
        'Riecht etwas verbrannt, bleibt die Alarmanlage aus und die 112 wird gerufen. Erst danach die Leitung.',
      ),
    ),
    horizontalRule,
    paragraph('Was soll die nächste Schicht wissen? ', textareaField('Für die nächste Schicht')),
  ),
  answers: [
    [
      cast.bruno,
      {
        Wechselgeld: 300,
        Bargeld: 2_184.5,
        Kartenzahlungen: 6_412.8,
        Differenz: 0,
        'Strom Saal': 184_233.6,
        'Strom Küche': 40_918.2,
        Wasser: 1_207.44,
        'Für die nächste Schicht':
          'Die linke Tür zum Foyer klemmt wieder. Bitte nicht mit Gewalt, der Schließer ist schon bestellt.',
        ...tickedAnswers(
          'Tresor verschlossen',
          'Notausgänge frei',
          'Geräte aus',
          'Fenster zu',
          'Rampe verschlossen',
          'Außenlicht',
        ),
      },
    ],
    [
      cast.hannah,
      {
        'Strom Saal': 184_510.1,
        'Strom Küche': 40_977,
        Wasser: 1_209.02,
        'Für die nächste Schicht': 'Dimmer 4 löst aus, Kreis 17 bitte nicht belegen.',
        ...tickedAnswers('Notausgänge frei', 'Geräte aus', 'Fenster zu', 'Rampe verschlossen'),
      },
    ],
    [
      cast.frieda,
      {
        Wechselgeld: 300,
        Bargeld: 1_733.2,
        Kartenzahlungen: 5_020.35,
        Differenz: -12.5,
        'Erklärung der Differenz':
          'Gegen 21 Uhr war die Schlange bis zur Tür, vermutlich habe ich bei einer Gruppe zwei Garderobenmarken zu wenig abgerechnet.\n\nEine Quittung liegt im Umschlag.',
        ...tickedAnswers('Tresor verschlossen'),
      },
    ],
    [cast.david, { 'Strom Saal': 184_702.9, ...tickedAnswers('Geräte aus', 'Rampe verschlossen') }],
  ],
}
