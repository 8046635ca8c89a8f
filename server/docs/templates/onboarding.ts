import {
  checkbox,
  link,
  number,
  numbered,
  paragraph,
  processOf,
  section,
  strong,
  textarea,
} from '#contract/document/build.ts'

export const onboarding = processOf(
  paragraph(
    'Willkommen! Diese Seite begleitet Sie durch die erste Zeit. Haken Sie ab, was erledigt ist; was offen bleibt, besprechen Sie mit ',
    strong('[Name]'),
    '.',
  ),
  section(
    'Vor dem ersten Tag',
    paragraph(checkbox('Vertrag unterschrieben'), ' Der Vertrag ist unterschrieben und abgegeben.'),
    paragraph(
      checkbox('Unterlagen abgegeben'),
      ' Steuernummer, Krankenkasse und Bankverbindung sind abgegeben.',
    ),
    paragraph('Wen rufen wir im Notfall an? ', textarea('Notfallkontakt')),
    paragraph('Größe der Arbeitskleidung (Zahl): ', number('Kleidergröße')),
  ),
  section(
    'Der erste Tag',
    paragraph('Treffpunkt: ', strong('[Ort, Uhrzeit]')),
    numbered(
      [checkbox('Ausweis erhalten'), ' Ausweis und Schlüssel erhalten'],
      [checkbox('Rundgang gemacht'), ' Rundgang: Arbeitsplatz, Pausenraum, Fluchtwege, Erste Hilfe'],
      [checkbox('Team kennengelernt'), ' Das Team und die Vertretungen kennengelernt'],
      ['Nummer des Spinds: ', number('Spindnummer')],
    ),
    section(
      'Zugänge',
      paragraph(
        checkbox('Passwort geändert'),
        ' Ich habe mein erstes Passwort unter ',
        link('Mein Profil', '/ui/profile'),
        ' geändert.',
      ),
      paragraph(checkbox('Benachrichtigungen'), ' Benachrichtigungen auf dem Telefon sind eingeschaltet.'),
    ),
  ),
  section(
    'Die erste Woche',
    paragraph(checkbox('Unterweisung'), ' Die Sicherheitsunterweisung habe ich gelesen und bestätigt.'),
    paragraph(checkbox('Aufgaben besprochen'), ' Meine Aufgaben und Arbeitszeiten sind besprochen.'),
    paragraph('Das ist mir noch unklar: ', textarea('Offene Fragen')),
  ),
  section(
    'Gespräch nach vier Wochen',
    paragraph('So zufrieden bin ich bisher (1 bis 10): ', number('Zufriedenheit')),
    paragraph('Was hat gefehlt? ', textarea('Was gefehlt hat')),
    paragraph(checkbox('Gespräch geführt'), ' Das Gespräch hat stattgefunden.'),
  ),
)
