import {
  checkboxField,
  choiceField,
  dateField,
  link,
  markRequired,
  numberField,
  orderedList,
  paragraph,
  processOf,
  section,
  strong,
  textareaField,
} from '#contract/document/build.ts'

export const onboardingTemplate = processOf(
  paragraph(
    'Willkommen! Diese Seite begleitet Sie durch die erste Zeit. Haken Sie ab, was erledigt ist; was offen bleibt, besprechen Sie mit ',
    strong('[Name]'),
    '.',
  ),
  section(
    'Vor dem ersten Tag',
    paragraph(
      markRequired(checkboxField('Vertrag unterschrieben')),
      ' Der Vertrag ist unterschrieben und abgegeben.',
    ),
    paragraph(
      markRequired(checkboxField('Unterlagen abgegeben')),
      ' Steuernummer, Krankenkasse und Bankverbindung sind abgegeben.',
    ),
    paragraph('Wen rufen wir im Notfall an? ', markRequired(textareaField('Notfallkontakt'))),
    paragraph(
      'Größe der Arbeitskleidung: ',
      markRequired(choiceField('Kleidergröße', 'XS', 'S', 'M', 'L', 'XL', 'XXL')),
    ),
  ),
  section(
    'Der erste Tag',
    paragraph('Treffpunkt: ', strong('[Ort, Uhrzeit]')),
    orderedList(
      [markRequired(checkboxField('Ausweis erhalten')), ' Ausweis und Schlüssel erhalten'],
      [
        markRequired(checkboxField('Rundgang gemacht')),
        ' Rundgang: Arbeitsplatz, Pausenraum, Fluchtwege, Erste Hilfe',
      ],
      [markRequired(checkboxField('Team kennengelernt')), ' Das Team und die Vertretungen kennengelernt'],
      ['Nummer des Spinds: ', textareaField('Spindnummer')],
    ),
    section(
      'Zugänge',
      paragraph(markRequired(checkboxField('Anmeldung')), ' Ich kann mich auf meinem Telefon anmelden.'),
      paragraph(
        checkboxField('Benachrichtigungen'),
        ' Benachrichtigungen auf dem Telefon sind unter ',
        link('Mein Profil', '/ui/profile'),
        ' eingeschaltet.',
      ),
    ),
  ),
  section(
    'Die erste Woche',
    paragraph(
      markRequired(checkboxField('Unterweisung')),
      ' Die Sicherheitsunterweisung habe ich gelesen und bestätigt.',
    ),
    paragraph(
      markRequired(checkboxField('Aufgaben besprochen')),
      ' Meine Aufgaben und Arbeitszeiten sind besprochen.',
    ),
    paragraph('Das ist mir noch unklar: ', textareaField('Offene Fragen')),
  ),
  section(
    'Gespräch nach vier Wochen',
    paragraph('So zufrieden bin ich bisher (1 bis 10): ', numberField('Zufriedenheit')),
    paragraph('Was hat gefehlt? ', textareaField('Was gefehlt hat')),
    paragraph('Das Gespräch war am: ', markRequired(dateField('Gespräch am'))),
  ),
)
