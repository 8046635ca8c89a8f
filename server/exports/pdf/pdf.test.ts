import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { inspect } from 'node:util'
import fc from 'fast-check'
import sharp from 'sharp'
import type { Tree } from '#contract/document/tree.ts'
import { Refused } from '#server/http/errors.ts'
import { Exports } from '../exports.ts'
import { imageSize } from './image-size.ts'
import { Images } from './images.ts'
import { type PrintedDocument, type PrintJob, pdfInput } from './input.ts'
import { pageData } from './page-data.ts'
import {
  as_of,
  assertGood,
  cell,
  exports,
  field,
  given,
  head,
  inside,
  list,
  pagesOf,
  paragraph,
  picture,
  print,
  qpdf,
  scratch,
  section,
  table,
  text,
  textOf,
  words,
} from './pdf-stage.test-data.ts'
import { cellColours } from './table.ts'
import { clean } from './texts.ts'

test(`a document becomes a whole PDF/UA-1 file (${qpdf ? 'checked by qpdf' : 'qpdf is not here: checked by its marks'})`, async () => {
  const pdf = await print([
    section(
      'Erster Abschnitt',
      words('Hallo „Welt“ – grüße'),
      section('Darin', list(words('a'), list(words('b')))),
    ),
    { type: 'blockquote', content: [words('Zitat')] },
    { type: 'code_block', content: [text('if (a < b) #eval("1")')] },
    { type: 'horizontal_rule' },
    table(
      [head(words('Kopf')), head(words('Kopf'))],
      [cell({ rowspan: 2 }, words('a')), cell({}, words('b'))],
      [cell({ background: '#1a5fb4' }, paragraph(field('checkbox', 'Ja')))],
    ),
    paragraph(field('text', 'Zahl'), field('textarea', 'Text'), field('checkbox', 'Haken')),
  ])
  assertGood(pdf)
  assert.equal(pagesOf(pdf), 1)
})

test('what the typesetter breaks at is said in a sentence, and none of its words are told', async () => {
  const file = join(scratch, 'breaking.ts')
  const loop = JSON.stringify(join(import.meta.dirname, '../../children/job-loop.ts'))
  writeFileSync(
    file,
    `import { doJobs, INVALID_INPUT_EXIT_CODE } from ${loop}
    await doJobs(async function* (input) {
      for await (const _ of input) {}
      console.error("thread '<unnamed>' panicked at /home/x/krilla-0.6.0/src/text/group.rs:453:21:\\nindex is inside \`Geheimnis\`")
      process.exit(INVALID_INPUT_EXIT_CODE)
      yield ''
    })`,
  )
  const breaking = { file, flags: [], deadline: 20_000 }
  const own = new Exports({ timeZone: 'Europe/Berlin' }, { excel: breaking, pdf: breaking })
  after(() => own.close())
  const content = { type: 'process', content: [words('Geheimnis')] }
  const printed = { title: 'Geheimnis', as_of, content, answers: {}, image: () => undefined }
  await assert.rejects(own.documentPdf({ id: 1 }, printed), (error: unknown) => {
    assert.ok(error instanceof Refused)
    assert.equal(error.code, 'not_printable')
    assert.match(inspect(error.cause), /krilla-0\.6\.0\/src\/text\/group\.rs/)
    assert.doesNotMatch(inspect(error, { depth: 5 }), /Geheimnis/)
    return true
  })
})

test('an empty document is a page with its title', async () => {
  const pdf = await print([])
  assertGood(pdf)
  assert.equal(pagesOf(pdf), 1)
  assertGood(await print([paragraph()], { title: ' ' }))
})

test('a long document has many pages', async () => {
  const pdf = await print(Array.from({ length: 300 }, () => words('Donaudampfschifffahrt '.repeat(12))))
  assertGood(pdf)
  assert.ok(pagesOf(pdf) > 10)
})

