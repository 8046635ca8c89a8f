import {
  checkbox,
  choice,
  date,
  link,
  number,
  orderedList,
  paragraph,
  processOf,
  required,
  section,
  strong,
  textarea,
} from '#contract/document/build.ts'

export const onboardingTemplate = processOf(
  paragraph(
    'Willkommen! Diese Seite begleitet Sie durch die erste Zeit. Haken Sie ab, was erledigt ist; was offen bleibt, besprechen Sie mit ',
    strong('[Name]'),
    '.',
  ),
  section(
    'Vor dem ersten Tag',
    paragraph(required(checkbox('Vertrag unterschrieben')), ' Der Vertrag ist unterschrieben und abgegeben.'),
    paragraph(
      required(checkbox('Unterlagen abgegeben')),
      ' Steuernummer, Krankenkasse und Bankverbindung sind abgegeben.',
    ),
    paragraph('Wen rufen wir im Notfall an? ', required(textarea('Notfallkontakt'))),
    paragraph(
      'Größe der Arbeitskleidung: ',
      required(choice('Kleidergröße', 'XS', 'S', 'M', 'L', 'XL', 'XXL')),
    ),
  ),
  section(
    'Der erste Tag',
    paragraph('Treffpunkt: ', strong('[Ort, Uhrzeit]')),
    orderedList(
      [required(checkbox('Ausweis erhalten')), ' Ausweis und Schlüssel erhalten'],
      [
        required(checkbox('Rundgang gemacht')),
        ' Rundgang: Arbeitsplatz, Pausenraum, Fluchtwege, Erste Hilfe',
      ],
      [required(checkbox('Team kennengelernt')), ' Das Team und die Vertretungen kennengelernt'],
      ['Nummer des Spinds: ', textarea('Spindnummer')],
    ),
    section(
      'Zugänge',
      paragraph(required(checkbox('Anmeldung')), ' Ich kann mich auf meinem Telefon anmelden.'),
      paragraph(
        checkbox('Benachrichtigungen'),
        ' Benachrichtigungen auf dem Telefon sind unter ',
        link('Mein Profil', '/ui/profile'),
        ' eingeschaltet.',
      ),
    ),
  ),
  section(
    'Die erste Woche',
    paragraph(
      required(checkbox('Unterweisung')),
      ' Die Sicherheitsunterweisung habe ich gelesen und bestätigt.',
    ),
    paragraph(
      required(checkbox('Aufgaben besprochen')),
      ' Meine Aufgaben und Arbeitszeiten sind besprochen.',
    ),
    paragraph('Das ist mir noch unklar: ', textarea('Offene Fragen')),
  ),
  section(
    'Gespräch nach vier Wochen',
    paragraph('So zufrieden bin ich bisher (1 bis 10): ', number('Zufriedenheit')),
    paragraph('Was hat gefehlt? ', textarea('Was gefehlt hat')),
    paragraph('Das Gespräch war am: ', required(date('Gespräch am'))),
  ),
)
