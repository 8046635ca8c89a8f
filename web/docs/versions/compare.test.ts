import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  bullets,
  checkboxField,
  choiceField,
  conditionalSection,
  markRequired,
  numberField,
  paragraph,
  processOf,
  section,
  strong,
  table,
  textareaField,
} from '#contract/document/build.ts'
import { fieldsOf } from '#contract/document/outline.ts'
import type { Tree } from '#contract/document/tree.ts'
import { type ComparedPart, compareDocuments, type Row } from './compare.ts'
import { type CurrentNames, fieldChangeSentences } from './field-changes.ts'
import { foldUnchanged } from './folded.ts'

const said = (row: Row) => {
  const text = (pieces: readonly { text: string }[]) => pieces.map((piece) => piece.text).join('')
  if (row.change !== 'changed') return `${row.change}: ${text(row.block.pieces)}`
  const signs = { same: '', new: '+', gone: '-' }
  return row.runs
    .map(({ change, pieces }) => (change === 'same' ? text(pieces) : `{${signs[change]}${text(pieces)}}`))
    .join('')
}
const rows = (before: Tree, after: Tree) =>
  compareDocuments(before, after).flatMap((part) => part.rows.map(said))
const heads = (parts: ComparedPart[]) =>
  parts.map(({ change, title, isMoved, formerly }) =>
    [change, title, ...(isMoved ? ['moved'] : []), ...(formerly ? [`was ${formerly}`] : [])].join(' '),
  )

test('a paragraph in which words have changed is one that was changed, with the words that are gone and new', () => {
  assert.deepEqual(
    rows(
      processOf(paragraph('Licht aus, Türen zu.'), paragraph('Bleibt.')),
      processOf(paragraph('Licht im Saal aus, Fenster zu.'), paragraph('Bleibt.')),
    ),
    ['Licht {+im Saal }aus, {-Türen}{+Fenster} zu.', 'same: Bleibt.'],
  )
})

test('paragraphs that have nothing in common are gone and new, and none is changed into another', () => {
  assert.deepEqual(rows(processOf(paragraph('Kasse zählen')), processOf(paragraph('Müll trennen'))), [
    'gone: Kasse zählen',
    'new: Müll trennen',
  ])
})

test('fields, items and rows of a table are found again, and what was only set otherwise is told as such', () => {
  const [before, after] = [
    processOf(
      paragraph('Bestand ', numberField('Kasse')),
      bullets('eins', 'zwei'),
      table(['A', 'B'], ['C', 'D']),
      paragraph('Fett'),
    ),
    processOf(
      paragraph('Bestand ', numberField('Betrag')),
      bullets('eins', 'drei vier', 'zwei'),
      table(['A', 'B'], ['C', 'E']),
      paragraph(strong('Fett')),
    ),
  ]
  assert.deepEqual(rows(before, after), [
    'Bestand {-Kasse}{+Betrag}',
    'same: eins',
    'new: drei vier',
    'same: zwei',
    'same: A | B',
    'C | {-D}{+E}',
    'look: Fett',
  ])
})

test('a section that was moved is read once, at its place of today', () => {
  const [one, two, three] = [
    section('Eins', paragraph('a b c')),
    section('Zwei', paragraph('d e f')),
    section('Drei', paragraph('g h i')),
  ] as const
  const parts = compareDocuments(processOf(one, two, three), processOf(three, one, two))
  assert.deepEqual(heads(parts), ['same Drei moved', 'same Eins', 'same Zwei'])
  assert.ok(parts.every(({ rows }) => rows.every(({ change }) => change === 'same')))
})

test('a section that lies in another one now is moved, too; what stands behind it is still its own', () => {
  const parts = compareDocuments(
    processOf(section('Außen', paragraph('oben'), paragraph('unten')), section('Innen', paragraph('innen'))),
    processOf(section('Außen', paragraph('oben'), section('Innen', paragraph('innen')), paragraph('unten'))),
  )
  assert.deepEqual(heads(parts), ['same Außen', 'same Innen moved', 'new Außen'])
})

test('a section with another headline is found by what stands in it; one that is gone is read where it stood', () => {
  const parts = compareDocuments(
    processOf(
      section('Anfang', paragraph('Alle Lampen prüfen')),
      section('Mitte', paragraph('x')),
      section('Ende', paragraph('y')),
    ),
    processOf(
      section('Beginn', paragraph('Alle Lampen prüfen')),
      section('Ende', paragraph('y')),
      section('Neues', paragraph('z')),
    ),
  )
  assert.deepEqual(heads(parts), ['same Beginn was Anfang', 'gone Mitte', 'same Ende', 'new Neues'])
})

