import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Fragment, type Node, Slice } from 'prosemirror-model'
import { schema } from '#contract/document/schema.ts'
import { completeRows } from './pasted.ts'

const { table, table_row, table_cell, table_header, paragraph } = schema.nodes

type Kind = typeof table_cell
const cell = (text: string, kind: Kind = table_cell, attrs?: { rowspan: number }) =>
  kind.create(attrs, paragraph.create(null, text ? schema.text(text) : null))
const pasted = (...rows: Node[][]) =>
  Slice.maxOpen(
    Fragment.from(
      table.create(
        null,
        rows.map((row) => table_row.create(null, row)),
      ),
    ),
  )
const rowsOf = (slice: Slice) =>
  slice.content.firstChild?.children.map((row) => row.children.map((cell) => cell.textContent))

test('short rows of a pasted table are completed at their end, so that no value changes its column', () => {
  const slice = pasted(
    ['Name', 'Ort', 'Tag'].map((text) => cell(text, table_header)),
    [cell('Anna')],
    [cell('Bruno'), cell('Kiel')],
  )
  assert.deepEqual(rowsOf(completeRows(slice)), [
    ['Name', 'Ort', 'Tag'],
    ['Anna', '', ''],
    ['Bruno', 'Kiel', ''],
  ])
})

test('a cell that reaches down from the row above counts as one of the row', () => {
  const slice = pasted(
    [cell('Früh', table_cell, { rowspan: 2 }), cell('Anna'), cell('Kiel')],
    [cell('Bruno')],
  )
  assert.deepEqual(rowsOf(completeRows(slice)), [
    ['Früh', 'Anna', 'Kiel'],
    ['Bruno', ''],
  ])
})

test('what is added to a row of headings is one, too', () => {
  const slice = pasted([cell('Name', table_header)], [cell('Anna'), cell('Kiel')])
  const [head] = completeRows(slice).content.firstChild?.children ?? []
  assert.deepEqual(
    head?.children.map(({ type }) => type.name),
    ['table_header', 'table_header'],
  )
})

test('a table whose rows are whole is pasted as it is', () => {
  const slice = pasted([cell('a'), cell('b')], [cell('c'), cell('d')])
  assert.equal(completeRows(slice), slice)
})
