import {
  bullets,
  cell,
  checkboxField,
  em,
  headerCell,
  link,
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
import { cast } from '../cast.ts'
import { type DemoDocument, tickedAnswers } from './document.ts'

const day = '#e3f2f1'

export const onboarding: DemoDocument = {
  name: 'Onboarding der ersten Woche',
  status: 'Aktiv',
  public: true,
  changedDaysAgo: 12,
  content: processOf(
    paragraph(
      'Willkommen bei Nordlicht! Diese Seite begleitet Sie durch die ersten fünf Tage. Haken Sie ab, was erledigt ist; ',
      'Ihre Patin oder Ihr Pate sieht am Freitag mit Ihnen gemeinsam nach, was noch offen ist.',
    ),
    quote('Niemand muss am ersten Tag alles wissen. Fragen Sie lieber dreimal als einmal zu wenig.'),
    section(
      'Vor dem ersten Tag',
      bullets(
        'Der unterschriebene Vertrag liegt in der Verwaltung.',
        ['Schuhgröße für die Sicherheitsschuhe: ', numberField('Schuhgröße')],
        ['Wen rufen wir im Notfall an? ', textareaField('Notfallkontakt')],
      ),
    ),
    section(
      'Montag: Ankommen',
      paragraph('Treffpunkt ist um ', strong('9:30 Uhr'), ' am Empfang, Eingang Hafenseite.'),
      orderedList(
        ['Ausweis abholen und Foto machen lassen ', checkboxField('Ausweis erhalten')],
        ['Rundgang: Saal, Foyer, Bühne, Werkstatt, Kantine ', checkboxField('Rundgang gemacht')],
        ['Spind beziehen, Nummer: ', numberField('Spindnummer')],
      ),
      section(
        'Zugänge',
        paragraph(
          'Benutzername und erstes Passwort bekommen Sie vom Empfang. Ändern Sie das Passwort noch am selben Tag unter ',
          link('Mein Profil', '/ui/profile'),
          '.',
        ),
        paragraph(checkboxField('Passwort geändert'), ' Passwort geändert'),
        paragraph(
          checkboxField('Dienstplan gefunden'),
          ' Ich finde meinen Dienstplan in der Personalplanung.',
        ),
      ),
    ),
    section(
      'Dienstag bis Donnerstag: Mitlaufen',
      paragraph(
        'An jedem Tag begleiten Sie ein anderes Team. Wechseln Sie die Reihenfolge ruhig untereinander.',
      ),
      table(
        [
          headerCell('Tag', { width: 130 }),
          headerCell('Team', { width: 170 }),
          headerCell('Worauf Sie achten'),
        ],
        [cell('Dienstag', { background: day }), 'Technik', 'Wie aus einem Lageplan ein Aufbau wird'],
        [cell('Mittwoch', { background: day }), 'Empfang', 'Einlass, Abendkasse, Umgang mit Beschwerden'],
        [cell('Donnerstag', { background: day }), 'Bühne', 'Umbau zwischen zwei Auftritten, Kommandos'],
      ),
      paragraph('Was hat Sie überrascht? ', textareaField('Eindrücke')),
    ),
    section(
      'Freitag: Gespräch',
      paragraph(
        'Eine halbe Stunde mit Ihrer Patin oder Ihrem Paten, ',
        em('nicht'),
        ' mit der Leitung: Es ist keine Prüfung.',
      ),
      paragraph('Offene Fragen: ', textareaField('Offene Fragen')),
      paragraph('So zufrieden bin ich mit der ersten Woche (1 bis 10): ', numberField('Zufriedenheit')),
      paragraph(checkboxField('Gespräch geführt'), ' Das Gespräch hat stattgefunden.'),
    ),
  ),
  answers: [
    [
      cast.kai,
      {
        Schuhgröße: 44.5,
        Notfallkontakt: 'Mira Weißhaupt (Schwester), 0171 5550 198',
        Spindnummer: 118,
        Eindrücke:
          'Wie leise der Umbau am Donnerstag ablief. Am Mittwoch habe ich gelernt, dass man bei Beschwerden zuerst ausreden lässt und dann erst erklärt – das hat sofort funktioniert.',
        'Offene Fragen': 'Wer gibt Überstunden frei, wenn die Schichtleitung krank ist?',
        Zufriedenheit: 9,
        ...tickedAnswers(
          'Ausweis erhalten',
          'Rundgang gemacht',
          'Passwort geändert',
          'Dienstplan gefunden',
          'Gespräch geführt',
        ),
      },
    ],
    [
      cast.lena,
      {
        Schuhgröße: 38,
        Notfallkontakt: 'Konstantin von Hohenstein, 040 5550 771',
        Spindnummer: 12,
        Eindrücke: 'Der Lageplan! Ich hätte nie gedacht, dass jede Steckdose darauf steht.',
        ...tickedAnswers('Ausweis erhalten', 'Rundgang gemacht', 'Passwort geändert', 'Dienstplan gefunden'),
      },
    ],
    [
      cast.ibrahim,
      {
        Schuhgröße: 42,
        Spindnummer: 87,
        ...tickedAnswers('Ausweis erhalten', 'Rundgang gemacht', 'Passwort geändert'),
      },
    ],
    [cast.elif, { Schuhgröße: 37.5, ...tickedAnswers('Ausweis erhalten') }],
  ],
}