test('the date is the company’s', () => {
  assert.equal(given([]).asOf, 'Stand: 21.11.2026')
})

test('headings go down one level at a time, whatever the document says', () => {
  const heading = (level: number): Tree => ({ type: 'heading', attrs: { level }, content: [text('H')] })
  const { blocks } = given([
    heading(4),
    heading(6),
    section('S', heading(5), section('', section('T'))),
    heading(1),
  ])
  assert.deepEqual(
    blocks.filter((block) => block.k === 'h').map(({ l }) => l),
    [1, 2, 1, 2, 3, 1],
  )
})

test('text on a coloured cell can be read: at least 4.5 : 1', () => {
  const linear = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
  const light = (colour: string) =>
    [0.2126, 0.7152, 0.0722].reduce(
      (sum, weight, index) =>
        sum + weight * linear(Number.parseInt(colour.slice(1 + index * 2, 3 + index * 2), 16) / 255),
      0,
    )
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 0xffffff }), (number) => {
      const { fill, ink } = cellColours(`#${number.toString(16).padStart(6, '0')}`) as {
        fill: string
        ink: string
      }
      const [one, other] = [light(fill), light(ink)].sort((a, b) => b - a) as [number, number]
      assert.ok((one + 0.05) / (other + 0.05) >= 4.5)
    }),
  )
})

test('texts of 60,000 joiners, marks, tags or people of one family become a PDF like any other', async () => {
  const texts = [
    `a${'\u200d'.repeat(60_000)}`,
    `a${'\u0301'.repeat(60_000)}`,
    `a${'\ufe0f'.repeat(60_000)}`,
    `\u{1f3f4}${'\u{e0067}'.repeat(30_000)}`,
    `👩${'\u200d👩'.repeat(20_000)}`,
  ]
  assertGood(await print(texts.map(words), { title: texts.join(' ') }))
})

test('marks and joiners stay where writing has them', () => {
  for (const some of [
    'e\u0301tude',
    '👨‍👩‍👧‍👦',
    '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
    'می\u200cخواهم',
    `Z${'\u0300'.repeat(30)}algo`,
  ])
    assert.equal(clean(some), some)
})

test('names of all of Europe and Vietnam are printed as they are written, composed or not', async () => {
  const names = [
    'Łucja Wiśniewska-Źródło',
    // Not „Thị“: Typst draws ị as two glyphs and declares the text in ActualText, which this library ignores.
    'Nguyễn Thuỷ Dương',
    'Γεώργιος Παπαδόπουλος',
    'Юлия Щербакова',
    'Іван Їжакевич',
    'Şükrü Çağlayanğil',
    'Þórdís Æðarsdóttir',
    'Ștefan Brâncuși',
    'Dvořáková Žofie',
    'Ãngström ẞẞ',
  ]
  const content = [...names, ...names.map((name) => name.normalize('NFD'))].map(words)
  const people = names.map((name) => ({ name, answers: {} }))
  const printed = { as_of, image: () => undefined, nobody: '', people }
  const tree: Tree = { type: 'process', content: [...content, paragraph(field('text', 'Größe'))] }
  const pdf = await exports.documentPdf({ id: 1 }, { ...printed, title: names.join(', '), content: tree })
  assertGood(pdf)
  const found = await textOf(pdf)
  for (const name of names) assert.ok(found.split(name).length > 3, name)
  assert.doesNotMatch(found, /□/)
})

