import {
  cell,
  checkbox,
  headerCell,
  number,
  paragraph,
  processOf,
  required,
  section,
  strong,
  table,
  textarea,
} from '#contract/document/build.ts'

const returnCellColour = '#e6e9f2'
const row = (name: string) => [
  name,
  cell(required(number(`${name}, übernommen`))),
  cell(number(`${name}, zurückgegeben`), { background: returnCellColour }),
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
    paragraph(required(checkbox('Prüfsiegel gültig')), ' Alle Geräte haben ein gültiges Prüfsiegel.'),
    paragraph(required(checkbox('Kabel unbeschädigt')), ' Kabel und Stecker sind unbeschädigt.'),
    paragraph('Schäden bei der Übernahme: ', textarea('Schäden bei der Übernahme')),
    paragraph('Schäden bei der Rückgabe: ', textarea('Schäden bei der Rückgabe')),
  ),
  section(
    'Bestätigen',
    paragraph(required(checkbox('Übernommen')), ' Ich habe alles gezählt und übernommen.'),
    paragraph(checkbox('Zurückgegeben'), ' Ich habe alles gezählt und zurückgegeben.'),
  ),
)
