// One sheet as XML, many rows at a time: head frozen, a filter on it, every cell a number or a text, never a formula.
import type { Column, ColumnType, Rows } from './input.ts'
import { dateSerial, dateTimeSerial, durationSerial, timeSerial } from './serial.ts'
import { headStyle, textStyle, valueStyle } from './styles.ts'
import { cellText, isFormulaLike } from './text.ts'

const PIECE = 64 * 1024
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
}

type Value = string | number | null | undefined
type Writer = (value: Value, cell: string) => string

/** Answers how many rows there are, the head among them. */
export async function* worksheet(
  columns: readonly Column[],
  timeZone: string,
  read: () => Promise<Rows>,
): AsyncGenerator<string, number> {
  const letters = columns.map((_, index) => columnLetters(index))
  const writers = columns.map(({ type }) => writerOf(type, timeZone))
  let row = 1
  let xml = begin(columns) + headRow(columns, letters)
  for (let rows = await read(); rows; rows = await read()) {
    for (const cells of rows) {
      if (++row > MOST_ROWS) throw new Error(`more than ${MOST_ROWS} rows`)
      xml += `<row r="${row}">`
      for (const [index, write] of writers.entries()) xml += write(cells[index], `${letters[index]}${row}`)
      xml += '</row>'
      if (xml.length < PIECE) continue
      yield xml
      xml = ''
    }
  }
  const filter = columns.length > 0 ? `<autoFilter ref="A1:${letters.at(-1)}${row}"/>` : ''
  yield `${xml}</sheetData>${filter}<pageMargins left="0.5" right="0.5" top="0.6" bottom="0.6" header="0.3" footer="0.3"/>${PAGE}</worksheet>`
  return row
}

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

function writerOf(type: ColumnType, timeZone: string): Writer {
  const style = valueStyle(type)
  const serial = serials[type]
  return (value, cell) => {
    if (value === null || value === undefined || value === '') return ''
    const number = serial(value, timeZone)
    if (number !== undefined) return `<c r="${cell}" s="${style}"><v>${number}</v></c>`
    const text = String(value)
    return textCell(text, cell, textStyle(isFormulaLike(text), text.includes('\n')))
  }
}

/** The number that a value is in a column of this type; undefined where it stays a text. */
type Serial = (value: string | number, timeZone: string) => number | undefined
const numbers: Serial = (value) => (typeof value === 'number' ? value : undefined)
const serials: Record<ColumnType, Serial> = {
  text: () => undefined,
  number: numbers,
  general: numbers,
  duration: (value) => (typeof value === 'number' ? durationSerial(value) : undefined),
  date: (value) => dateSerial(String(value)),
  time: (value) => timeSerial(String(value)),
  datetime: (value, timeZone) => dateTimeSerial(String(value), timeZone),
  instant: (value, timeZone) => dateTimeSerial(String(value), timeZone),
}

const textCell = (text: string, cell: string, style: number) =>
  `<c r="${cell}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${cellText(text)}</t></is></c>`
