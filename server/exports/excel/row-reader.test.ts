import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { RowReader } from './row-reader.ts'

const valuesIn = (json: string) => {
  const reader = new RowReader(Buffer.from(json))
  const rows: unknown[][] = []
  while (reader.nextRow()) {
    const cells: unknown[] = []
    while (reader.nextCell()) cells.push(reader.isEmpty ? null : reader.value)
    rows.push(cells)
  }
  return rows
}

test('rows are read as they were sent, whatever stands in them', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom('"', '\\', ',', '[', ']', 'ä', '\n') }),
  )
  const cell = fc.oneof(text, fc.double({ noDefaultInfinity: true, noNaN: true }), fc.constant(null))
  fc.assert(
    fc.property(fc.array(fc.array(cell)), (rows) => {
      const json = JSON.stringify(rows)
      const sent = JSON.parse(json) as unknown[][]
      assert.deepEqual(
        valuesIn(json),
        sent.map((row) => row.map((value) => (value === '' ? null : value))),
      )
    }),
  )
})
