// Streams an .xlsx file. It is a zip archive of XML files: some describe its contents, one contains the styles, and
// each sheet has one. A sheet is written while its rows arrive, so that memory holds only a few hundred rows. Its
// head is frozen, has a filter and repeats on every printed page. A cell is a number or a text, never a formula,
// whatever somebody has typed. Texts are inline instead of in a shared table (`sharedStrings`), which would have to
// be held until the end. Days and times are Excel's serial numbers: days since 30 December 1899, and the time as a
// fraction of a day. A cell refers to its style by the index in `styleList`.
import { stripEnd } from '#contract/document/without-end.ts'
import type { Cell, Column, ColumnType, Row, RowBatch, WorkbookOutline } from './input.ts'
import { Zip } from './zip.ts'

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const PACKAGE_NAMESPACE = 'http://schemas.openxmlformats.org/package/2006'
const RELATIONSHIPS_NAMESPACE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const SPREADSHEET_NAMESPACE = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const SPREADSHEET_CONTENT_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** Collected while writing a sheet. */
type WrittenSheet = { rows: number; links: { cell: string; address: string }[] }

/** `read` returns the next rows, and null at the end of each sheet. */
export async function* writeWorkbook(
  { timeZone, sheets }: WorkbookOutline,
  read: () => Promise<RowBatch>,
): AsyncGenerator<Buffer> {
  const zip = new Zip()
  const names = toSheetNames(sheets.map(({ name }) => name))
  const parts = sheets.map((_, index) => `worksheets/sheet${index + 1}.xml`)
  yield* zip.file('[Content_Types].xml', [XML, contentTypes(parts)])
  yield* zip.file('_rels/.rels', [XML, relationships([['officeDocument', 'xl/workbook.xml']])])
  yield* zip.file('xl/styles.xml', [XML, styles])
  const ranges: string[] = []
  for (const [index, { columns }] of sheets.entries()) {
    const written: WrittenSheet = { rows: 0, links: [] }
    yield* zip.file(`xl/${parts[index]}`, writeWorksheet(columns, timeZone, read, written))
    const links = written.links.map(({ address }) => ['hyperlink', address, 'External'] as const)
    if (links.length > 0)
      yield* zip.file(`xl/worksheets/_rels/sheet${index + 1}.xml.rels`, [XML, relationships(links)])
    if (columns.length > 0)
      ranges.push(definedNames(names[index] as string, index, columns.length, written.rows))
  }
  const related = parts.map((part) => ['worksheet', part] as const)
  yield* zip.file('xl/_rels/workbook.xml.rels', [XML, relationships([...related, ['styles', 'styles.xml']])])
  yield* zip.file('xl/workbook.xml', [XML, workbookXml(names, ranges)])
  yield* zip.end()
}

// --- Sheets

/** Excel's limit per sheet. */
const MAX_ROWS = 1_048_576
const MAX_LINKS = 65_000
/** Characters per compression step. Each step wakes another thread, so it should be worth it. */
const CHUNK_CHARACTERS = 64 * 1024

async function* writeWorksheet(
  columns: readonly Column[],
  timeZone: string,
  read: () => Promise<RowBatch>,
  written: WrittenSheet,
): AsyncGenerator<string> {
  const writers = columns.map((column, index) =>
    createCellWriter(column, columnLetters(index), timeZone, written),
  )
  let xml = XML + sheetBegin(columns) + headRow(columns)
  let row = 1
  for (let rows = await read(); rows; rows = await read()) {
    for (const cells of rows) {
      if (++row > MAX_ROWS) throw new Error(`more than ${MAX_ROWS} rows`)
      xml += rowXml(cells, row, writers)
      if (xml.length < CHUNK_CHARACTERS) continue
      yield xml
      xml = ''
    }
  }
  written.rows = row
  yield xml + sheetEnd(columns, written)
}

