// An .xlsx file, piece by piece; `read` answers the next rows, and undefined after the last one of each sheet.

import { withoutEnd } from '#contract/document/without-end.ts'
import type { Outline } from './input.ts'
import type { RowReader } from './row-reader.ts'
import { styles } from './styles.ts'
import { xmlText } from './text.ts'
import { columnLetters, type Written, worksheet } from './worksheet.ts'
import { Zip } from './zip.ts'

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

export async function* workbook(
  { timeZone, sheets }: Outline,
  read: () => Promise<RowReader | undefined>,
): AsyncGenerator<Buffer> {
  const zip = new Zip()
  const names = sheetNames(sheets.map(({ name }) => name))
  yield* zip.file('[Content_Types].xml', [XML, contentTypes(sheets.length)])
  yield* zip.file('_rels/.rels', [XML, relationships(['officeDocument', 'xl/workbook.xml'])])
  yield* zip.file('xl/styles.xml', [XML, styles])
  const ranges: string[] = []
  for (const [index, { columns }] of sheets.entries()) {
    let written: Written = { rows: 0, links: [] }
    const content = async function* () {
      written = yield* worksheet(columns, timeZone, read)
    }
    yield* zip.file(`xl/worksheets/sheet${index + 1}.xml`, content())
    const { rows, links } = written
    if (links.length > 0)
      yield* zip.file(`xl/worksheets/_rels/sheet${index + 1}.xml.rels`, [XML, outwards(links)])
    const quoted = `'${(names[index] as string).replaceAll("'", "''")}'`
    ranges.push(
      columns.length > 0 ? definedNames(quoted, index, columnLetters(columns.length - 1), rows) : '',
    )
  }
  const parts = sheets.map((_, index) => ['worksheet', `worksheets/sheet${index + 1}.xml`] as const)
  yield* zip.file('xl/_rels/workbook.xml.rels', [XML, relationships(...parts, ['styles', 'styles.xml'])])
  yield* zip.file('xl/workbook.xml', [XML, contents(names, ranges)])
  yield* zip.end()
}

function contentTypes(sheets: number): string {
  const parts = [
    ['workbook.xml', 'sheet.main'],
    ['styles.xml', 'styles'],
    ...Array.from({ length: sheets }, (_, index) => [`worksheets/sheet${index + 1}.xml`, 'worksheet']),
  ]
  return [
    `<Types xmlns="${PACKAGE}/content-types">`,
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>',
    '<Default Extension="xml" ContentType="application/xml"/>',
    ...parts.map(([path, type]) => `<Override PartName="/xl/${path}" ContentType="${TYPE}.${type}+xml"/>`),
    '</Types>',
  ].join('')
}

function relationships(...parts: (readonly [type: string, target: string])[]): string {
  const all = parts.map(
    ([type, target], index) =>
      `<Relationship Id="rId${index + 1}" Type="${OFFICE}/${type}" Target="${target}"/>`,
  )
  return `<Relationships xmlns="${PACKAGE}/relationships">${all.join('')}</Relationships>`
}

/** Where the cells of a sheet lead. */
function outwards(addresses: readonly string[]): string {
  const all = addresses.map(
    (address, index) =>
      `<Relationship Id="rId${index + 1}" Type="${OFFICE}/hyperlink" Target="${xmlText(address)}" TargetMode="External"/>`,
  )
  return `<Relationships xmlns="${PACKAGE}/relationships">${all.join('')}</Relationships>`
}

/** The filter of a sheet, and its head on every printed page. */
function definedNames(sheet: string, index: number, last: string, rows: number): string {
  const filter = xmlText(`${sheet}!$A$1:$${last}$${rows}`)
  return [
    `<definedName name="_xlnm._FilterDatabase" localSheetId="${index}" hidden="1">${filter}</definedName>`,
    `<definedName name="_xlnm.Print_Titles" localSheetId="${index}">${xmlText(`${sheet}!$1:$1`)}</definedName>`,
  ].join('')
}

function contents(names: readonly string[], ranges: readonly string[]): string {
  const sheets = names.map(
    (name, index) => `<sheet name="${xmlText(name)}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
  )
  return [
    `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}">`,
    `<sheets>${sheets.join('')}</sheets>`,
    ranges.join('') === '' ? '' : `<definedNames>${ranges.join('')}</definedNames>`,
    '</workbook>',
  ].join('')
}

// Names that Excel accepts: at most 31 characters, none of []:*?/\, no ' at an end, no two alike.
const LONGEST = 31

export function sheetNames(wanted: readonly string[]): string[] {
  const taken = new Set<string>()
  return wanted.map((name) => {
    const clean = cleaned(name)
    let unique = clean
    for (let number = 2; taken.has(unique.toLowerCase()); number++) {
      const suffix = ` (${number})`
      unique = cut(clean, LONGEST - suffix.length) + suffix
    }
    taken.add(unique.toLowerCase())
    return unique
  })
}

function cleaned(name: string): string {
  const plain = name
    .toWellFormed()
    .replace(/[[\]:*?/\\\p{Cc}\ufffe\uffff]/gu, ' ')
    .trim()
  const short = withoutEnd(cut(plain, LONGEST).replace(/^'+/, ''), "'").trim()
  // Excel keeps this name for itself.
  return short === '' || /^history$/i.test(short) ? 'Tabelle' : short
}

const cut = (text: string, length: number) => text.slice(0, length).replace(/[\ud800-\udbff]$/, '')