test('a condition is read as a sentence of its section', () => {
  const asked = paragraph(checkboxField('Regen'))
  const shown = section('Zelt', paragraph('aufbauen'))
  assert.deepEqual(
    rows(
      processOf(asked, shown),
      processOf(asked, conditionalSection({ field: 'Regen', is: 'filled' }, shown)),
    ),
    ['same: Regen', 'new: Nur, wenn „Regen“ gesetzt ist', 'same: aufbauen'],
  )
})

test('a section whose condition looks at no field before it is always shown, and said to be', () => {
  const shown = conditionalSection({ field: 'Regen', is: 'filled' }, section('Zelt', paragraph('aufbauen')))
  assert.deepEqual(rows(processOf(), processOf(shown, paragraph(checkboxField('Regen')))).slice(0, 1), [
    'new: Immer: Das Feld „Regen“, von dem es abhing, gibt es davor nicht mehr',
  ])
})

test('equal documents differ in nothing, however large; and all can be different', () => {
  const large = (word: string) =>
    processOf(
      ...Array.from({ length: 200 }, (_, at) =>
        section(
          `Abschnitt ${at}`,
          ...Array.from({ length: 10 }, (_, line) => paragraph(`${word} ${at} ${line}`)),
        ),
      ),
    )
  assert.ok(rows(large('gleich'), large('gleich')).every((row) => row.startsWith('same')))
  assert.equal(
    rows(large('eins'), processOf(paragraph('nichts davon'))).filter((row) => row.startsWith('gone')).length,
    2_000,
  )
  assert.equal(rows(large('eins'), large('zwei')).length, 2_000)
})

test('a blank between two changed words holds nothing together', () => {
  assert.deepEqual(
    rows(processOf(paragraph('eins zwei drei vier')), processOf(paragraph('eins acht neun vier'))),
    ['eins {-zwei drei}{+acht neun} vier'],
  )
})

const lines = (...words: string[]) => words.map((word) => paragraph(word))
const told = (before: ReturnType<typeof processOf>, after: ReturnType<typeof processOf>) =>
  foldUnchanged(compareDocuments(before, after)).map(
    ({ lines, isFolded }) => `${isFolded ? 'folded' : 'shown'} ${lines.length}`,
  )

test('what is far from a change is folded; a change stands below its headline, with a line at either side', () => {
  const text = (word: string) =>
    processOf(
      section('Eins', ...lines('a', 'b', 'c', 'd')),
      section('Zwei', ...lines('e', 'f', 'g', word, 'h', 'i', 'j', 'k')),
    )
  assert.deepEqual(told(text('alt'), text('neu')), ['folded 5', 'shown 7', 'folded 3'])
})

test('a few unchanged lines are no stretch to be folded, and where nothing has changed all is', () => {
  const text = (word: string) => processOf(...lines('a', 'b', 'c', word))
  assert.deepEqual(told(text('x'), text('y')), ['shown 5'])
  assert.deepEqual(told(text('x'), text('x')), ['folded 4'])
})

const version = (names: CurrentNames, ...fields: Tree[]) => ({
  fields: fieldsOf(processOf(paragraph(...fields))),
  names,
})

test('fields that are new, gone, or called otherwise are named', () => {
  assert.deepEqual(
    fieldChangeSentences(
      version({ Kasse: 'Betrag' }, numberField('Kasse'), textareaField('Notiz')),
      version({}, numberField('Betrag'), checkboxField('Licht aus')),
    ),
    ['„Kasse“ heißt „Betrag“', '„Licht aus“ hinzugefügt (Häkchen)', '„Notiz“ entfernt'],
  )
})

test('another kind, other options and a mark as required are told of a field', () => {
  assert.deepEqual(
    fieldChangeSentences(
      version({}, numberField('A'), textareaField('B')),
      version({}, textareaField('A'), markRequired(textareaField('B'))),
    ),
    ['„A“: Text statt Zahl', '„B“ ist ein Pflichtfeld'],
  )
  assert.deepEqual(
    fieldChangeSentences(
      version({}, choiceField('Farbe', 'rot', 'blau', 'gelb')),
      version({}, choiceField('Farbe', 'rosa', 'blau')),
    ),
    ['„Farbe“: Möglichkeit „rot“ heißt „rosa“', '„Farbe“: Möglichkeit „gelb“ entfernt'],
  )
})

test('where nothing has changed there is nothing to say', () => {
  assert.deepEqual(fieldChangeSentences(version({}, numberField('A')), version({}, numberField('A'))), [])
})
