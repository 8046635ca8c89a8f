import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as facts from './facts.ts'
import { payloadsOf, readPayload } from './payloads.ts'

test('what one node tells, another reads; what does not fit into one piece goes in several', () => {
  assert.deepEqual(readPayload(payloadsOf('a', ['users', 'user:7']).join()), {
    by: 'a',
    facts: ['users', 'user:7'],
  })
  const many = Array.from({ length: 2_000 }, (_, id) => facts.aboutUser(id))
  const pieces = payloadsOf('a', many)
  assert.ok(pieces.length > 1 && pieces.every((piece) => Buffer.byteLength(piece) < 8_000))
  assert.deepEqual(
    pieces.flatMap((piece) => readPayload(piece).facts),
    many,
  )
})

test('whatever cannot be read may be about everything', () => {
  const unreadable = [
    undefined,
    '',
    'hallo',
    'null',
    '7',
    '[]',
    '{}',
    '{"v":1,"by":"a"}',
    '{"v":1,"by":"a","facts":7}',
    '{"v":1,"facts":["users"]}',
    '{"v":1,"by":7,"facts":["users"]}',
    '{"v":1,"by":"a","facts":{"length":1}}',
    '{"v":1,"by":"a","facts":[null]}',
    '{"v":1,"by":"a","facts":["users",7]}',
    '{"by":"a","facts":["users"]}',
    '{"v":2,"by":"a","facts":["users"]}',
    '{"v":"1","by":"a","facts":["users"]}',
    '{"__proto__":{"v":1,"by":"a","facts":["users"]}}',
  ]
  for (const payload of unreadable) assert.equal(readPayload(payload).facts, 'everything', String(payload))
  assert.equal(readPayload('{"v":2,"by":"a","wer":["users"]}').by, 'a')
})
