// One sheet as XML, many rows at a time: head frozen, a filter on it, every cell a number or a text, never a formula.
// Where a cell leads is told beside its text.
import { CellWriters } from './cells.ts'
import type { Column, ColumnType } from './input.ts'
import type { RowReader } from './row-reader.ts'
import { headStyle } from './styles.ts'
import { cellText, isFormulaLike } from './text.ts'
import { XmlBytes } from './xml-bytes.ts'

const ZERO = 0x30
const NINE = 0x39
const ROW = Buffer.from('<row r="')
const CELLS = Buffer.from('">')
const ROW_END = Buffer.from('</row>')
const MOST_ROWS = 1_048_576
const widths: Record<ColumnType, number> = {
  text: 24,
  general: 24,
  number: 14,
  date: 12,
  time: 10,
  duration: 12,
  datetime: 18,
  instant: 20,
  link: 12,
}

/**
 * `rows`: how many there are, the head among them. `links`: the addresses that cells lead to, each with its number
 * from 1.
 */
export type Written = { rows: number; links: readonly string[] }
/** Excel opens no sheet with more. */
const MOST_LINKS = 65_000

export async function* worksheet(
  columns: readonly Column[],
  timeZone: string,
  read: () => Promise<RowReader | undefined>,
): AsyncGenerator<Uint8Array, Written> {
  const links: { cell: string; address: string }[] = []
  const link = (cell: string, address: string) =>
    links.length < MOST_LINKS && links.push({ cell, address }) > 0
  const letters = columns.map((_, index) => columnLetters(index))
  const xml = new XmlBytes()
  const cells = new CellWriters(xml, timeZone, link)
  const writers = columns.map((column, index) => cells.of(column, letters[index] as string))
  let row = 1
  let digits: Uint8Array = Buffer.from(String(row))
  xml.putString(begin(columns) + headRow(columns, letters))
  for (let rows = await read(); rows; rows = await read()) {
    while (rows.nextRow()) {
      if (++row > MOST_ROWS) throw new Error(`more than ${MOST_ROWS} rows`)
      digits = following(digits)
      xml.put(ROW)
      xml.put(digits)
      xml.put(CELLS)
      for (let column = 0; rows.nextCell(); column++) if (!rows.isEmpty) writers[column]?.(rows, digits)
      xml.put(ROW_END)
      if (xml.isFull) yield xml.take()
    }
  }
  const filter = columns.length > 0 ? `<autoFilter ref="A1:${letters.at(-1)}${row}"/>` : ''
  xml.putString(
    `</sheetData>${filter}${hyperlinks(links)}<pageMargins left="0.5" right="0.5" top="0.6" bottom="0.6" header="0.3" footer="0.3"/>${PAGE}</worksheet>`,
  )
  yield xml.take()
  return { rows: row, links: links.map(({ address }) => address) }
}

/** The next number, mostly written where this one was. */
function following(digits: Uint8Array): Uint8Array {
  for (let at = digits.length - 1; at >= 0; at--) {
    const digit = digits[at] as number
    if (digit !== NINE) {
      digits[at] = digit + 1
      return digits
    }
    digits[at] = ZERO
  }
  return Buffer.from(`1${'0'.repeat(digits.length)}`)
}

function hyperlinks(links: readonly { cell: string }[]): string {
  if (links.length === 0) return ''
  const all = links.map(
    ({ cell }, at) => `<hyperlink xmlns:r="${RELATIONS}" ref="${cell}" r:id="rId${at + 1}"/>`,
  )
  return `<hyperlinks>${all.join('')}</hyperlinks>`
}
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** Landscape, as wide as one page. */
const PAGE = '<pageSetup paperSize="9" orientation="landscape" fitToWidth="1" fitToHeight="0"/>'

export function columnLetters(index: number): string {
  let letters = ''
  for (let rest = index + 1; rest > 0; rest = Math.floor((rest - 1) / 26))
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters
  return letters
}

function begin(columns: readonly Column[]): string {
  const cols = columns.map(({ type, width = widths[type] }, index) => {
    const number = index + 1
    return `<col min="${number}" max="${number}" width="${Math.min(Math.max(width, 4), 255)}" customWidth="1"/>`
  })
  return [
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>',
    '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">',
    '<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>',
    '<sheetViews><sheetView workbookViewId="0">',
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>',
    '<selection pane="bottomLeft" activeCell="A2" sqref="A2"/></sheetView></sheetViews>',
    '<sheetFormatPr defaultRowHeight="15"/>',
    cols.length > 0 ? `<cols>${cols.join('')}</cols>` : '',
    '<sheetData>',
  ].join('')
}

function headRow(columns: readonly Column[], letters: readonly string[]): string {
  const cells = columns.map(({ name }, index) =>
    textCell(name, `${letters[index]}1`, headStyle(isFormulaLike(name))),
  )
  return `<row r="1">${cells.join('')}</row>`
}

const textCell = (text: string, cell: string, style: number) =>
  `<c r="${cell}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${cellText(text)}</t></is></c>`
