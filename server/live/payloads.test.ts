import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as facts from './facts.ts'
import { payloadsOf, readPayload } from './payloads.ts'

test('what one node tells, another reads; what does not fit into one piece goes in several', () => {
  assert.deepEqual(readPayload(payloadsOf('a', ['users', 'user:7']).join()), {
    by: 'a',
    facts: ['users', 'user:7'],
    told: new Map(),
  })
  const many = Array.from({ length: 2_000 }, (_, id) => facts.aboutUser(id))
  const pieces = payloadsOf('a', many)
  assert.ok(pieces.length > 1 && pieces.every((piece) => Buffer.byteLength(piece) < 8_000))
  assert.deepEqual(
    pieces.flatMap((piece) => readPayload(piece).facts),
    many,
  )
})

test('a release before the form had a number is understood, and understands us', () => {
  assert.deepEqual(readPayload('{"by":"a","facts":["jobs"]}'), {
    by: 'a',
    facts: ['jobs'],
    told: new Map(),
  })
  // All that it does with a payload.
  const { by, facts: told } = JSON.parse(payloadsOf('a', ['jobs', 'users']).join())
  assert.deepEqual([by, [...told]], ['a', ['jobs', 'users']])
})

test('what has become of a fact is read beside it; what cannot be read is a fact that has changed, and no more', () => {
  const message = { id: 1, user_id: 7, username: 'a', display_name: 'A', created_at: '2026-11-22T10:00:00Z' }
  const said = (content: unknown) => ({
    said: {
      revision: 0,
      before: null,
      rights: '',
      messages: [{ ...message, content, image_id: null, client_key: null }],
    },
  })
  const read = { read: { kind: 'groups', id: 3, up_to: 9 } }
  const fact = 'room:groups:5'
  const facts = [fact, 'user:7']
  const payload = (told: unknown) => JSON.stringify({ v: 1, by: 'a', facts, told })
  const both = { [fact]: said('Hallo'), 'user:7': read }
  assert.deepEqual(readPayload(payload(both)), { by: 'a', facts, told: new Map(Object.entries(both)) })
  for (const told of [
    7,
    [],
    { [fact]: 7 },
    { [fact]: { said: {} } },
    { [fact]: said(7) },
    { [fact]: { said: { ...said('').said, messages: [] } } },
    { [fact]: read },
    { 'user:7': { read: { kind: 'alle', id: 3, up_to: 9 } } },
    { 'user:7': said('Hallo') },
  ])
    assert.deepEqual(readPayload(payload(told)), { by: 'a', facts, told: new Map() })
})

test('whatever cannot be read, or names a fact that is not known here, may be about everything', () => {
  const unreadable = [
    undefined,
    '',
    'hallo',
    'null',
    '7',
    '[]',
    '{}',
    '{"by":"a"}',
    '{"by":"a","facts":7}',
    '{"facts":["users"]}',
    '{"by":7,"facts":["users"]}',
    '{"by":"a","facts":{"length":1}}',
    '{"by":"a","facts":[null]}',
    '{"by":"a","facts":["users",7]}',
    '{"by":"a","facts":["user:"]}',
    '{"by":"a","facts":["users","werkzeuge"]}',
    '{"v":2,"by":"a","facts":["users"]}',
    '{"v":"1","by":"a","facts":["users"]}',
    '{"__proto__":{"by":"a","facts":["users"]}}',
  ]
  for (const payload of unreadable) assert.equal(readPayload(payload).facts, 'everything', String(payload))
  assert.equal(readPayload('{"v":2,"by":"a","wer":["users"]}').by, 'a')
})

test('every fact that rules name is known', () => {
  const samples = {
    aboutBackgroundResult: ['Zk3_-a'],
    aboutRoom: ['groups', 3],
    aboutRoomHead: ['direct', 4],
  }
  const all = Object.entries(facts).filter(([name]) => name.startsWith('about'))
  assert.ok(all.length >= 8)
  for (const [name, about] of all) {
    const of = (samples as Record<string, unknown[]>)[name] ?? [7]
    const fact = typeof about === 'string' ? about : (about as (...of: unknown[]) => string)(...of)
    assert.ok(facts.isKnownFact(fact), fact)
  }
})
