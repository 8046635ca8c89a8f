// How many statements a call takes, once the server is warm: none for what every open app repeats, and for the rest the
// numbers that stand here.
import assert from 'node:assert/strict'
import { after, mock, test } from 'node:test'
import pg from 'pg'
import { json } from '#measure/ask.ts'
import { wholeServer } from '#measure/whole-server.ts'
import { openSession } from './callers.ts'

const whole = await wholeServer()
after(() => whole[Symbol.asyncDispose]())
const [anna, bruno, clara] = [
  await openSession(whole.kontor, 'anna'),
  await openSession(whole.kontor, 'bruno'),
  await openSession(whole.kontor, 'clara'),
]
await make({ cookie: clara, method: 'PUT', path: '/groups/custom/Z%C3%A4hlrunde/' })
for (const username of ['anna', 'bruno']) {
  const path = `/users/${await idOf(username)}/groups/Z%C3%A4hlrunde/`
  await make({ cookie: clara, method: 'PUT', path })
}
const { id: room } = await whole.kontor.db
  .selectFrom('groups')
  .where('name', '=', 'Zählrunde')
  .select('id')
  .executeTakeFirstOrThrow()
const { id: doc } = await whole.kontor.db
  .selectFrom('docs')
  .where('status', '=', 'Aktiv')
  .where('public', '=', true)
  .select('id')
  .limit(1)
  .executeTakeFirstOrThrow()
const { id: happening } = await whole.kontor.db
  .selectFrom('happenings')
  .select('id')
  .limit(1)
  .executeTakeFirstOrThrow()

async function idOf(username: string): Promise<number> {
  const { id } = await whole.kontor.db
    .selectFrom('users')
    .where('username', '=', username)
    .select('id')
    .executeTakeFirstOrThrow()
  return id
}

type Call = { cookie: string; method: string; path: string; body?: object }
const get = (cookie: string, path: string): Call => ({ cookie, method: 'GET', path })
const post = (cookie: string, path: string, body: object): Call => ({ cookie, method: 'POST', path, body })

async function make({ cookie, method, path, body }: Call) {
  const { status, text } = await whole.ask({
    method,
    path,
    cookie,
    ...(body && { headers: json, body: JSON.stringify(body) }),
  })
  assert.equal(status, 200, `${method} ${path}: ${text}`)
}

/** Statements of the node itself, which no call has asked for. */
const OWN = ['set statement_timeout', 'transaction_read_only', 'pg_notify($1', 'node_minutes', 'backups']
async function statementsOf(work: () => Promise<void>): Promise<number> {
  const query = mock.method(pg.Client.prototype, 'query')
  await work()
  const texts = query.mock.calls.map(({ arguments: [asked] }) => textOf(asked))
  query.mock.restore()
  return texts.filter((text) => !OWN.some((part) => text.includes(part))).length
}

const textOf = (asked: unknown) =>
  typeof asked === 'string' ? asked : String((asked as { text: unknown }).text)

const say = (words: string) => post(anna, `/chat/groups/${room}/send_message/`, { message: words })
const polled = [anna, bruno, clara].flatMap((cookie) => [
  get(cookie, '/users/current/'),
  get(cookie, '/chat/groups/'),
  get(cookie, '/chat/direct/'),
])

test('what every app polls takes no statement: nothing new, after a message, and after somebody has read it', async () => {
  for (const call of polled) await make(call)
  const all = async () => {
    for (const call of polled) await make(call)
  }
  assert.equal(await statementsOf(all), 0)
  await make(say('Alle hören es'))
  assert.equal(await statementsOf(all), 0)
  await make(get(bruno, `/chat/groups/${room}/`))
  assert.equal(await statementsOf(all), 0)
})

test('what changes for many is read once for all of them', async () => {
  await make(say('Das wird gelöscht'))
  const message = await newest()
  await make({ cookie: anna, method: 'DELETE', path: `/chat/groups/${room}/messages/${message}/` })
  const all = async () => {
    await Promise.all(polled.filter(({ path }) => path === '/chat/groups/').map(make))
  }
  const first = await statementsOf(all)
  assert.ok(first <= 4, `${first} statements for three people`)
  assert.equal(await statementsOf(all), 0)
})

async function newest(): Promise<number> {
  const { id } = await whole.kontor.db
    .selectFrom('chat_messages')
    .where('room_id', '=', room)
    .select('id')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return id
}

/** Each asked for once before, so that what is kept is there. */
const table: [statements: number, what: string, call: () => Call | Promise<Call>][] = [
  [1, 'a message', () => say('Hallo')],
  [2, 'the messages of a room', () => get(anna, `/chat/groups/${room}/`)],
  [3, 'the head of a room', () => get(anna, `/chat/groups/${room}/meta/`)],
  [
    1,
    'what has been read',
    async () => post(anna, `/chat/groups/${room}/read/`, { message_id: await newest() }),
  ],
  [1, 'processes', () => get(anna, '/docs/')],
  [1, 'processes, for administrators', () => get(clara, '/docs/')],
  [1, 'a process', () => get(anna, `/docs/${doc}/`)],
  [1, 'users', () => get(clara, '/users/')],
  [1, 'groups', () => get(clara, '/groups/')],
  [1, 'custom groups', () => get(clara, '/groups/custom/')],
  [3, 'assignments', () => get(clara, '/users/groups/')],
  [2, 'happenings', () => get(clara, '/happenings/')],
  [2, 'a happening', () => get(clara, `/happenings/${happening}/`)],
  [4, 'its parts', () => get(clara, `/happenings/${happening}/subhappenings/`)],
]

for (const [statements, what, call] of table)
  test(`a call takes so many statements and no more: ${what}, ${statements}`, async () => {
    const asked = await call()
    await make(asked)
    assert.equal(await statementsOf(() => make(asked)), statements)
  })

test('to have read a new message takes two statements', async () => {
  await make(say('Neu'))
  const read = post(bruno, `/chat/groups/${room}/read/`, { message_id: await newest() })
  assert.equal(await statementsOf(() => make(read)), 2)
})
