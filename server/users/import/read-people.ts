// Reads people from a table: maps columns by their headings and reports faulty lines.
import { usernameFrom } from '#contract/words/username.ts'
import { foldCase } from '#server/db/fold-case.ts'
import { isFormerPersonName } from '#server/db/people.ts'
import { readName } from '#server/http/input/typed-name.ts'
import { isMailAddress } from '#server/mail/address.ts'
import { type Line, parseCsvLines } from '#server/planner/csv.ts'
import { userSentences } from '../sentences.ts'

/** Null for a missing column or an empty cell. */
export type ImportedPerson = {
  line: number
  username: string
  vorname: string | null
  nachname: string | null
  email: string | null
  telefon: string | null
  groups: string[]
}

const columnsByHeading = new Map<string, Column>([
  ['benutzername', 'username'],
  ['username', 'username'],
  ['login', 'username'],
  ['vorname', 'vorname'],
  ['nachname', 'nachname'],
  ['familienname', 'nachname'],
  ['e-mail', 'email'],
  ['email', 'email'],
  ['e-mail-adresse', 'email'],
  ['telefon', 'telefon'],
  ['telefonnummer', 'telefon'],
  ['handy', 'telefon'],
  ['gruppen', 'groups'],
  ['gruppe', 'groups'],
])
type Column = keyof Omit<ImportedPerson, 'line'>

const MAX_LENGTHS = { username: 100, text: 300, group: 80 }
const MAX_GROUPS = 200
const MAX_LINES = 20_000

const faultSentences = {
  quote_open: 'Ein Anführungszeichen wird nicht geschlossen.',
  quote_followed: 'Hinter einem Anführungszeichen steht noch etwas.',
  too_long: `Die Datei hat mehr als ${MAX_LINES.toLocaleString('de-DE')} Zeilen.`,
}

type Problem = { line: number; sentence: string }
export type ParsedPeople = { people: ImportedPerson[]; problems: Problem[]; ignored: string[] }

export function readPeople(bytes: Uint8Array): ParsedPeople {
  const { lines, fault } = parseCsvLines(bytes, { delimiters: [';', ',', '\t'], most: MAX_LINES })
  const [head, ...rows] = lines
  if (fault)
    return { people: [], problems: [{ line: fault.line, sentence: faultSentences[fault.kind] }], ignored: [] }
  if (!head) return { people: [], problems: [{ line: 1, sentence: 'Die Datei ist leer.' }], ignored: [] }
  const columns = head.cells.map((cell) => columnsByHeading.get(cell.toLowerCase()))
  const ignored = head.cells.filter((cell, at) => cell !== '' && columns[at] === undefined)
  const named = columns.filter((column) => column !== undefined)
  const twice = named.find((column, at) => named.indexOf(column) !== at)
  const problems: Problem[] = []
  if (twice) problems.push({ line: head.line, sentence: `Die Spalte „${headingOf(twice)}“ gibt es zweimal.` })
  if (!named.includes('username') && !(named.includes('vorname') && named.includes('nachname')))
    problems.push({
      line: head.line,
      sentence: 'In der ersten Zeile fehlt die Spalte „Benutzername“ (oder „Vorname“ und „Nachname“).',
    })
  if (problems.length > 0) return { people: [], problems, ignored }
  const people: ImportedPerson[] = []
  const seen = new Map<string, number>()
  for (const row of rows) {
    const read = personOf(row, columns)
    if ('sentence' in read) problems.push(read)
    else {
      const folded = foldCase(read.username)
      const before = seen.get(folded)
      if (before === undefined) people.push(read)
      else
        problems.push({
          line: row.line,
          sentence: `Den Benutzernamen „${read.username}“ hat schon Zeile ${before}.`,
        })
      seen.set(folded, before ?? row.line)
    }
  }
  if (rows.length === 0) problems.push({ line: head.line, sentence: 'Unter der ersten Zeile steht niemand.' })
  return { people, problems, ignored }
}

const headingOf = (column: Column) =>
  ({
    username: 'Benutzername',
    vorname: 'Vorname',
    nachname: 'Nachname',
    email: 'E-Mail',
    telefon: 'Telefon',
    groups: 'Gruppen',
  })[column]

function personOf({ line, cells }: Line, columns: (Column | undefined)[]): ImportedPerson | Problem {
  const wrong = (sentence: string): Problem => ({ line, sentence })
  if (cells.length > columns.length) return wrong('Die Zeile hat mehr Spalten als die erste.')
  const values = new Map(columns.map((column, at) => [column, unescapeFormula(cells[at] ?? '')] as const))
  const text = (column: Column) => values.get(column) || null
  for (const column of ['vorname', 'nachname', 'telefon', 'email'] as const) {
    const value = text(column)
    if (value === null) continue
    const read = readName(value, { longest: MAX_LENGTHS.text })
    if ('problem' in read)
      return wrong(`„${headingOf(column)}“ ist zu lang oder enthält Zeichen, die man nicht sieht.`)
  }
  const [vorname, nachname, email] = [text('vorname'), text('nachname'), text('email')]
  if (email !== null && !isMailAddress(email))
    return wrong(`„${email.slice(0, 60)}“ ist keine E-Mail-Adresse.`)
  const wanted = text('username') ?? (vorname && nachname && usernameFrom(vorname, nachname))
  const read = readName(wanted ?? '', { longest: MAX_LENGTHS.username })
  if ('problem' in read)
    return wrong(
      read.problem === 'empty'
        ? 'Der Benutzername fehlt.'
        : `Der Benutzername ist länger als ${MAX_LENGTHS.username} Zeichen oder enthält Zeichen, die man nicht sieht.`,
    )
  if (isFormerPersonName(read.name)) return wrong(userSentences.nameOfFormer)
  const groups = groupsOf(text('groups') ?? '')
  const odd = groups.find(
    (name) => 'problem' in readName(name, { longest: MAX_LENGTHS.group }) || /^\.{1,2}$/.test(name),
  )
  if (odd !== undefined) return wrong(`„${odd.slice(0, 60)}“ kann keine Gruppe heißen.`)
  if (groups.length > MAX_GROUPS) return wrong(`Das sind mehr als ${MAX_GROUPS} Gruppen.`)
  return { line, username: read.name, vorname, nachname, email, telefon: text('telefon'), groups }
}

/** Removes the apostrophe that our export adds against formulas. */
const unescapeFormula = (cell: string) => (/^'+[=+\-@]/.test(cell) ? cell.slice(1) : cell)

function groupsOf(cell: string): string[] {
  const parts = cell.includes('|') ? splitAtBars(cell) : cell.split(',')
  const names = parts.map((name) => name.normalize('NFC').trim())
  return [...new Map(names.filter(Boolean).map((name) => [foldCase(name), name])).values()]
}

/** Splits at `|`, so that names may contain commas; a backslash escapes `|` and itself. */
function splitAtBars(cell: string): string[] {
  const parts = ['']
  for (const [piece] of cell.matchAll(/\\[\\|]|[^]/g))
    if (piece === '|') parts.push('')
    else parts.push(parts.pop() + piece.slice(-1))
  return parts
}
