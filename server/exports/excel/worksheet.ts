// One sheet as XML, many rows at a time: head frozen, a filter on it, every cell a number or a text, never a formula. Where
// a cell leads is told beside its text.
import type { Column, ColumnType, Rows } from './input.ts'
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
  link: 12,
}

type Value = string | number | null | undefined
type Writer = (value: Value, cell: string) => string

/** `rows`: how many there are, the head among them. `links`: the addresses that cells lead to, each with its number from 1. */
export type Written = { rows: number; links: readonly string[] }
/** Excel opens no sheet with more. */
const MOST_LINKS = 65_000

export async function* worksheet(
  columns: readonly Column[],
  timeZone: string,
  read: () => Promise<Rows>,
): AsyncGenerator<string, Written> {
  const links: { cell: string; address: string }[] = []
  const link = (cell: string, address: string) =>
    links.length < MOST_LINKS && links.push({ cell, address }) > 0
  const letters = columns.map((_, index) => columnLetters(index))
  const writers = columns.map((column) => writerOf(column, timeZone, link))
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
  yield `${xml}</sheetData>${filter}${hyperlinks(links)}<pageMargins left="0.5" right="0.5" top="0.6" bottom="0.6" header="0.3" footer="0.3"/>${PAGE}</worksheet>`
  return { rows: row, links: links.map(({ address }) => address) }
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

function writerOf(
  { type, words }: Column,
  timeZone: string,
  link: (cell: string, address: string) => boolean,
): Writer {
  const style = valueStyle(type)
  const serial = serials[type]
  return (value, cell) => {
    if (value === null || value === undefined || value === '') return ''
    const number = serial(value, timeZone)
    if (number !== undefined) return `<c r="${cell}" s="${style}"><v>${number}</v></c>`
    const text = String(value)
    if (type === 'link' && /^https?:\/\//.test(text) && link(cell, text))
      return textCell(words ?? text, cell, style)
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
  link: () => undefined,
  date: (value) => dateSerial(String(value)),
  time: (value) => timeSerial(String(value)),
  datetime: (value, timeZone) => dateTimeSerial(String(value), timeZone),
  instant: (value, timeZone) => dateTimeSerial(String(value), timeZone),
}

const textCell = (text: string, cell: string, style: number) =>
  `<c r="${cell}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${cellText(text)}</t></is></c>`

// Dates and times as Excel counts them: days since 30 December 1899, the time of day as the part of a day.
const MINUTES = 1_440
const DAY_MS = 86_400_000
const ORIGIN = Date.UTC(1899, 11, 30)
/** Before 1 March 1900 Excel counts a day that never was. */
const FIRST = 61

/** Undefined for what is no such value: it stays the text that it is. */
function dateSerial(text: string): number | undefined {
  const parts = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text)
  if (!parts) return undefined
  const [year, month, day] = parts.slice(1).map(Number) as [number, number, number]
  const date = new Date(Date.UTC(year, month - 1, day))
  if (date.getUTCDate() !== day || date.getUTCMonth() !== month - 1) return undefined
  const serial = (date.getTime() - ORIGIN) / DAY_MS
  return serial < FIRST ? undefined : serial
}

function timeSerial(text: string): number | undefined {
  if (!/^\d\d:\d\d(:\d\d(\.\d+)?)?$/.test(text)) return undefined
  const [hours = 0, minutes = 0, seconds = 0] = text.split(':').map((part) => Math.floor(Number(part)))
  if (hours > 24 || minutes > 59 || seconds > 59) return undefined
  return ((hours * 60 + minutes) * 60 + seconds) / (MINUTES * 60)
}

const durationSerial = (minutes: number) => minutes / MINUTES

/** A wall time, or an instant (with a Z at its end) in the given time zone. */
function dateTimeSerial(text: string, timeZone: string): number | undefined {
  const wall = text.endsWith('Z') ? wallTime(text, timeZone) : text
  const [date = '', time = ''] = wall.split(/[T ]/)
  const day = dateSerial(date)
  const part = timeSerial(time)
  return day === undefined || part === undefined ? undefined : day + part
}

function wallTime(instant: string, timeZone: string): string {
  const at = Date.parse(instant)
  if (Number.isNaN(at)) return ''
  return Temporal.Instant.fromEpochMilliseconds(at)
    .toZonedDateTimeISO(timeZone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'second' })
}