function rowXml(cells: Row, row: number, writers: readonly CellWriter[]): string {
  let xml = `<row r="${row}">`
  for (let index = 0; index < writers.length; index++) {
    const cell = cells[index]
    if (cell !== null && cell !== undefined && cell !== '') xml += writers[index]?.(cell, row) ?? ''
  }
  return `${xml}</row>`
}

function sheetBegin(columns: readonly Column[]): string {
  const cols = columns.map(({ type, width = columnFormats[type].width }, index) => {
    const number = index + 1
    return `<col min="${number}" max="${number}" width="${Math.min(Math.max(width, 4), 255)}" customWidth="1"/>`
  })
  return [
    `<worksheet xmlns="${SPREADSHEET_NAMESPACE}">`,
    '<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>',
    '<sheetViews><sheetView workbookViewId="0">',
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>',
    '<selection pane="bottomLeft" activeCell="A2" sqref="A2"/></sheetView></sheetViews>',
    '<sheetFormatPr defaultRowHeight="15"/>',
    cols.length > 0 ? `<cols>${cols.join('')}</cols>` : '',
    '<sheetData>',
  ].join('')
}

function headRow(columns: readonly Column[]): string {
  const cells = columns.map(({ name }, index) =>
    textCell(`${columnLetters(index)}1`, headStyleId(isFormulaLike(name)), name),
  )
  return `<row r="1">${cells.join('')}</row>`
}

/** Ends the XML of a sheet with its filter, links and page layout: landscape, one page wide. */
function sheetEnd(columns: readonly Column[], { rows, links }: WrittenSheet): string {
  const filter =
    columns.length > 0 ? `<autoFilter ref="A1:${columnLetters(columns.length - 1)}${rows}"/>` : ''
  const all = links.map(
    ({ cell }, index) =>
      `<hyperlink xmlns:r="${RELATIONSHIPS_NAMESPACE}" ref="${cell}" r:id="rId${index + 1}"/>`,
  )
  return [
    `</sheetData>${filter}`,
    all.length > 0 ? `<hyperlinks>${all.join('')}</hyperlinks>` : '',
    '<pageMargins left="0.5" right="0.5" top="0.6" bottom="0.6" header="0.3" footer="0.3"/>',
    '<pageSetup paperSize="9" orientation="landscape" fitToWidth="1" fitToHeight="0"/></worksheet>',
  ].join('')
}

function columnLetters(index: number): string {
  let letters = ''
  for (let rest = index + 1; rest > 0; rest = Math.floor((rest - 1) / 26))
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters
  return letters
}

// --- Cells

type CellWriter = (value: NonNullable<Cell>, row: number) => string

