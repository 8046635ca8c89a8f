import assert from 'node:assert/strict'
import { test } from 'node:test'
import { frameIn } from './live.ts'

test('what the server says is taken, also with more in it than this page knows', () => {
  for (const said of [
    { type: 'messages', messages: [], pinned: 7 },
    { type: 'new_message', message: { id: 1, mood: 'heiter' } },
    { type: 'meta', users: [], can: {}, topic: 'Bühne' },
  ])
    assert.deepEqual(frameIn(JSON.stringify(said)), said)
})

test('what only a newer page understands, or nobody, is passed over', () => {
  for (const said of [
    '',
    'hallo',
    'null',
    '7',
    '[]',
    '{}',
    '{"type":"typing","user":3}',
    '{"type":"toString"}',
    '{"type":"messages"}',
    '{"type":"new_message","message":null}',
    '{"type":"meta","users":[]}',
  ])
    assert.equal(frameIn(said), undefined, said)
})
