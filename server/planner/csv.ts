import { PlannerFailed } from './port.ts'

/** Reads a CSV of the exchange folder: semicolons, quotes, a head line; UTF-8, or Windows-1252 where it is none. */
export function readCsv(bytes: Uint8Array, maxRows: number): Record<string, string>[] {
  const rows = rowsOf(decode(bytes), maxRows + 1)
  const [head, ...body] = rows
  if (!head) return []
  const names = head.map((name) => name.trim().toLowerCase())
  return body.map((row, number) => {
    if (row.length > names.length)
      throw new PlannerFailed(`Zeile ${number + 2} hat mehr Spalten als die Kopfzeile.`)
    return Object.fromEntries(names.map((name, at) => [name, row[at] ?? '']))
  })
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

function rowsOf(text: string, maxRows: number): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let at = 0
  while (at < text.length) {
    const [value, next] = text[at] === '"' ? quoted(text, at) : plain(text, at)
    row.push(value)
    at = next
    if (text[at] === ';') {
      at++
      if (at === text.length) row.push('')
      continue
    }
    if (text[at] === '\r') at++
    if (text[at] === '\n') at++
    if (row.some((value) => value !== '')) rows.push(row)
    if (rows.length > maxRows) throw new PlannerFailed('Eine Datei der Personalplanung hat zu viele Zeilen.')
    row = []
  }
  return rows
}

function plain(text: string, from: number): [value: string, next: number] {
  let at = from
  while (at < text.length && text[at] !== ';' && text[at] !== '\n' && text[at] !== '\r') at++
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
