import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  cell,
  checkboxField,
  headerCell,
  numberField,
  paragraph,
  processOf,
  table,
} from '#contract/document/build.ts'
import { labelsOf } from './naming.ts'
import type { Tree } from './tree.ts'

const namesIn = (...content: Tree[]) =>
  [...labelsOf(processOf(...content)).values()].map(({ isShown, accessibleName }) =>
    isShown ? `[${accessibleName}]` : accessibleName,
  )

test('a field that stands alone shows its name', () => {
  assert.deepEqual(namesIn(paragraph(numberField('Stühle'))), ['[Stühle]'])
  assert.deepEqual(namesIn(paragraph(numberField('a'), ' – ', numberField('b'))), ['[a]', '[b]'])
})

test('words before it name it, and for a checkbox also words behind it', () => {
  assert.deepEqual(namesIn(paragraph('Stühle im Foyer: ', numberField('Stühle'))), ['Stühle'])
  assert.deepEqual(namesIn(paragraph('Wie viele? ', numberField('Feld 1'))), ['Wie viele? (Feld 1)'])
  assert.deepEqual(namesIn(paragraph(checkboxField('Feld 2'), ' Licht aus')), ['Licht aus (Feld 2)'])
  assert.deepEqual(namesIn(paragraph(numberField('Feld 3'), ' Stück')), ['[Feld 3]'])
})

test('signs between words and field are no words, however many they are', () => {
  const dashes = '–- :'.repeat(30_000)
  assert.match(
    namesIn(paragraph(`Tore${dashes}zu ${dashes}`, numberField('Feld 1')))[0] ?? '',
    / :zu \(Feld 1\)$/,
  )
  assert.deepEqual(namesIn(paragraph(`Tore ${dashes}`, numberField('Feld 2'))), ['Tore (Feld 2)'])
})

test('in a table the heads of row and column name it', () => {
  const names = namesIn(
    table(
      [headerCell('Ort'), headerCell('Anzahl')],
      ['Foyer', cell(numberField('Feld 1'))],
      [cell(numberField('Feld 2')), 'x'],
    ),
  )
  assert.deepEqual(names, ['Foyer, Anzahl (Feld 1)', 'Ort (Feld 2)'])
})