test('long words are parted everywhere, others only where lines are short', async () => {
  const long = 'Veranstaltungsleitungsbesprechungen'
  const found = async (...content: Tree[]) => textOf(await print(content))
  const parted = (word: string) =>
    new RegExp(
      Array.from(word, (_, at) => `${word.slice(0, at)}\n${word.slice(at)}`)
        .slice(1)
        .join('|'),
    )
  assert.match(await found(words(`${'Hier steht ein Satz. '.repeat(4)}${long} `.repeat(4))), parted(long))
  const short = await found(words('Mitarbeiter melden '.repeat(40)))
  for (const word of ['Mitarbeiter', 'melden']) assert.doesNotMatch(short, parted(word))
  const cells = Array.from({ length: 5 }, () => cell({}, words('Mitarbeiterinnen melden Beschädigungen')))
  assert.match(await found(table(cells)), parted('Beschädigungen'))
  const pieces = JSON.stringify(given([words(`Die ${long} und e\u0301`), table([cell({}, words(long))])]))
  assert.match(pieces, new RegExp(`"y":\\["Die ","${long}"," und e\u0301"\\]`))
})

test('a character that no font has is a box, and a note below says what that means', async () => {
  const note = 'Ein □ steht für ein Zeichen, das hier nicht gedruckt werden kann.'
  const found = await textOf(await print([words('Frau 漢字 kommt 👍')]))
  assert.match(found, /Frau □□ kommt 👍/u)
  assert.ok(found.includes(note))
  assert.ok(!(await textOf(await print([words('Frau Öz kommt 👍')]))).includes(note))
})

test('what is copied from a PDF has nothing unseen within its long words, nor has its title', async () => {
  const link = `https://nordlicht.example/${'ablage/'.repeat(30)}`
  const content = [
    words(link),
    table([cell({ colwidth: [60] }, words('Donaudampfschifffahrt')), cell({}, words('x'))]),
  ]
  const pdf = await print(content, { title: link })
  assertGood(pdf)
  assert.ok(inside(pdf).includes(`>${link}<`))
  const copied = await textOf(pdf)
  assert.doesNotMatch(copied, /\u200b/)
  assert.ok(copied.replace(/[\s\u00ad-]/g, '').includes(link))
})

test('a field shows its name and what was filled in; numbers as they are written in German', () => {
  const content = [
    paragraph(field('text', 'Größe'), field('checkbox', 'Ja'), field('checkbox', 'Nein')),
    paragraph(field('textarea', 'Text')),
  ]
  const { blocks } = given(content, { Größe: 1234.5, Ja: 'Bestätigt', Nein: null, Text: 'eins\nzwei' })
  assert.deepEqual(blocks, [
    {
      k: 'p',
      c: [
        { k: 'num', label: 'Größe', s: '1.234,5' },
        { k: 'check', label: 'Ja', on: true },
        { k: 'check', label: 'Nein', on: false },
      ],
    },
    { k: 'area', label: 'Text', s: 'eins\nzwei' },
  ])
})

test('a name that the words around a field say is not printed again; in a narrow cell it stands above', () => {
  const { blocks } = given([
    paragraph(field('checkbox', 'Licht'), text(' Licht aus')),
    paragraph(text('Stühle: '), field('text', 'Stühle')),
    table([cell({ colwidth: [100] }, paragraph(field('text', 'Anzahl'))), cell({}, words('x'))]),
  ])
  const printed = JSON.stringify(blocks)
  assert.match(printed, /\{"k":"check","label":"","on":false\},\{"k":"t","s":" Licht aus"\}/)
  assert.match(printed, /\{"k":"num","label":"","s":null\}/)
  assert.match(printed, /\{"k":"num","label":"Anzahl","s":null,"above":true\}/)
})

test('a box for a long text is never parted by the end of a page, but for one that is longer than a page', async () => {
  /** Strokes in the PDF: the rule of the header and the frame of the box. */
  const drawn = async (above: number, answer: string | null) => {
    const lines = Array.from({ length: above }, (_, nr) => words(`Zeile ${nr}`))
    const pdf = await print([...lines, paragraph(field('textarea', 'Text'))], { answers: { Text: answer } })
    return { strokes: inside(pdf).match(/^S$/gm)?.length, pages: pagesOf(pdf) }
  }
  const whole = []
  for (const answer of [null, 'Wort '.repeat(180)])
    for (let above = 24; above < 40; above += 4) whole.push(await drawn(above, answer))
  for (const { strokes, pages } of whole) assert.equal(strokes, pages + 1)
  assert.deepEqual(new Set(whole.map(({ pages }) => pages)), new Set([1, 2]))
  const long = await drawn(20, 'Wort '.repeat(1_500))
  assert.ok((long.strokes ?? 0) > long.pages + 1)
})

