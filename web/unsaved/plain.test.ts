import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readPlain, writePlain } from './plain.ts'

test('plain values come back as they were, with their dates', () => {
  const value = { at: new Date(0), edits: [{ von: '08:00', note: null }], '1': { soll: 8.25, isOut: true } }
  assert.deepEqual(readPlain(writePlain(value)), value)
})

test('what would not come back as it was is refused', () => {
  for (const value of [new Blob(['a']), new Map([[1, 2]]), { deep: [new Set()] }])
    assert.throws(() => writePlain(value), TypeError)
})
