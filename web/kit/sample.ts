// Sample rows: short, long, empty, right-to-left; enough for several pages.

export const LONG = 'Abendveranstaltungsbereitschaftsdienstplanänderungsbestätigungsformularvordrucke'

export type Sample = {
  id: number
  name: string
  kind: string
  date: string
  status: string
  planned: number
  actual: number | null
}

const names = [
  'Stadtfest am Rathaus',
  'Winterball',
  LONG,
  'Konzert im Hof',
  'Messe Halle 4',
  'Sommernachtslauf',
]
const kinds = ['Aufbau', 'Konzert', 'Messe', 'Sport']
export const statuses = ['Entwurf', 'Inaktiv', 'Aktiv', 'Erledigt', 'Archiv'] as const
const day = (at: number) => String((at % 28) + 1).padStart(2, '0')

export const samples: Sample[] = Array.from({ length: 60 }, (_, at) => ({
  id: at + 1,
  name:
    at < names.length ? (names[at] ?? '') : `${names[at % names.length]} ${at}`.replace(LONG, 'Hallenwache'),
  kind: kinds[at % kinds.length] ?? '',
  date: `2026-11-${day(at)}`,
  status: statuses[at % statuses.length] ?? '',
  planned: 450 + at * 95,
  actual: at % 3 === 0 ? null : 435 + at * 95,
}))

export type Person = { id: number; name: string; note: string }
const first = ['Anna', 'Bernd', 'Çiğdem', 'Dörte', 'Emil', 'Friederike', 'Günther', 'Hanna']
const last = ['Albrecht', 'Öztürk', 'Müller-Lüdenscheidt', 'Groß', 'Schäfer', 'von der Heide']
const written: Person[] = Array.from({ length: 48 }, (_, at) => ({
  id: at + 1,
  name: `${last[at % last.length]}, ${first[at % first.length]}`,
  note: `Personalnummer ${1000 + at * 7}`,
}))
/** Hebrew for „Name, Example“. */
const RIGHT_TO_LEFT = 'שם, דוגמה'
export const people: Person[] = [...written, { id: 49, name: RIGHT_TO_LEFT, note: 'Personalnummer 4711' }]