test('a list of boxes to tick has no other marks, and its answers are printed in it', async () => {
  const boxes = [list(paragraph(field('checkbox', 'Ja'), text(' Ja, gern')))]
  assertGood(await print(boxes, { answers: { Ja: 'Bestätigt' } }))
  assert.doesNotMatch(await textOf(await print(boxes)), /•/)
})

test('one’s own answers carry a name and a moment by the company’s clock, and on request a line to sign on', async () => {
  const printed = {
    title: 'T',
    as_of,
    content: { type: 'process', content: [] },
    answers: {},
    image: () => undefined,
  }
  const own = { ...printed, filled_in: { by: 'Kai Weißhaupt', at: as_of }, signature: 'Kai Weißhaupt' }
  const orders = async (one: PrintedDocument) => {
    const [first] = await Array.fromAsync(pdfInput(one, 'Europe/Berlin'))
    return first as PrintJob
  }
  const { filledIn, signature } = await orders(own)
  assert.equal(filledIn, 'Angaben von Kai Weißhaupt, zuletzt am 21.11.2026 um 00:30 Uhr')
  assert.equal(signature, 'Kai Weißhaupt')
  assert.deepEqual(Object.keys(await orders(printed)).includes('filledIn'), false)
  const pdf = await exports.documentPdf({ id: 1 }, own)
  assertGood(pdf)
  assert.match(await textOf(pdf), /Angaben von Kai Weißhaupt, .*Unterschrift: Kai Weißhaupt/s)
})

test('what was handed in says when, above whoever signed it, drawn or typed, alone and among the results', async () => {
  const content: Tree = { type: 'process', content: [paragraph(field('text', 'Größe'))] }
  const about = { title: 'P', as_of, content, image: () => undefined }
  const strokes = [
    [0, 0, 600, 200],
    [300, 100],
  ]
  const drawn = { at: as_of, by: 'Kai Weißhaupt', strokes }
  const typed = { at: as_of, by: 'Ægir Þórsson', name: 'Ægir' }
  const own = await exports.documentPdf({ id: 1 }, { ...about, answers: {}, handed_in: drawn })
  assertGood(own)
  const people = [
    { name: 'Weißhaupt, Kai', answers: {}, handed_in: drawn },
    { name: 'Þórsson, Ægir', answers: {}, handed_in: typed },
    { name: 'Ünal, David', answers: {} },
  ]
  const all = await exports.documentPdf({ id: 1 }, { ...about, people, nobody: '' })
  assertGood(all)
  assert.match(await textOf(own), /Abgegeben am 21.11.2026 um 00:30 Uhr.*Unterschrift: Kai Weißhaupt/s)
  assert.equal((await textOf(all)).match(/Abgegeben am/g)?.length, 2)
})

test('results of nobody are a page that says so', async () => {
  const content: Tree = { type: 'process', content: [paragraph(field('text', 'Größe'))] }
  const pdf = await exports.documentPdf(
    { id: 1 },
    { title: 'P', as_of, content, people: [], nobody: 'Niemand gefunden', image: () => undefined },
  )
  assertGood(pdf)
  assert.equal(pagesOf(pdf), 2)
  assert.match(await textOf(pdf), /Ergebnisse\s+Niemand gefunden/)
})

