import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Tree } from '#contract/document/tree.ts'
import { Images } from './images.ts'
import { type PrintedDocument, type Printing, pdfInput } from './input.ts'
import { pageData } from './page-data.ts'
import {
  as_of,
  assertGood,
  cell,
  exports,
  field,
  given,
  inside,
  list,
  pagesOf,
  paragraph,
  print,
  table,
  text,
  textOf,
  words,
} from './pdf-stage.test-data.ts'

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
    for (let above = 22; above < 40; above += 2) whole.push(await drawn(above, answer))
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
    return first as Printing
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
  const all = await exports.resultsPdf({ id: 1 }, { ...about, people, nobody: '' })
  assertGood(all)
  assert.match(await textOf(own), /Abgegeben am 21.11.2026 um 00:30 Uhr.*Unterschrift: Kai Weißhaupt/s)
  assert.equal((await textOf(all)).match(/Abgegeben am/g)?.length, 2)
})

test('results of nobody are a page that says so', async () => {
  const content: Tree = { type: 'process', content: [paragraph(field('text', 'Größe'))] }
  const pdf = await exports.resultsPdf(
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
  const pdf = await exports.resultsPdf(
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
