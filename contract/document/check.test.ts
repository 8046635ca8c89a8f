import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseContent } from './check.ts'
import { InvalidContentError } from './invalid-content.ts'
import { documentLimits } from './tree.ts'

const process = (...content: unknown[]) => ({ type: 'process', content })
const paragraph = (...content: unknown[]) => ({ type: 'paragraph', content })
const text = (text: string, ...marks: unknown[]) => ({ type: 'text', text, marks })
const link = (href: unknown) => process(paragraph(text('x', { type: 'link', attrs: { href } })))
const image = (src: unknown) => process(paragraph({ type: 'image', attrs: { src } }))
const active = (attrs: object) => process(paragraph({ type: 'active', attrs }))
const cell = (attrs: object = {}, type = 'table_cell') => ({ type, attrs, content: [paragraph()] })
const table = (...rows: unknown[][]) =>
  process({ type: 'table', content: rows.map((content) => ({ type: 'table_row', content })) })

const refused = (content: unknown, title?: string) =>
  assert.throws(() => parseContent(content), InvalidContentError, title ?? JSON.stringify(content))
const taken = (content: unknown) => assert.doesNotThrow(() => parseContent(content), JSON.stringify(content))

test('what is no document at all is refused', () => {
  for (const content of [null, 1, 'x', [], {}, { type: 1 }, { type: 'process', content: {} }])
    refused(content)
  for (const content of [paragraph(), text('x'), process(process()), process(null), process([])])
    refused(content)
  taken({ type: 'process' })
})

test('unknown blocks, marks and kinds of fields are refused', () => {
  for (const type of ['script', 'iframe', 'constructor', '__proto__', 'toString', '']) {
    refused(process({ type }))
    refused(process(paragraph(text('x', { type }))))
    refused(active({ name: 'Feld 1', type }))
  }
  refused(active({ name: 'Feld 1' }))
  taken(active({ type: 'textarea' }))
  for (const attrs of [undefined, null]) refused(process(paragraph({ type: 'active', attrs })))
})

test('attributes that are null are none', () => {
  const marked = text('x', { type: 'strong', attrs: null })
  taken({ type: 'process', attrs: null, content: [{ ...paragraph(marked), attrs: null }] })
})

test('blocks where they do not belong are refused', () => {
  const headline = { type: 'section_headline' }
  const body = { type: 'section_body' }
  refused(process(headline))
  refused(process({ type: 'section', content: [headline] }))
  refused(process({ type: 'section', content: [body, headline] }))
  refused(process({ type: 'section', content: [headline, body, body] }))
  refused(process({ type: 'blockquote', content: [{ type: 'section', content: [headline, body] }] }))
  refused(process({ type: 'bullet_list', content: [paragraph()] }))
  refused(process({ type: 'code_block', content: [text('x', { type: 'strong' })] }))
  refused(process({ type: 'section', content: [{ ...headline, content: [text('x', linkTo('#'))] }, body] }))
  taken(process({ type: 'section', content: [headline, body] }))
})
const linkTo = (href: string) => ({ type: 'link', attrs: { href } })

test('a link leads to a page, an e-mail or a phone, and to nothing else', () => {
  const evil = ['javascript:alert(1)', 'JaVaScRiPt:alert(1)', ' javascript:alert(1)', 'java\nscript:alert(1)']
  const odd = ['data:text/html,x', 'vbscript:x', 'file:///etc/passwd', '\u0000javascript:x', '', null, 7, {}]
  for (const href of [...evil, ...odd, `https://x/${'a'.repeat(2_000)}`, 'https://']) refused(link(href))
  for (const href of ['https://x.de', 'http://x.de', 'mailto:a@b.de', 'tel:+49', '/ui/docs', '#a', 'a b'])
    taken(link(href))
})

test('an image is one of ours, a picture in the text itself, or one from https', () => {
  const bad = ['http://x.de/a.png', 'data:image/svg+xml;base64,AAAA', 'data:text/html;base64,AAAA', 'blob:x']
  const odd = [
    '/docs/images/../../users/',
    '/docs/images/x/',
    '/other.png',
    'javascript:x',
    '',
    null,
    'file:///a',
  ]
  for (const src of [...bad, ...odd]) refused(image(src))
  for (const src of [
    '/docs/images/abcdefghijklmnopqrstuv/',
    'data:image/png;base64,AAAA',
    'https://x.de/a.png',
  ])
    taken(image(src))
})

test('the name of a field is trimmed and at most 100 characters long', () => {
  for (const name of ['x'.repeat(101), '__proto__', 1, null]) refused(active({ name, type: 'text' }))
  for (const name of ['', 'x'.repeat(100), 'constructor', '<b>']) taken(active({ name, type: 'text' }))
  for (const name of [' a', 'a\t', '\u00a0a '])
    assert.match(JSON.stringify(parseContent(active({ name, type: 'text' }))), /"name":"a"/)
})

