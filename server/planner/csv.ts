import { PlannerFailed } from './port.ts'

/** Reads a CSV of the exchange folder: semicolons, quotes, a head line; UTF-8, or Windows-1252 where it is none. */
export function readCsv(bytes: Uint8Array, maxRows: number): Record<string, string>[] {
  const text = decode(bytes)
  const [head, ...body] = rowsOf(text, maxRows + 1)
  if (!head) return []
  const names = head.cells.map((name) => name.trim().toLowerCase())
  return body.map(({ cells, from }) => {
    if (cells.length > names.length)
      throw new PlannerFailed(`Zeile ${lineAt(text, from)} hat mehr Spalten als die Kopfzeile.`)
    return Object.fromEntries(names.map((name, at) => [name, cells[at] ?? '']))
  })
}

/** As an editor counts them: empty ones, and those within quotes, are lines too. */
const lineAt = (text: string, at: number) => text.slice(0, at).split(/\r\n|\r|\n/).length

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

type Line = { cells: string[]; from: number }

function rowsOf(text: string, maxRows: number): Line[] {
  const rows: Line[] = []
  let row: Line = { cells: [], from: 0 }
  let at = 0
  while (at < text.length) {
    const [value, next] = text[at] === '"' ? quoted(text, at) : plain(text, at)
    row.cells.push(value)
    at = next
    if (!isEnd(text[at]))
      throw new PlannerFailed(
        `In Zeile ${lineAt(text, at)} steht hinter dem schließenden Anführungszeichen noch etwas.`,
      )
    if (text[at] === ';') {
      at++
      if (at === text.length) row.cells.push('')
      continue
    }
    if (text[at] === '\r') at++
    if (text[at] === '\n') at++
    if (row.cells.some((value) => value !== '')) rows.push(row)
    if (rows.length > maxRows) throw new PlannerFailed('Eine Datei der Personalplanung hat zu viele Zeilen.')
    row = { cells: [], from: at }
  }
  return rows
}

/** Of a value. */
const isEnd = (sign: string | undefined) =>
  sign === ';' || sign === '\n' || sign === '\r' || sign === undefined

function plain(text: string, from: number): [value: string, next: number] {
  let at = from
  while (!isEnd(text[at])) at++
  return [text.slice(from, at), at]
}

function quoted(text: string, from: number): [value: string, next: number] {
  let value = ''
  let at = from + 1
  for (;;) {
    const end = text.indexOf('"', at)
    if (end < 0)
      throw new PlannerFailed('In einer Datei der Personalplanung fehlt ein schließendes Anführungszeichen.')
    value += text.slice(at, end)
    if (text[end + 1] !== '"') return [value, end + 1]
    value += '"'
    at = end + 2
  }
}

export const writeCsv = (head: string[], rows: string[][]) =>
  [head, ...rows].map((row) => `${row.map(cell).join(';')}\r\n`).join('')

const cell = (value: string) => (/["; \r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value)
