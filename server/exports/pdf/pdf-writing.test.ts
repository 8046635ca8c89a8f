import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Tree } from '#contract/document/tree.ts'
import {
  as_of,
  assertGood,
  cell,
  exports,
  field,
  given,
  inside,
  paragraph,
  print,
  table,
  textOf,
  words,
} from './pdf-stage.test-data.ts'
import { clean } from './texts.ts'

for (const [name, some] of Object.entries({
  'joiners that join nothing': `a${'\u200d'.repeat(300_000)}`,
  'marks over one letter': `a${'\u0301'.repeat(300_000)}`,
  'signs that are not seen': `a${'\ufe0f'.repeat(300_000)}`,
  'tags behind a flag': `\u{1f3f4}${'\u{e0067}'.repeat(150_000)}`,
  'people who are all one family': `👩${'\u200d👩'.repeat(100_000)}`,
})) {
  test(`a text of 300,000 ${name} becomes a PDF like any other`, async () => {
    assertGood(await print([words(some)], { title: some, answers: { Text: some } }))
  })
}

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
    // Not „Thị“: Typst draws ị as two glyphs and says in ActualText what they are, which this reader does not read.
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
  const pdf = await exports.resultsPdf({ id: 1 }, { ...printed, title: names.join(', '), content: tree })
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
