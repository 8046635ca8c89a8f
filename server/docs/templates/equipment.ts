import {
  cell,
  checkboxField,
  headerCell,
  markRequired,
  numberField,
  paragraph,
  processOf,
  section,
  strong,
  table,
  textareaField,
} from '#contract/document/build.ts'

const returnCellColour = '#e6e9f2'
const row = (name: string) => [
  name,
  cell(markRequired(numberField(`${name}, übernommen`))),
  cell(numberField(`${name}, zurückgegeben`), { background: returnCellColour }),
]

export const equipmentTemplate = processOf(
  paragraph(
    'Gezählt wird zweimal, bei der Übernahme und bei der Rückgabe, jedes Mal von ',
    strong('zwei Personen'),
    '.',
  ),
  section(
    'Zählen',
    table(
      [headerCell('Gegenstand', { width: 180 }), headerCell('Übernommen'), headerCell('Zurückgegeben')],
      row('Lautsprecher'),
      row('Mikrofone'),
      row('Scheinwerfer'),
      row('Kabel'),
    ),
  ),
  section(
    'Zustand',
    paragraph(
      markRequired(checkboxField('Prüfsiegel gültig')),
      ' Alle Geräte haben ein gültiges Prüfsiegel.',
    ),
    paragraph(markRequired(checkboxField('Kabel unbeschädigt')), ' Kabel und Stecker sind unbeschädigt.'),
    paragraph('Schäden bei der Übernahme: ', textareaField('Schäden bei der Übernahme')),
    paragraph('Schäden bei der Rückgabe: ', textareaField('Schäden bei der Rückgabe')),
  ),
  section(
    'Bestätigen',
    paragraph(markRequired(checkboxField('Übernommen')), ' Ich habe alles gezählt und übernommen.'),
    paragraph(checkboxField('Zurückgegeben'), ' Ich habe alles gezählt und zurückgegeben.'),
  ),
)
