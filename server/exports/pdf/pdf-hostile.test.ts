import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Tree } from '#contract/document/tree.ts'
import {
  assertGood,
  cell,
  given,
  head,
  inside,
  list,
  paragraph,
  print,
  section,
  table,
  text,
  words,
} from './pdf-stage.test-data.ts'

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
const hostile: Record<string, Tree[]> = {
  'halves of characters': [words('\ud800 a \udc00'), words('a\u0000\u0007\u001b\ufffe')],
  'lists nested 60 deep': [nested(60, (inner) => list(words('a'), inner))],
  'quotes nested 60 deep': [nested(60, (inner) => ({ type: 'blockquote', content: [inner] }))],
  'sections nested 60 deep': [nested(60, (inner) => section('S', inner))],
  'tables nested 20 deep': [nested(20, (inner) => table([cell({}, inner)]))],
  'a word of 100,000 letters': [
    words('x'.repeat(100_000)),
    table([cell({}, words('x'.repeat(5_000))), cell({}, words('a'))]),
  ],
  'emoji, arrows, foreign scripts': [
    words('👍🏽👩‍💻🇩🇪 ✓→☎ 漢字 العربية עברית ไทย \u{10ffff} \u{e000} ﷽ é e\u0301'.repeat(3)),
  ],
  'every character once': [
    words(Array.from({ length: 3_000 }, (_, index) => String.fromCodePoint(0x2e80 + index)).join('')),
  ],
  'spans that lie upon each other': [
    table(
      [cell({ colspan: 3, rowspan: 50 }, words('a')), cell({}, words('b'))],
      [cell({ colspan: 99 }, words('c'))],
      [],
    ),
  ],
  'spans that are none': [
    table([cell({ colspan: -1, rowspan: 1e9, colwidth: ['x'], background: 'url(x)' }, words('a'))]),
  ],
  'an empty table': [table([]), table([], [])],
  'a table of 100 columns': [
    table(Array.from({ length: 100 }, (_, index) => cell({}, words(`Spalte ${index}`)))),
  ],
  'a head that is higher than a page': [table([head(words('hoch '.repeat(3_000)))], [cell({}, words('a'))])],
  'a table of nothing but heads': [table([head(words('a'))], [head(words('b'))])],
  'empty list items and quotes': [
    { type: 'bullet_list', content: [{ type: 'list_item' }] },
    { type: 'blockquote' },
  ],
  'nodes that nobody knows': [{ type: 'video', content: [words('a')] }, paragraph({ type: 'sound' })],
  'links to odd places': [
    paragraph({ type: 'text', text: 'x', marks: [{ type: 'link', attrs: { href: 'javascript:alert(1)' } }] }),
    paragraph({ type: 'text', text: 'x', marks: [{ type: 'link', attrs: { href: '/ui/docs' } }] }),
    paragraph({
      type: 'text',
      text: 'x',
      marks: [{ type: 'link', attrs: { href: `https://a.example/${'y'.repeat(1_900)}` } }],
    }),
  ],
}
for (const [name, content] of Object.entries(hostile)) {
  test(`a document with ${name} is printed`, async () => {
    assertGood(await print(content, { title: name.repeat(20) }))
  })
}

test('nothing of a hostile link is a link', async () => {
  const pdf = await print(hostile['links to odd places'] as Tree[])
  assert.doesNotMatch(inside(pdf), /javascript|\/Launch|\/JS\b|\/EmbeddedFile/)
})

test('all words of a deeply nested list are there', () => {
  const found = JSON.stringify(given([nested(60, (inner) => list(words('Wort'), inner))]))
  assert.equal(found.match(/Wort/g)?.length, 60)
})
