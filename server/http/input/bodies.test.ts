import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { api } from '#contract/api.ts'
import { type Endpoint, usualBody } from '#contract/endpoint.ts'
import { cast } from '#demo/cast.ts'
import { testApp } from '#server/testing/app.ts'
import { bodyCheck } from './input.ts'

const world = await testApp()
after(() => world[Symbol.asyncDispose]())
const clara = await world.as(cast.clara)
const sentence = /^[A-ZÄÖÜ„][^\n]+\.$/

test('a call that needs no more takes 64 KB, and says so in a sentence', async () => {
  const answer = await clara.send('POST', '/users/', { username: 'x'.repeat(usualBody.bytes) })
  assert.equal(answer.status, 413)
  assert.match(String(answer.body['details']), sentence)
})

const many = (of: number) => Array.from({ length: of }, (_, nr) => nr + 1)
const bodies: [what: string, method: 'POST' | 'PATCH', path: string, body: object][] = [
  ['elements of a list', 'POST', '/tokens/', { name: 'x', scopes: many(2_500) }],
  ['names', 'POST', '/tokens/', Object.fromEntries(many(2_500).map((nr) => [`u${nr}`, 1]))],
  ['levels', 'POST', '/tokens/', many(2_500).reduce<object>((inner) => ({ inner }), {})],
  ['answers', 'PATCH', '/docs/1/currentuserdata/', { data: { x: many(6_000) } }],
]
for (const [what, method, path, body] of bodies)
  test(`too many ${what} are refused before they are read, with a sentence`, async () => {
    const answer = await clara.send(method, path, body)
    assert.equal(answer.status, 422)
    assert.match(String(answer.body['details']), sentence)
    assert.match(answer.text, /einzelne Angaben/)
  })

test('what stands in a text counts as one, whatever it is made of', async () => {
  const text = `"\\,[{`.repeat(1_000)
  const answer = await clara.send('PATCH', '/docs/1/currentuserdata/', {
    data: { [text.slice(0, 100)]: text },
  })
  assert.equal(answer.status, 200, answer.text)
})

test('nobody is told off for more than a call may hold by its own rule', async () => {
  const items = many(2_000).map((timeentry_id) => ({
    timeentry_id,
    ist_von_date: null,
    ist_von_time: null,
    ist_bis_date: null,
    ist_bis_time: null,
    ist_pause: null,
    note: null,
    absent: false,
    revision: 1,
  }))
  const times = await clara.send('PATCH', '/happenings/1/subhappenings/1/time/', { items })
  const people = await clara.send('POST', '/users/mass_edit/', { user_ids: many(10_000), is_active: true })
  const cells = await clara.send('PATCH', '/users/groups/', {
    user_ids: many(20_000),
    group_ids: many(2_000),
    granted: true,
  })
  for (const { text } of [times, people, cells]) assert.doesNotMatch(text, /einzelne Angaben|zu groß/)
})

test('the fault of a long list is found at its place, whichever entry has it', () => {
  const check = bodyCheck(api.happenings.record.body)
  const sound = many(1_999).map((timeentry_id) => ({ timeentry_id }))
  const placeOf = (body: object) => check(body).error?.problems?.[0]?.loc
  assert.deepEqual(placeOf({ items: [...sound, { timeentry_id: 'x' }] }), [
    'body',
    'items',
    1999,
    'timeentry_id',
  ])
  assert.deepEqual(placeOf({ items: sound, user_id: 'x' }), ['body', 'user_id'])
})

test('no call asks for what the library compares each with each', () => {
  const found: string[] = []
  const walk = (shape: unknown, path: string): void => {
    if (typeof shape !== 'object' || shape === null) return
    for (const [name, inner] of Object.entries(shape)) {
      if (name === 'uniqueItems' || name === 'contains') found.push(path)
      walk(inner, path)
    }
  }
  for (const calls of Object.values(api))
    for (const { body, path } of Object.values(calls) as Endpoint[]) walk(body, path)
  assert.deepEqual(found, [])
})

test('a scope, or an event, that is named twice is kept once', async () => {
  const made = await clara.send('POST', '/tokens/', { name: 'Doppelt', scopes: ['users:read', 'users:read'] })
  assert.equal(made.status, 200, made.text)
  const { body } = await clara.get('/tokens/')
  const token = (body['items'] as { id: number; scopes: string[] }[]).find(
    ({ id }) => id === made.body['token_id'],
  )
  assert.deepEqual(token?.scopes, ['users:read'])
})