test('the results name each person with all fields', async () => {
  const content: Tree = {
    type: 'process',
    content: [paragraph(field('text', 'Größe'), field('checkbox', 'Ja'))],
  }
  const people = [
    { name: 'Nord, Anna', answers: { Größe: 40 } },
    { name: 'Süd, Ben', answers: { Ja: 'Bestätigt' } },
  ]
  const pdf = await exports.documentPdf(
    { id: 1 },
    { title: 'P', as_of, content, people, nobody: '', image: () => undefined },
  )
  assertGood(pdf)
  assert.equal(pagesOf(pdf), 2)
  const order = { title: 'P', asOf: '2026-11-21', content, answers: {}, results: true, nobody: '', people }
  assert.deepEqual(pageData(order, new Images(new Map())).people, [
    {
      name: 'Nord, Anna',
      answers: [
        ['Größe', '40'],
        ['Ja', null],
      ],
    },
    {
      name: 'Süd, Ben',
      answers: [
        ['Größe', null],
        ['Ja', 'Bestätigt'],
      ],
    },
  ])
})

test('options stand on paper with a box each, those that were chosen ticked; of very many only the answer', () => {
  const options = (texts: string[]) => texts.map((text, at) => ({ id: `m${at}`, text }))
  const choice = (texts: string[], type = 'choices'): Tree => ({
    type: 'active',
    attrs: { type, name: 'Geräte', options: options(texts) },
  })
  assert.deepEqual(given([paragraph(choice(['Funk', 'Weste']))], { Geräte: 'Weste' }).blocks, [
    {
      k: 'p',
      c: [
        { k: 'name', label: 'Geräte' },
        { k: 'check', label: 'Funk', on: false },
        { k: 'check', label: 'Weste', on: true },
      ],
    },
  ])
  const rooms = Array.from({ length: 20 }, (_, at) => `Raum ${at}`)
  assert.deepEqual(given([paragraph(choice(rooms, 'choice'))], { Geräte: 'Raum 7' }).blocks, [
    { k: 'p', c: [{ k: 'num', label: 'Geräte', s: 'Raum 7' }] },
  ])
  assert.deepEqual(given([paragraph(field('date', 'Wann'))], { Wann: '2026-11-21' }).blocks, [
    { k: 'p', c: [{ k: 'num', label: 'Wann', s: '21.11.2026' }] },
  ])
})

test('fields in one line are kept apart, also a choice behind another field', async () => {
  const choice = (name: string): Tree => ({
    type: 'active',
    attrs: { type: 'choice', name, options: [{ id: 'm', text: 'Ja' }] },
  })
  const pdf = await print([paragraph(field('checkbox', 'Licht'), choice('Ton'), choice('Bild'))])
  assert.match(await textOf(pdf), /Licht\s+Ton: ☐ Ja\s+Bild: ☐ Ja/)
})

test('what has to be filled in carries a star, beside its name or the words that ask for it, and a line says so', async () => {
  const needed = (type: string, name: string): Tree => ({
    type: 'active',
    attrs: { type, name, required: true, options: [{ id: 'm', text: 'Ja' }] },
  })
  const content = [
    paragraph(needed('text', 'Größe')),
    paragraph(text('Stühle: '), needed('text', 'Stühle')),
    paragraph(text('Was noch: '), needed('textarea', 'Was noch')),
    paragraph(needed('choice', 'Ton')),
    paragraph(field('text', 'Farbe')),
  ]
  assert.equal(given(content).required, '* Pflichtfeld')
  assert.equal(given([paragraph(field('text', 'Farbe'))]).required, undefined)
  const pdf = await print(content)
  assertGood(pdf)
  const printed = await textOf(pdf)
  for (const words of [/\* Pflichtfeld/, /Größe\*:/, /Stühle:\s+\*/, /Was noch: \*/, /Ton\*: ☐ Ja/, /Farbe:/])
    assert.match(printed, words)
})

const square = { create: { width: 30, height: 20, channels: 3 as const, background: '#c01c28' } }

