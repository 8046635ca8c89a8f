import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { api } from '#contract/api.ts'
import { defaultBodyLimits, type Endpoint } from '#contract/endpoint.ts'
import { cast } from '#demo/cast.ts'
import { testApp } from '#server/testing/app.ts'
import { insertHappening } from '#server/testing/happenings.ts'
import { bodyCheck } from './input.ts'

const world = await testApp()
after(() => world[Symbol.asyncDispose]())
const { db } = world.kontor
const clara = await world.as(cast.clara)

/** Sends this body, byte for byte, to a call that expects none. */
const put = (payload: string) =>
  world.app.inject({
    method: 'PUT',
    url: '/groups/custom/Chor/',
    headers: { cookie: clara.cookie ?? '', 'content-type': 'application/json' },
    payload,
  })
async function statusOf(payload: string) {
  const { statusCode } = await put(payload)
  if (statusCode === 200) await clara.send('DELETE', '/groups/custom/Chor/')
  return statusCode
}

for (const nothing of ['', 'null', '{}', ' { } ']) {
  test(`a call without a body takes one that says nothing: '${nothing}'`, async () => {
    assert.equal(await statusOf(nothing), 200)
  })
}

test('a call without a body names what it does not know', async () => {
  const answer = await put('{"members": [1]}')
  assert.equal(answer.statusCode, 422)
  assert.partialDeepStrictEqual(answer.json().detail, [{ loc: ['body', 'members'] }])
  for (const other of ['[]', '"x"', '0', 'false']) assert.equal(await statusOf(other), 422, other)
})

test('a key that reaches for a prototype is unreadable, however it is written; as a text it is one like any other', async () => {
  for (const key of ['__proto__', '\\u005f_proto__', '_\\u005Fproto__', '__\\u0070roto__', '__pr\\u006fto__'])
    assert.equal(await statusOf(`{"a": {"${key}": {}}}`), 400, key)
  for (const text of ['__proto__', '\\u005f\\u005fproto__', '"__p']) {
    assert.equal(await statusOf(JSON.stringify({ name: text })), 422, text)
  }
})

test('a parameter that comes twice is refused, not read as one of the two', async () => {
  for (const twice of ['page=0&page=1', 'filter=a&filter=b', 'order_by=%2Busername&order_by=-username']) {
    assert.equal((await clara.get(`/users/?${twice}`)).status, 422, twice)
  }
})

test('what belongs into the body counts nowhere else', async () => {
  const id = await world.userId(cast.david)
  const asked = await clara.send('PATCH', `/users/${id}/privileges/?is_admin=true`, { is_admin: false })
  assert.equal(asked.status, 200)
  assert.equal((await clara.get(`/users/${id}/`)).body['is_admin'], false)
  assert.equal((await clara.send('PATCH', `/users/${id}/privileges/?is_admin=true`, {})).status, 422)
})

test('nothing but true makes an administrator, and nothing but a text is a name', async () => {
  const id = await world.userId(cast.elif)
  for (const is_admin of ['true', 1, [true], null, '1', {}]) {
    const answer = await clara.send('PATCH', `/users/${id}/privileges/`, { is_admin })
    assert.equal(answer.status, 422, JSON.stringify(is_admin))
  }
  for (const username of [null, 5, true, ['elif'], {}])
    assert.equal((await clara.send('PATCH', `/users/${id}/username/`, { username })).status, 422)
  const { body } = await clara.get(`/users/${id}/`)
  assert.deepEqual([body['is_admin'], body['username']], [false, 'elif'])
})

test('null takes a value away, and what is left out stays', async () => {
  const { times, entries } = await insertHappening(db, { entries: [{ name: 'Berger' }] })
  const [timeentry_id] = entries
  const record = (change: object) => clara.send('PATCH', times, { items: [{ timeentry_id, ...change }] })
  const kept = async () =>
    db
      .selectFrom('time_entries')
      .where('id', '=', timeentry_id as number)
      .select(['note', 'ist_pause'])
      .executeTakeFirstOrThrow()
  assert.equal((await record({ note: 'Leiter', ist_pause: 0 })).status, 200)
  assert.deepEqual(await kept(), { note: 'Leiter', ist_pause: 0 })
  assert.equal((await record({ note: null })).status, 200)
  assert.deepEqual(await kept(), { note: null, ist_pause: 0 })
  assert.equal((await record({ ist_pause: null })).status, 200)
  assert.deepEqual(await kept(), { note: null, ist_pause: null })
  for (const ist_pause of ['', false, '0']) assert.equal((await record({ ist_pause })).status, 422)
})

const sentence = /^[A-ZÄÖÜ„][^\n]+\.$/

test('a call that needs no more takes 64 KB, and says so in a sentence', async () => {
  const answer = await clara.send('POST', '/users/', { username: 'x'.repeat(defaultBodyLimits.bytes) })
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

test('a day that there is not is refused, by whichever field a list is narrowed', async () => {
  for (const [path, field] of [
    ['/happenings/', 'date_start'],
    ['/happenings/', 'date_end'],
    ['/audit/', 'date_end'],
  ] as const) {
    const { status, body } = await clara.get(path, { query: { [field]: '2027-02-30' } })
    assert.equal(status, 422, path)
    assert.deepEqual(body['detail'], [
      { loc: ['query', field], msg: 'Dieses Datum gibt es nicht.', type: 'value_error' },
    ])
  }
})