test('a colour is what a browser makes of one, kept as six digits, and a number is within its bounds', () => {
  for (const background of [
    'rot',
    '#FFFFFF;x',
    'url(x)',
    'rgb(1,2,300)',
    'rgba(1, 2, 3, 0.5)',
    'expression(1)',
    1,
    '#12345g',
  ])
    refused(table([cell({ background })]))
  taken(table([cell({ background: '#a1b2c3' })]))
  for (const [given, kept] of [
    ['#fff', '#ffffff'],
    ['red', '#ff0000'],
    ['DarkSlateGrey', '#2f4f4f'],
    ['rgb(1,2,3)', '#010203'],
    ['rgb(1, 2, 3)', '#010203'],
    ['rgb(1 2 3)', '#010203'],
    ['rgba(1, 2, 3, 1)', '#010203'],
    ['transparent', null],
    ['rgba(0, 0, 0, 0)', null],
  ]) {
    const json = JSON.stringify(parseContent(table([cell({ background: given })])))
    assert.ok(json.includes(`"background":${JSON.stringify(kept)}`), `${given}: ${json}`)
  }
  for (const level of [0, 7, 1.5, '1', null]) refused(process({ type: 'heading', attrs: { level } }))
  for (const order of [-1, 1e9, Number.NaN]) refused(process({ type: 'ordered_list', attrs: { order } }))
})

test('cells reach as far as their table and never lie upon each other', () => {
  for (const span of [0, -1, 1.5, 101, 1e9, '2', null]) {
    refused(table([cell({ colspan: span })]))
    refused(table([cell({ rowspan: span })]))
  }
  refused(table([cell({ rowspan: 2 })]), 'beyond the last row')
  refused(table([cell(), cell({ rowspan: 2 })], [cell({ colspan: 2 })]), 'upon each other')
  refused(table([cell({ colspan: 2, colwidth: [100] })]), 'a width for each column')
  for (const colwidth of [[-1], [2_001], [1.5], ['1'], 'x']) refused(table([cell({ colwidth })]))
  taken(table([cell({ colspan: 2, colwidth: [100, 0] })], [cell(), cell({}, 'table_header')]))
})

test('a document that is too deep or too long is refused at once', () => {
  let looks = 0
  const counted = (type: string, content: unknown[]) => ({
    type,
    get content() {
      looks++
      return content
    },
  })
  let deep: unknown = paragraph()
  for (let depth = 0; depth < 100_000; depth++) deep = counted('blockquote', [deep])
  refused(process(deep), 'deep')
  assert.ok(looks < 10 * documentLimits.depth, `${looks} looks into one that is too deep`)
  looks = 0
  const long = Array.from({ length: 3 * documentLimits.nodes }, () => counted('paragraph', []))
  refused({ type: 'process', content: long }, 'long')
  assert.ok(looks <= 2 * documentLimits.nodes, `${looks} looks into one that is too long`)
})

test('what the schema does not know of is refused, with its place', () => {
  const x = { type: 'text', text: 'x' }
  const section = (headline: object) => ({
    type: 'section',
    content: [headline, { type: 'section_body' }],
  })
  const foreign: [content: object, place: (string | number)[]][] = [
    [{ ...process(), version: 7 }, ['version']],
    [process({ ...paragraph(x), onclick: 'x' }), ['content', 0, 'onclick']],
    [process(paragraph(x), { ...paragraph(), attrs: { style: 'x' } }), ['content', 1, 'attrs', 'style']],
    [process({ ...paragraph(), text: 'x' }), ['content', 0, 'text']],
    [process(paragraph({ ...x, content: [] })), ['content', 0, 'content', 0, 'content']],
    [active({ name: 'Feld 1', type: 'text', evil: 1 }), ['content', 0, 'content', 0, 'attrs', 'evil']],
    [
      process(paragraph(text('x', { type: 'em', evil: 1 }))),
      ['content', 0, 'content', 0, 'marks', 0, 'evil'],
    ],
    [
      process(paragraph(text('x', { type: 'link', attrs: { href: '#', target: '_blank' } }))),
      ['content', 0, 'content', 0, 'marks', 0, 'attrs', 'target'],
    ],
    [
      process(section({ type: 'section_headline', attrs: { open: true } })),
      ['content', 0, 'content', 0, 'attrs', 'open'],
    ],
    [table([cell({ evil: 1 })]), ['content', 0, 'content', 0, 'content', 0, 'attrs', 'evil']],
  ]
  for (const [content, place] of foreign)
    assert.throws(
      () => parseContent(content),
      (error: unknown) => {
        assert.ok(error instanceof InvalidContentError)
        assert.deepEqual(error.place, place)
        return true
      },
    )
})

test('what says nothing is not foreign: no attributes, no marks, no children', () => {
  taken(
    process(
      { ...paragraph({ type: 'text', text: 'x', marks: [] }), attrs: {} },
      { ...paragraph(), attrs: null },
    ),
  )
  taken({ type: 'process', content: [], marks: [], attrs: {} })
})

test('an empty list of what is in something stays one', () => {
  const empty = { type: 'paragraph', content: [] }
  const sent = process(paragraph({ type: 'text', text: 'x' }), empty, { type: 'paragraph' })
  assert.deepEqual(parseContent(sent), sent)
  assert.deepEqual(parseContent({ type: 'process', content: [] }), { type: 'process', content: [] })
})

test('what has been stored is taken again, also where neighbouring words have become one', () => {
  const words = (text: string) => ({ type: 'text', text })
  const field = { type: 'active', attrs: { type: 'checkbox', name: 'Da' }, content: [] }
  const stored = parseContent(process(paragraph(words('a'), words('b'), field, words('c'))))
  assert.deepEqual(parseContent(stored), stored)
})
