// Reads tables in text: files of the exchange folder, and exports of other programs. Encodings: UTF-16 with a
// byte order mark (Excel's „Unicode-Text“), UTF-8 with or without one, else Windows-1252. Cells with
// delimiters are quoted.
import { PlannerFailed } from './port.ts'

/**
 * `line`: number of the first line of a record, as an editor counts. Empty lines and line breaks within
 * quotes count too.
 */
export type Line = { line: number; cells: string[] }
type Fault = { line: number; kind: 'quote_open' | 'quote_followed' | 'too_long' }

/**
 * Reads records up to the first fault. Records without a value are skipped, and cells are trimmed. `most`:
 * upper bound without the head.
 */
export function parseCsvLines(
  bytes: Uint8Array,
  { delimiters = [';'], most }: { delimiters?: readonly string[]; most: number },
): { lines: Line[]; fault?: Fault } {
  const text = decode(bytes).replace(/\r\n?/g, '\n')
  const delimiter = delimiterOf(text, delimiters)
  const lines: Line[] = []
  let at = 0
  let line = 1
  while (at < text.length) {
    const cells: string[] = []
    const begin = line
    for (;;) {
      const formatCell = text[at] === '"' ? readQuotedCell(text, at) : readPlainCell(text, at, delimiter)
      if (formatCell === undefined) return { lines, fault: { line: begin, kind: 'quote_open' } }
      cells.push(formatCell.value.trim())
      line += formatCell.value.split('\n').length - 1
      at = formatCell.next
      if (text[at] !== delimiter) break
      at++
    }
    if (at < text.length && text[at] !== '\n') return { lines, fault: { line, kind: 'quote_followed' } }
    at++
    line++
    if (cells.some((cell) => cell !== '')) lines.push({ line: begin, cells })
    // One more than `most`, because the head is a record too.
    if (lines.length > most + 1) return { lines, fault: { line: begin, kind: 'too_long' } }
  }
  return { lines }
}

/** The delimiter that occurs most often in the first line. */
function delimiterOf(text: string, delimiters: readonly string[]): string {
  const head = text.slice(0, /\n|$/.exec(text)?.index)
  const count = (sign: string) => head.split(sign).length
  return delimiters.toSorted((one, other) => count(other) - count(one))[0] as string
}

/** The decoders drop the byte order mark. */
function decode(bytes: Uint8Array): string {
  const mark = `${bytes[0]} ${bytes[1]}`
  if (mark === '255 254') return new TextDecoder('utf-16le').decode(bytes)
  if (mark === '254 255') return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

function readPlainCell(text: string, from: number, delimiter: string) {
  let next = from
  while (next < text.length && text[next] !== delimiter && text[next] !== '\n') next++
  return { value: text.slice(from, next), next }
}

function readQuotedCell(text: string, from: number) {
  let value = ''
  for (let at = from + 1; ; ) {
    const end = text.indexOf('"', at)
    if (end < 0) return undefined
    value += text.slice(at, end)
    if (text[end + 1] !== '"') return { value, next: end + 1 }
    value += '"'
    at = end + 2
  }
}

/** Reads a file of the exchange folder. Each row is keyed by the column names of the first line, in lower case. */
export function parseCsvRecords(bytes: Uint8Array, most: number): Record<string, string>[] {
  const { lines, fault } = parseCsvLines(bytes, { most })
  if (fault) throw new PlannerFailed(sentenceFor(fault))
  const [head, ...rows] = lines
  if (!head) return []
  const names = head.cells.map((name) => name.toLowerCase())
  return rows.map(({ line, cells }) => {
    if (cells.length > names.length)
      throw new PlannerFailed(`Zeile ${line} hat mehr Spalten als die Kopfzeile.`)
    return Object.fromEntries(names.map((name, at) => [name, cells[at] ?? '']))
  })
}

const sentenceFor = ({ line, kind }: Fault) =>
  ({
    quote_open: 'In einer Datei der Personalplanung fehlt ein schließendes Anführungszeichen.',
    quote_followed: `In Zeile ${line} steht hinter dem schließenden Anführungszeichen noch etwas.`,
    too_long: 'Eine Datei der Personalplanung hat zu viele Zeilen.',
  })[kind]

export const formatCsv = (head: string[], rows: string[][]) =>
  [head, ...rows].map((row) => `${row.map(cell).join(';')}\r\n`).join('')

const cell = (value: string) => (/["; \r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value)
