import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { inflateRawSync } from 'node:zlib'
import fc from 'fast-check'
import readSheets from 'read-excel-file/node'
import { until } from '#server/testing/until.ts'
import { Exports } from '../exports.ts'
import { collectBytes } from '../testing.ts'
import type { Column, ColumnType, Row, Sheet } from './input.ts'
import { toSheetNames } from './workbook.ts'

const exports = new Exports({ timeZone: 'Europe/Berlin' })
after(() => exports.close())

const write = async (...sheets: Sheet[]) => collectBytes(await exports.excel({ id: 1 }, sheets))
const columns = (...types: ColumnType[]): Column[] =>
  types.map((type, index) => ({ name: `Spalte ${index + 1}`, type }))
const sheet = (types: ColumnType[], rows: Iterable<Row>, name = 'Tabelle'): Sheet => ({
  name,
  columns: columns(...types),
  rows,
})
const written = async (types: ColumnType[], ...rows: Row[]) => {
  const [read] = await readSheets(await write(sheet(types, rows)))
  return read?.data.slice(1) ?? []
}

/** Unpacks an archive by its central directory. */
function unpack(archive: Buffer): Record<string, string> {
  const files: Record<string, string> = {}
  const end = archive.length - 22
  let at = archive.readUInt32LE(end + 16)
  for (let count = archive.readUInt16LE(end + 10); count > 0; count--) {
    const packed = archive.readUInt32LE(at + 20)
    const length = archive.readUInt16LE(at + 28)
    const name = archive.toString('utf8', at + 46, at + 46 + length)
    const offset = archive.readUInt32LE(at + 42)
    const begin = offset + 30 + archive.readUInt16LE(offset + 26)
    files[name] = inflateRawSync(archive.subarray(begin, begin + packed)).toString()
    at += 46 + length
  }
  return files
}
const xmlOf = async (...sheets: Sheet[]) => unpack(await write(...sheets))
const firstSheet = (files: Record<string, string>) => files['xl/worksheets/sheet1.xml'] as string

test('texts are texts, numbers are numbers, empty cells are empty', async () => {
  assert.deepEqual(
    await written(
      ['text', 'number', 'general', 'general'],
      ['007', 12.5, 3, 'drei'],
      ['', null, undefined, 0],
    ),
    [
      ['007', 12.5, 3, 'drei'],
      [null, null, null, 0],
    ],
  )
})

test('dates, times and durations are real ones, with which Excel can calculate', async () => {
  const [row] = await written(
    ['date', 'time', 'duration', 'datetime'],
    ['2026-11-21', '18:30:00', 1505, '2026-07-01T08:15'],
  )
  assert.deepEqual(row, [
    new Date('2026-11-21T00:00Z'),
    new Date('1899-12-30T18:30Z'),
    new Date('1899-12-31T01:05Z'),
    new Date('2026-07-01T08:15Z'),
  ])
  const files = await xmlOf(sheet(['date', 'duration'], []))
  assert.match(files['xl/styles.xml'] as string, /formatCode="\[h\]:mm"/)
  assert.match(files['xl/styles.xml'] as string, /formatCode="dd\\\.mm\\\.yyyy"/)
})

test('days and times are right also where there are many of them, and the same word may be a text beside a number', async () => {
  const days = Array.from({ length: 3_000 }, (_, day) => new Date(Date.UTC(2_020, 0, 1 + day)))
  const rows = days.map((day, index) => [day.toISOString().slice(0, 10), index % 2 ? 480 : '480'])
  assert.deepEqual(
    await written(['date', 'duration'], ...rows, ...rows),
    [...days, ...days].map((day, index) => [day, index % 2 ? new Date('1899-12-30T08:00Z') : '480']),
  )
})

