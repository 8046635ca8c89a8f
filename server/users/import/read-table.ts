// A table that somebody exported from another program: UTF-16 with its mark (the „Unicode-Text“ of Excel), UTF-8 with
// or without one, else Windows-1252; columns parted by semicolons, commas or tabs, whichever the first line has most
// of; with quotes where a value needs them. Every problem has the line in which it stands, as an editor counts it.

export type Line = { line: number; cells: string[] }
export type Problem = { line: number; sentence: string }

const MOST_LINES = 20_000

export function readTable(bytes: Uint8Array): { lines: Line[]; problem: Problem | undefined } {
  const text = decode(bytes)
  const delimiter = delimiterOf(text.slice(0, endOfLine(text)))
  const lines: Line[] = []
  let at = 0
  let line = 1
  while (at < text.length) {
    const cells: string[] = []
    const begin = line
    for (;;) {
      const cell = text[at] === '"' ? quoted(text, at) : plain(text, at, delimiter)
      if (cell === undefined)
        return { lines, problem: { line: begin, sentence: 'Ein Anführungszeichen wird nicht geschlossen.' } }
      cells.push(cell.value.trim())
      line += cell.value.split('\n').length - 1
      at = cell.next
      if (text[at] !== delimiter) break
      at++
    }
    if (at < text.length && text[at] !== '\n')
      return { lines, problem: { line, sentence: 'Hinter einem Anführungszeichen steht noch etwas.' } }
    at++
    line++
    if (cells.some((cell) => cell !== '')) lines.push({ line: begin, cells })
    if (lines.length > MOST_LINES + 1)
      return {
        lines,
        problem: {
          line: begin,
          sentence: `Die Datei hat mehr als ${MOST_LINES.toLocaleString('de-DE')} Zeilen.`,
        },
      }
  }
  return { lines, problem: undefined }
}

/** With one kind of end of a line. The decoders drop the mark. */
function decode(bytes: Uint8Array): string {
  return decoded(bytes).replace(/\r\n?/g, '\n')
}

function decoded(bytes: Uint8Array): string {
  const mark = `${bytes[0]} ${bytes[1]}`
  if (mark === '255 254') return new TextDecoder('utf-16le').decode(bytes)
  if (mark === '254 255') return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

function endOfLine(text: string): number {
  const at = text.indexOf('\n')
  return at < 0 ? text.length : at
}

function delimiterOf(head: string): string {
  const count = (sign: string) => head.split(sign).length
  return [';', ',', '\t'].toSorted((one, other) => count(other) - count(one))[0] as string
}

function plain(text: string, from: number, delimiter: string) {
  let next = from
  while (next < text.length && text[next] !== delimiter && text[next] !== '\n') next++
  return { value: text.slice(from, next), next }
}

function quoted(text: string, from: number) {
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
