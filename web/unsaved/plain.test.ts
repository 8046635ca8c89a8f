import assert from 'node:assert/strict'
import { test } from 'node:test'
import { writePlain } from './plain.ts'
import { readPlain } from './read-plain.ts'

test('plain values come back as they were, with their dates and maps', () => {
  const value = {
    at: new Date(0),
    open: new Map([[7, { local: new Map(), at: new Date(1) }]]),
    edits: [{ von: '08:00', note: null }],
    '1': { soll: 8.25, isOut: true },
  }
  assert.deepEqual(readPlain(writePlain(value) ?? ''), value)
})

test('a file is no text', () => {
  for (const value of [
    new Blob(['a']),
    { photo: new File([], 'a.png') },
    { deep: [new Map([[1, new Blob()]])] },
  ])
    assert.equal(writePlain(value), undefined)
})