test('an instant is shown in the time zone of the company, in summer and in winter', async () => {
  const rows = [[new Date('2026-07-01T10:00Z')], [new Date('2026-12-01T10:00Z')]]
  assert.deepEqual(await written(['datetime'], ...rows), [
    [new Date('2026-07-01T12:00Z')],
    [new Date('2026-12-01T11:00Z')],
  ])
  const [[instant] = []] = await written(['instant'], [new Date('2026-07-01T10:00:07Z')])
  assert.equal(Math.round(Number(instant) / 1_000), Date.parse('2026-07-01T12:00:07Z') / 1_000)
  assert.match(
    (await xmlOf(sheet(['instant'], [])))['xl/styles.xml'] as string,
    /formatCode="dd\\\.mm\\\.yyyy\\ hh:mm:ss"/,
  )
})

test('what does not read as its column’s type stays the text that it is', async () => {
  assert.deepEqual(
    await written(
      ['date', 'time', 'number', 'duration'],
      ['2026-02-30', '25:00', 'viel', 'lange'],
      ['1899-01-01', 'früh', '5', ''],
      ['2026-13-05', '8:15', Number.NaN, '480'],
    ),
    [
      ['2026-02-30', '25:00', 'viel', 'lange'],
      ['1899-01-01', 'früh', '5', null],
      ['2026-13-05', '8:15', null, '480'],
    ],
  )
})