test('uploaded pictures of each format are printed, with their descriptions', async () => {
  const formats = ['png', 'jpeg', 'webp', 'gif'] as const
  const uploads = new Map<string, Buffer>()
  for (const format of formats) {
    const bytes = await sharp(square).toFormat(format).toBuffer()
    const size = imageSize(bytes)
    assert.deepEqual([size?.width, size?.height], [30, 20])
    uploads.set(`/docs/images/${format.padEnd(22, 'x')}/`, bytes)
  }
  const content = Array.from(uploads.keys(), (src, at) => picture(src, `Das Zelt als ${formats[at]}`))
  const pdf = await print(content, { image: (src) => uploads.get(src) })
  assertGood(pdf)
  // An alpha mask is an image object of its own, so there may be more.
  assert.ok((inside(pdf).match(/\/Subtype ?\/Image/g)?.length ?? 0) >= formats.length)
  for (const format of formats) assert.match(inside(pdf), new RegExp(`/Alt ?\\(Das Zelt als ${format}\\)`))
})

test('a picture that is broken, missing or too large leaves a note, and the rest is printed', async () => {
  const whole = await sharp(square).png().toBuffer()
  const broken = Buffer.from(whole)
  broken.fill(0, 50, 70)
  const huge = Buffer.from(whole)
  huge.writeUInt32BE(60_000, 16)
  huge.writeUInt32BE(60_000, 20)
  const data = (bytes: Buffer) => `data:image/png;base64,${bytes.toString('base64')}`
  const pdf = await print([picture(data(broken)), picture(data(whole)), picture(data(whole.subarray(0, 20)))])
  assertGood(pdf)
  assert.equal([...inside(pdf).matchAll(/\/Subtype ?\/Image/g)].length, 1)
  const notes = given([picture(data(huge)), picture('/docs/images/abcdefghijklmnopqrstuv/', 'Zelt')]).blocks
  assert.deepEqual(notes, [
    { k: 'p', c: [{ k: 'note', s: '[Bild – zu groß]' }] },
    { k: 'p', c: [{ k: 'note', s: '[Bild „Zelt“ – nicht vorhanden]' }] },
  ])
})

test('a picture from elsewhere is never fetched: a note says where it is', async () => {
  const asked: string[] = []
  await print([picture('https://elsewhere.example/a.png', 'Plan')], {
    image: (src) => {
      asked.push(src)
      return undefined
    },
  })
  assert.deepEqual(asked, [])
  assert.deepEqual(given([picture('https://elsewhere.example/a.png', 'Plan')]).blocks, [
    { k: 'p', c: [{ k: 'note', s: '[Bild „Plan“ – nicht eingebettet: https://elsewhere.example/a.png]' }] },
  ])
})

test('a photo and a drawn signature are printed as pictures, for one person and for all', async () => {
  const path = `/docs/photos/${'F'.repeat(22)}/`
  const gone = `/docs/photos/${'G'.repeat(22)}/`
  const content = [
    paragraph(field('photo', 'Schaden'), field('photo', 'Rückseite'), field('signature', 'Empfangen')),
  ]
  const bytes = await sharp({ create: { width: 400, height: 800, channels: 3, background: 'teal' } })
    .jpeg()
    .toBuffer()
  const asked: [string, boolean][] = []
  const photo = async (src: string, isOfMany: boolean) => {
    asked.push([src, isOfMany])
    return src === path ? bytes : undefined
  }
  const answers = { Schaden: path, Rückseite: gone, Empfangen: 'M10 20L300 150' }
  const own = await print(content, { answers, photo })
  assertGood(own)
  assert.equal(inside(own).match(/\/Subtype ?\/Image/g)?.length, 1)
  assert.deepEqual(asked, [
    [path, false],
    [gone, false],
  ])
  const all = await exports.documentPdf(
    { id: 1 },
    {
      title: 'Alle',
      as_of,
      content: { type: 'process', content },
      image: () => undefined,
      photo,
      people: [
        { name: 'Anna Abel', answers },
        { name: 'Bruno Braun', answers: { Empfangen: 'gez. Bruno Braun' } },
      ],
      nobody: '',
    },
  )
  assertGood(all)
  assert.equal(inside(all).match(/\/Subtype ?\/Image/g)?.length, 1)
  assert.match(await textOf(own), /Rückseite:\s+\[Foto – nicht vorhanden\]/)
  assert.match(await textOf(all), /gez\. Bruno Braun/)
})

