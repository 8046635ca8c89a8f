import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { inspect } from 'node:util'
import fc from 'fast-check'
import type { Tree } from '#contract/document/tree.ts'
import { Refused } from '#server/http/errors.ts'
import { Exports } from '../exports.ts'
import {
  as_of,
  assertGood,
  cell,
  field,
  given,
  head,
  list,
  pagesOf,
  paragraph,
  print,
  qpdf,
  scratch,
  section,
  table,
  text,
  words,
} from './pdf-stage.test-data.ts'
import { onColour } from './table.ts'

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
    `import { doJobs, UNFIT } from ${loop}
    await doJobs(async function* (input) {
      for await (const _ of input) {}
      console.error("thread '<unnamed>' panicked at /home/x/krilla-0.6.0/src/text/group.rs:453:21:\\nindex is inside \`Geheimnis\`")
      process.exit(UNFIT)
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

test('the same document gives the same bytes', async () => {
  const content = [section('A', words('a 👍'), table([head(words('x'))], [cell({}, words('y'))]))]
  assert.deepEqual(await print(content), await print(content))
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
      const { fill, ink } = onColour(`#${number.toString(16).padStart(6, '0')}`) as {
        fill: string
        ink: string
      }
      const [one, other] = [light(fill), light(ink)].sort((a, b) => b - a) as [number, number]
      assert.ok((one + 0.05) / (other + 0.05) >= 4.5)
    }),
  )
})