test('the head is bold and stays while scrolling, has a filter, and is printed on every page', async () => {
  const files = await xmlOf(sheet(['text', 'text'], [['a', 'b']], 'Müllers „Tisch“ & mehr'))
  assert.match(
    firstSheet(files),
    /<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"\/>/,
  )
  assert.match(firstSheet(files), /<autoFilter ref="A1:B2"\/>/)
  assert.match(firstSheet(files), /<c r="A1" s="1" t="inlineStr">/)
  const workbook = files['xl/workbook.xml'] as string
  assert.match(workbook, /_xlnm.Print_Titles" localSheetId="0">'Müllers „Tisch“ &amp; mehr'!\$1:\$1</)
  assert.match(workbook, /_xlnm._FilterDatabase" localSheetId="0" hidden="1">'[^']+'!\$A\$1:\$B\$2</)
})

test('a link leads to its address behind its words, and nothing but an address is one', async () => {
  const address = 'https://kontor.example/docs/photos/a?b=1&c="2"'
  const files = await xmlOf({
    name: 'Fotos',
    columns: [{ name: 'Foto', type: 'link', words: 'Foto' }],
    rows: [[address], ['javascript:alert(1)'], [null], ['=1+1']],
  })
  const xml = firstSheet(files)
  assert.equal(xml.match(/<hyperlink /g)?.length, 1)
  assert.match(
    xml,
    /<\/autoFilter>|<autoFilter[^>]*\/><hyperlinks><hyperlink [^>]*ref="A2" r:id="rId1"\/><\/hyperlinks><pageMargins/,
  )
  assert.doesNotMatch(xml, /<f[ >]/)
  const relations = files['xl/worksheets/_rels/sheet1.xml.rels'] as string
  assert.match(relations, /TargetMode="External"/)
  assert.ok(relations.includes('Target="https://kontor.example/docs/photos/a?b=1&amp;c=&quot;2&quot;"'))
  assert.deepEqual(await written(['link'], [address], ['kein Foto']), [[address], ['kein Foto']])
})

/** The style (`<xf>`) of a cell in the first sheet. */
function styleOf(files: Record<string, string>, place: string): string {
  const style = Number(new RegExp(`<c r="${place}" s="(\\d+)"`).exec(firstSheet(files))?.[1])
  return (files['xl/styles.xml'] as string).split('<cellXfs')[1]?.match(/<xf [^>]*>/g)?.[style] ?? ''
}

test('a text that begins like a formula is marked as a text, so that editing it does not make it one', async () => {
  const texts = ['=1+1', '+49 40 1', '-1', '@SUM(A1)', '\t=1', '\r=1', ' =1', '|cmd', '%0', "'=1"]
  const rows = texts.map((text) => [text])
  const files = await xmlOf(sheet(['text'], rows))
  for (const [at, text] of texts.entries())
    assert.match(styleOf(files, `A${at + 2}`), /quotePrefix="1"/, text)
})

test('the head marks a name that begins like a formula in the same way, and no other', async () => {
  const names = ['=HYPERLINK("http://x")', '+1', '-1', '@SUM(A1)', 'Stühle']
  const files = await xmlOf({
    name: 'Kopf',
    columns: names.map((name) => ({ name, type: 'text' })),
    rows: [],
  })
  for (const [at, name] of names.entries()) {
    const style = styleOf(files, `${'ABCDE'[at]}1`)
    assert.equal(style.includes('quotePrefix="1"'), name !== 'Stühle', name)
    assert.match(style, /fontId="1" fillId="2"/)
  }
})

test('2,000 hostile texts come back as they were, and none of them is a formula', async () => {
  const awkward = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.string({
      unit: fc.constantFrom('=', '<', '&', '"', "'", '_', 'x', '0', ']', '>', '\n', '\ud800', '😀'),
    }),
    fc.constantFrom(
      '=HYPERLINK("http://x")',
      ']]>',
      '<f>1</f>',
      '_x0041_',
      '_x005F_',
      '&#0;',
      '\u0000',
      '\ufffe',
    ),
  )
  const texts = fc.sample(awkward, { numRuns: 2_000, seed: 7 })
  const archive = await write(
    sheet(
      ['text', 'number'],
      texts.map((text, index) => [text, index]),
    ),
  )
  assert.doesNotMatch(firstSheet(unpack(archive)), /<f[ >]/)
  const [read] = await readSheets(archive)
  assert.equal(read?.data.length, 2_001)
  // oxlint-disable-next-line no-control-regex -- what XML cannot hold is left out
  const illegal = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g
  for (const [index, text] of texts.entries()) {
    const row: unknown[] | undefined = read?.data[index + 1]
    assert.equal(row?.[1], index)
    assert.equal(
      plain((row?.[0] ?? '') as string),
      plain(text.toWellFormed().replace(illegal, '')),
      JSON.stringify(text),
    )
  }
})

/** The library that reads the workbook trims texts and normalises line breaks. */
const plain = (text: string) => text.replace(/\r\n?/g, '\n').trim()

test('a text that is too long for a cell is cut at 32,767 characters, and no character in half', async () => {
  const files = await xmlOf(sheet(['text'], [['😀'.repeat(20_000)]]))
  const text = /<c r="A2"[^>]*><is><t[^>]*>([^<]*)</.exec(firstSheet(files))?.[1] as string
  assert.equal(text.length, 32_766)
  assert.ok(text.isWellFormed())
})

test('names of sheets are made such that Excel opens the file', () => {
  assert.deepEqual(
    toSheetNames(['a/b:c', 'A?B*C', '', '  ', "'x'", 'History', 'z'.repeat(40), 'z'.repeat(40)]),
    [
      'a b c',
      'A B C (2)',
      'Tabelle',
      'Tabelle (2)',
      'x',
      'Tabelle (3)',
      'z'.repeat(31),
      `${'z'.repeat(27)} (2)`,
    ],
  )
})

test('several sheets stand in the order in which they were given, also empty ones', async () => {
  const read = await readSheets(
    await write(sheet(['text'], [['a']], 'Ergebnisse'), sheet(['number'], [], 'Frühere Felder')),
  )
  assert.deepEqual(
    read.map(({ sheet, data }) => [sheet, data]),
    [
      ['Ergebnisse', [['Spalte 1'], ['a']]],
      ['Frühere Felder', [['Spalte 1']]],
    ],
  )
})

test('rows are asked for only as fast as they are taken', async () => {
  let asked = 0
  const endless = (function* () {
    for (;;) yield [`${asked++} ${Math.random()}`]
  })()
  const file = await exports.excel({ id: 1 }, [sheet(['text'], endless)])
  await until(() => asked > 0)
  let before = -1
  while (asked > before) {
    before = asked
    await new Promise((done) => setTimeout(done, 100))
  }
  assert.ok(asked < 200_000, `${asked} rows were asked for although nobody reads`)
  file.destroy()
})

test('an error of the rows is the error of the export', async () => {
  const failing = (function* () {
    yield ['a']
    throw new Error('the database is gone')
  })()
  await assert.rejects(write(sheet(['text'], failing)), /the database is gone/)
})