test('what somebody writes is never read as an instruction to the typesetter', async () => {
  const attack = '#import "@preview/cetz:0.3.4" #read("/etc/passwd") #panic() *a* $x$ @ref <l> \\ //'
  const pdf = await print(
    [words(attack), section(attack), { type: 'code_block', content: [text('```\n#panic()')] }],
    {
      title: attack,
      answers: {},
    },
  )
  assertGood(pdf)
})

const nested = (depth: number, wrap: (inner: Tree) => Tree) =>
  Array.from({ length: depth }).reduce<Tree>((inner) => wrap(inner), words('innen'))
const oddLinks = ['javascript:alert(1)', '/ui/docs', `https://a.example/${'y'.repeat(1_900)}`].map((href) =>
  paragraph({ type: 'text', text: 'x', marks: [{ type: 'link', attrs: { href } }] }),
)
const hostile: Record<string, Tree[]> = {
  'lists, quotes and sections nested 60 deep, and tables 20 deep': [
    nested(60, (inner) => list(words('a'), inner)),
    nested(60, (inner) => ({ type: 'blockquote', content: [inner] })),
    nested(60, (inner) => section('S', inner)),
    nested(20, (inner) => table([cell({}, inner)])),
  ],
  'tables that are empty, very wide, very high, or whose spans are none': [
    table([]),
    table([], []),
    table(
      [cell({ colspan: 3, rowspan: 50 }, words('a')), cell({}, words('b'))],
      [cell({ colspan: 99 }, words('c'))],
      [],
    ),
    table([cell({ colspan: -1, rowspan: 1e9, colwidth: ['x'], background: 'url(x)' }, words('a'))]),
    table(Array.from({ length: 100 }, (_, index) => cell({}, words(`Spalte ${index}`)))),
    table([head(words('hoch '.repeat(3_000)))], [cell({}, words('a'))]),
    table([head(words('a'))], [head(words('b'))]),
  ],
  'halves of characters, all characters, endless words, odd links and nodes that nobody knows': [
    words('\ud800 a \udc00'),
    words('a\u0000\u0007\u001b\ufffe'),
    words('x'.repeat(100_000)),
    table([cell({}, words('x'.repeat(5_000))), cell({}, words('a'))]),
    words('👍🏽👩‍💻🇩🇪 ✓→☎ 漢字 العربية עברית ไทย \u{10ffff} \u{e000} ﷽ é e\u0301'.repeat(3)),
    words(Array.from({ length: 3_000 }, (_, index) => String.fromCodePoint(0x2e80 + index)).join('')),
    { type: 'bullet_list', content: [{ type: 'list_item' }] },
    { type: 'blockquote' },
    { type: 'video', content: [words('a')] },
    paragraph({ type: 'sound' }),
    ...oddLinks,
  ],
}
for (const [name, content] of Object.entries(hostile)) {
  test(`a document with ${name} is printed`, async () => {
    assertGood(await print(content, { title: name.repeat(20) }))
  })
}

test('nothing of a hostile link is a link', async () => {
  const pdf = await print(oddLinks)
  assert.doesNotMatch(inside(pdf), /javascript|\/Launch|\/JS\b|\/EmbeddedFile/)
})

test('all words of a deeply nested list are there', () => {
  const found = JSON.stringify(given([nested(60, (inner) => list(words('Wort'), inner))]))
  assert.equal(found.match(/Wort/g)?.length, 60)
})