function createCellWriter(
  column: Column,
  letters: string,
  timeZone: string,
  { links }: WrittenSheet,
): CellWriter {
  const { type, words } = column
  const styleXml = valueStyleId(type)
  const asText: CellWriter = (value, row) => {
    const fromText = displayText(value)
    return textCell(`${letters}${row}`, textStyleId(fromText), fromText)
  }
  if (type === 'link')
    return (value, row) => {
      const address = String(value)
      if (!/^https?:\/\//.test(address) || links.length === MAX_LINKS) return asText(value, row)
      links.push({ cell: `${letters}${row}`, address })
      return textCell(`${letters}${row}`, styleXml, words ?? address)
    }
  const { number: numberOf } = columnFormats[type]
  return (value, row) => {
    const number = numberOf(value, timeZone)
    if (number === undefined) return asText(value, row)
    return Number.isFinite(number) ? `<c r="${letters}${row}" s="${styleXml}"><v>${number}</v></c>` : ''
  }
}

/** Text of a value without a matching format. Data of a newer release may hold values of any type. */
function displayText(value: NonNullable<Cell>): string {
  if (value instanceof Date) return value.toJSON() ?? ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

const textCell = (cell: string, look: number, text: string) =>
  `<c r="${cell}" s="${look}" t="inlineStr"><is><t xml:space="preserve">${escapeCellText(text)}</t></is></c>`

/** The numeric value of a cell; undefined if it stays text. */
type ToNumber = (value: NonNullable<Cell>, timeZone: string) => number | undefined
const fromNumber: ToNumber = (value) => (typeof value === 'number' ? value : undefined)
const fromMinutes: ToNumber = (value) => (typeof value === 'number' ? value / MINUTES_PER_DAY : undefined)
const fromDay: ToNumber = (value) => daySerial(String(value))
const fromTime: ToNumber = (value) => timeSerial(String(value))
const text: ToNumber = () => undefined

/** Per type: number format, width in characters, and conversion. */
const columnFormats: Record<ColumnType, { format: string; width: number; number: ToNumber }> = {
  text: { format: '@', width: 24, number: text },
  link: { format: '@', width: 12, number: text },
  general: { format: 'General', width: 24, number: fromNumber },
  number: { format: 'General', width: 14, number: fromNumber },
  date: { format: 'dd\\.mm\\.yyyy', width: 12, number: fromDay },
  time: { format: 'hh:mm', width: 10, number: fromTime },
  duration: { format: '[h]:mm', width: 12, number: fromMinutes },
  datetime: { format: 'dd\\.mm\\.yyyy\\ hh:mm', width: 18, number: dateTimeSerial },
  instant: { format: 'dd\\.mm\\.yyyy\\ hh:mm:ss', width: 20, number: dateTimeSerial },
}
const columnTypes = Object.keys(columnFormats) as ColumnType[]

const MINUTES_PER_DAY = 1_440
const DAY_MS = 86_400_000
const EXCEL_EPOCH_MS = Date.UTC(1899, 11, 30)
/** Excel counts a nonexistent 29 February 1900, so earlier days (serial below 61) stay text. */
const validSerial = (serial: number) => (serial < 61 ? undefined : serial)

function daySerial(text: string): number | undefined {
  const at = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN
  // Date.parse turns 30 February into a day in March.
  if (Number.isNaN(at) || !new Date(at).toISOString().startsWith(text)) return undefined
  return validSerial((at - EXCEL_EPOCH_MS) / DAY_MS)
}

function timeSerial(text: string): number | undefined {
  if (!/^\d\d:\d\d(:\d\d(\.\d+)?)?$/.test(text)) return undefined
  const [hours, minutes, seconds] = [0, 3, 6].map((at) => Number(text.slice(at, at + 2))) as TimeParts
  if (hours > 24 || minutes > 59 || seconds > 59) return undefined
  return ((hours * 60 + minutes) * 60 + seconds) / (MINUTES_PER_DAY * 60)
}
type TimeParts = [hours: number, minutes: number, seconds: number]

/** A local time, or an instant (a Date, or a text ending in Z), converted to the company's time zone. */
function dateTimeSerial(value: NonNullable<Cell>, timeZone: string): number | undefined {
  if (typeof value === 'object' || String(value).endsWith('Z'))
    return instantSerial(new Date(value).getTime(), timeZone)
  const [date = '', time = ''] = String(value).split(/[T ]/)
  const [day, part] = [daySerial(date), timeSerial(time)]
  return day === undefined || part === undefined ? undefined : day + part
}

function instantSerial(at: number, timeZone: string): number | undefined {
  if (Number.isNaN(at)) return undefined
  const { offsetNanoseconds } = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone)
  return validSerial((Math.floor(at / 1_000) * 1_000 + offsetNanoseconds / 1e6 - EXCEL_EPOCH_MS) / DAY_MS)
}

// --- Texts

/** Excel's limit of characters in a cell. */
const MAX_CELL_CHARACTERS = 32_767
// oxlint-disable-next-line no-control-regex -- what XML knows in no form, or only in another
const unusualCharacters = /[&<>"\u0000-\u001f\ufffe\uffff\ud800-\udfff]|_x/i
// oxlint-disable-next-line no-control-regex -- XML knows no such characters
const illegalCharacters = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g
const xmlEscapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
}

/**
 * Escapes a text for elements and attributes. Removes characters that XML forbids, and replaces lone surrogates
 * by U+FFFD.
 */
const escapeXmlText = (text: string): string =>
  unusualCharacters.test(text) ? escapeXmlSigns(clean(text)) : text

/** Excel decodes _x0041_ as A, so a literal underscore in that position is encoded. */
function escapeCellText(text: string): string {
  if (!unusualCharacters.test(text)) return cut(text)
  return escapeXmlSigns(cut(clean(text)).replace(/_(?=x[\da-f]{4}_)/gi, '_x005F_'))
}

const clean = (text: string) => text.toWellFormed().replace(illegalCharacters, '')
const escapeXmlSigns = (text: string) => text.replace(/[&<>"\r]/g, (sign) => xmlEscapes[sign] as string)

/** Truncates without splitting a surrogate pair. */
const cut = (text: string, longest = MAX_CELL_CHARACTERS) =>
  text.length <= longest ? text : text.slice(0, longest).replace(/[\ud800-\udbff]$/, '')

/** Text that a spreadsheet might take for a formula once the cell is edited. */
const isFormulaLike = (text: string) => /^[\s']*[=+\-@|%]|^[\t\r\n]/.test(text)

// --- Styles

/** Built-in format ids of Excel; custom ones start at 164. */
const builtInFormatIds: Record<string, number> = { General: 0, '@': 49 }
const formatId = (type: ColumnType) =>
  builtInFormatIds[columnFormats[type].format] ?? 164 + columnTypes.indexOf(type)

const [PLAIN, BOLD, LINK] = ['fontId="0"', 'fontId="1"', 'fontId="2"']
const NO_FILL = 'fillId="0" borderId="0"'
const HEAD_STYLE = `${BOLD} fillId="2" borderId="1" applyFill="1" applyBorder="1"`
const TEXT_STYLE = `${PLAIN} ${NO_FILL}`
/** Keeps Excel from reading the text as a formula when its cell is edited. */
const QUOTE_PREFIX = 'quotePrefix="1"'
const cellStyleXml = (format: number, rest: string, { wraps = false } = {}) =>
  `<xf numFmtId="${format}" xfId="0" ${rest} applyNumberFormat="1" applyFont="1" applyAlignment="1"><alignment vertical="top"${wraps ? ' wrapText="1"' : ''}/></xf>`

const styleList = [
  '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>',
  cellStyleXml(49, HEAD_STYLE, { wraps: true }),
  cellStyleXml(49, `${HEAD_STYLE} ${QUOTE_PREFIX}`, { wraps: true }),
  cellStyleXml(49, TEXT_STYLE),
  cellStyleXml(49, `${TEXT_STYLE} ${QUOTE_PREFIX}`),
  cellStyleXml(49, TEXT_STYLE, { wraps: true }),
  cellStyleXml(49, `${TEXT_STYLE} ${QUOTE_PREFIX}`, { wraps: true }),
  ...columnTypes.map((type) => cellStyleXml(formatId(type), `${type === 'link' ? LINK : PLAIN} ${NO_FILL}`)),
]
const headStyleId = (isQuoted: boolean) => 1 + Number(isQuoted)
const textStyleId = (text: string) => 3 + Number(isFormulaLike(text)) + 2 * Number(text.includes('\n'))
const valueStyleId = (type: ColumnType) => 7 + columnTypes.indexOf(type)

const customFormatsXml = columnTypes
  .filter((type) => formatId(type) >= 164)
  .map(
    (type) =>
      `<numFmt numFmtId="${formatId(type)}" formatCode="${escapeXmlText(columnFormats[type].format)}"/>`,
  )

const styles = [
  `<styleSheet xmlns="${SPREADSHEET_NAMESPACE}">`,
  `<numFmts count="${customFormatsXml.length}">${customFormatsXml.join('')}</numFmts>`,
  '<fonts count="3"><font><sz val="11"/><name val="Calibri"/><family val="2"/></font>',
  '<font><b/><sz val="11"/><name val="Calibri"/><family val="2"/></font>',
  '<font><u/><sz val="11"/><color rgb="FF0A5A9C"/><name val="Calibri"/><family val="2"/></font></fonts>',
  '<fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>',
  '<fill><patternFill patternType="solid"><fgColor rgb="FFE4EAF2"/><bgColor indexed="64"/></patternFill></fill></fills>',
  '<borders count="2"><border><left/><right/><top/><bottom/><diagonal/></border>',
  '<border><left/><right/><top/><bottom style="thin"><color rgb="FF5A6B82"/></bottom><diagonal/></border></borders>',
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>',
  `<cellXfs count="${styleList.length}">${styleList.join('')}</cellXfs>`,
  '<cellStyles count="1"><cellStyle name="Standard" xfId="0" builtinId="0"/></cellStyles></styleSheet>',
].join('')

// --- Parts of the package

function contentTypes(sheets: readonly string[]): string {
  const parts = [
    ['workbook.xml', 'sheet.main'],
    ['styles.xml', 'styles'],
    ...sheets.map((path) => [path, 'worksheet']),
  ]
  const overrides = parts.map(
    ([path, type]) =>
      `<Override PartName="/xl/${path}" ContentType="${SPREADSHEET_CONTENT_TYPE}.${type}+xml"/>`,
  )
  return [
    `<Types xmlns="${PACKAGE_NAMESPACE}/content-types">`,
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>',
    `<Default Extension="xml" ContentType="application/xml"/>${overrides.join('')}</Types>`,
  ].join('')
}

function relationships(all: readonly (readonly [type: string, target: string, mode?: 'External'])[]): string {
  const each = all.map(
    ([type, target, mode = 'Internal'], index) =>
      `<Relationship Id="rId${index + 1}" Type="${RELATIONSHIPS_NAMESPACE}/${type}" Target="${escapeXmlText(target)}" TargetMode="${mode}"/>`,
  )
  return `<Relationships xmlns="${PACKAGE_NAMESPACE}/relationships">${each.join('')}</Relationships>`
}

/** Filter range and repeated head of a sheet. */
function definedNames(name: string, index: number, columns: number, rows: number): string {
  const sheet = `'${name.replaceAll("'", "''")}'`
  const filter = escapeXmlText(`${sheet}!$A$1:$${columnLetters(columns - 1)}$${rows}`)
  return [
    `<definedName name="_xlnm._FilterDatabase" localSheetId="${index}" hidden="1">${filter}</definedName>`,
    `<definedName name="_xlnm.Print_Titles" localSheetId="${index}">${escapeXmlText(`${sheet}!$1:$1`)}</definedName>`,
  ].join('')
}

function workbookXml(names: readonly string[], ranges: readonly string[]): string {
  const sheets = names.map(
    (name, index) => `<sheet name="${escapeXmlText(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
  )
  const defined = ranges.length > 0 ? `<definedNames>${ranges.join('')}</definedNames>` : ''
  return `<workbook xmlns="${SPREADSHEET_NAMESPACE}" xmlns:r="${RELATIONSHIPS_NAMESPACE}"><sheets>${sheets.join('')}</sheets>${defined}</workbook>`
}

/** Makes valid sheet names: at most 31 characters, none of []:*?/\, no ' at an end, all distinct. */
export function toSheetNames(wanted: readonly string[]): string[] {
  const taken = new Set<string>()
  return wanted.map((name) => {
    const plain = cleanSheetName(name)
    let unique = plain
    for (let number = 2; taken.has(unique.toLowerCase()); number++) {
      const suffix = ` (${number})`
      unique = cut(plain, MAX_NAME_LENGTH - suffix.length) + suffix
    }
    taken.add(unique.toLowerCase())
    return unique
  })
}
const MAX_NAME_LENGTH = 31

function cleanSheetName(name: string): string {
  const plain = name
    .toWellFormed()
    .replace(/[[\]:*?/\\\p{Cc}\ufffe\uffff]/gu, ' ')
    .trim()
  const short = stripEnd(cut(plain, MAX_NAME_LENGTH).replace(/^'+/, ''), "'").trim()
  // Excel reserves the name „History“.
  return short === '' || /^history$/i.test(short) ? 'Tabelle' : short
}
