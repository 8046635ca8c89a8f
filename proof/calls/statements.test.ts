// How many statements a call takes, once the server is warm: none for what every open app repeats, and for the rest the
// numbers that stand here.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openSession } from './callers.ts'
import {
  anna,
  bruno,
  type Call,
  clara,
  get,
  idOf,
  make,
  post,
  put,
  statementsOf,
  textsOf,
  whole,
} from './statements-stage.ts'

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
const { id: part, happening_id: happening } = await whole.kontor.db
  .selectFrom('subhappenings')
  .innerJoin('time_entries', 'time_entries.subhappening_id', 'subhappenings.id')
  .select(['subhappenings.id', 'subhappenings.happening_id'])
  .limit(1)
  .executeTakeFirstOrThrow()
const { id: entry } = await whole.kontor.db
  .selectFrom('time_entries')
  .select('id')
  .where('subhappening_id', '=', part)
  .limit(1)
  .executeTakeFirstOrThrow()
const parts = `/happenings/${happening}/subhappenings/`
const david = await openSession(whole.kontor, 'david')

const say = (words: string) => post(anna, `/chat/groups/${room}/send_message/`, { message: words })
const polled = [anna, bruno, clara].flatMap((cookie) => [
  get(cookie, '/users/current/'),
  get(cookie, '/chat/groups/'),
  get(cookie, '/chat/direct/'),
])

test('what every app polls takes no statement: nothing new, after a message, and after somebody has read it', async () => {
  const all = async () => {
    for (const call of polled) await make(call)
  }
  // News of what was set up before may still be on their way.
  for (let pass = 0; pass < 20 && (await textsOf(all)).length > 0; pass++) await sleep(50)
  assert.deepEqual(await textsOf(all), [])
  await make(say('Alle hören es'))
  assert.deepEqual(await textsOf(all), [])
  await make(get(bruno, `/chat/groups/${room}/`))
  assert.deepEqual(await textsOf(all), [])
})

test('work in the background that goes on takes no statement, however often its result is asked for', async () => {
  const id = 'z'.repeat(22)
  const started_by = await idOf('clara')
  await whole.kontor.db
    .insertInto('background_results')
    .values({ id, kind: 'users.sync', started_by })
    .execute()
  const asked = get(clara, `/background_result/${id}/`)
  await make(asked)
  assert.deepEqual(await textsOf(() => make(asked)), [])
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

const annaId = await idOf('anna')

/** Each asked for once before, so that what is kept is there. */
const table: [statements: number, what: string, call: () => Call | Promise<Call>][] = [
  [1, 'a message', () => say('Hallo')],
  [2, 'the messages of a room', () => get(anna, `/chat/groups/${room}/`)],
  [2, 'the head of a room', () => get(anna, `/chat/groups/${room}/meta/`)],
  [
    1,
    'what has been read',
    async () => post(anna, `/chat/groups/${room}/read/`, { message_id: await newest() }),
  ],
  [3, 'the groups of a person, and the chats in common', () => get(clara, `/users/${annaId}/groups/`)],
  [2, 'the processes of a person', () => get(clara, `/users/${annaId}/docs/`)],
  [2, 'the teams of a person', () => get(clara, `/users/${annaId}/teams/`)],
  [1, 'the first steps', () => get(clara, '/company/first-steps/')],
  [1, 'a process', () => get(anna, `/docs/${doc}/`)],
  [2, 'a part', () => get(clara, `${parts}${part}/`)],
  [3, 'who has not filled in a process', () => get(clara, `/docs/${doc}/people/`)],
  [2, 'how often a process begins anew', () => get(clara, `/docs/${doc}/repeats/`)],
  [3, 'the charts of a process', () => get(clara, `/docs/${doc}/charts/`)],
  [2, 'what one person has filled in', () => get(clara, `/docs/${doc}/people/${annaId}/`)],
  [2, 'who would be reminded', () => post(clara, `/docs/${doc}/people/remind/preview/`, {})],
  [4, 'the results of a process', () => get(clara, `/docs/${doc}/userdata/`)],
  [2, 'the rounds of a process', () => get(clara, `/docs/${doc}/userdata/rounds/`)],
]

for (const [statements, what, call] of table)
  test(`a call takes so many statements and no more: ${what}, ${statements}`, async () => {
    const asked = await call()
    await make(asked)
    assert.equal(await statementsOf(() => make(asked)), statements)
  })

/** Anna fills in, Bruno sees all happenings, Clara administers, David records one part. */
await make({
  cookie: clara,
  method: 'PUT',
  path: `${parts}${part}/users/`,
  body: { user_ids: [await idOf('david')] },
})
await make({ cookie: clara, method: 'PATCH', path: `/happenings/${happening}/`, body: { status: 'Aktiv' } })
const everybody = [anna, bruno, clara, david]
const lists: Call[] = [
  ...everybody.flatMap((cookie) => [
    get(cookie, '/docs/?filter=&filter_status=&order_by=%2Bname&page=0&per_page=10'),
    get(cookie, '/today/'),
    get(cookie, '/shifts/'),
  ]),
  ...[bruno, clara, david].flatMap((cookie) => [
    get(cookie, '/happenings/?with_teams=true&order_by=%2Bdate'),
    get(cookie, `/happenings/${happening}/`),
    get(cookie, parts),
    get(cookie, `${parts}${part}/time/`),
    get(cookie, `${parts}${part}/time/hints/`),
  ]),
  get(clara, '/users/?order_by=%2Busername'),
  get(clara, '/groups/'),
  get(clara, '/groups/custom/'),
  get(clara, '/users/groups/'),
]
/** One after the other: those who ask at once are read together, and then it hangs on the moment how many are. */
async function askAll() {
  for (const call of lists) await make(call)
}

test('no list takes a statement while nothing has changed, whoever asks, and whatever else they ask between', async () => {
  await askAll()
  assert.equal(await statementsOf(askAll), 0)
  for (const call of [get(anna, '/docs/?filter=zz'), get(clara, '/users/?page=3')]) await make(call)
  assert.equal(await statementsOf(askAll), 0)
})

/** What one change costs all who ask for all lists after it. */
const changes: [statements: number, what: string, change: () => Call | Promise<Call>][] = [
  // The page as administrators, as two sets of groups and as nobody's groups see it; the day as these three see it, and
  // as administrators.
  [8, 'a process is renamed', () => put(`/docs/${doc}/name/`, { name: `Ablauf ${Math.random()}` })],
  [1, 'somebody fills in a process', fillIn],
  // All of them work in it: shifts and teams are each person's own, pages those of three sights: all, what is open, what
  // David records.
  [22, 'a happening is finished', () => status('Erledigt')],
  [22, 'a happening is opened again', () => status('Aktiv')],
  [14, 'a time is entered', enterTime],
  [14, 'a group is made', () => put(`/groups/custom/G${Math.random()}/`)],
  [13, 'somebody is created', () => post(clara, '/users/', { username: `n${Math.random()}` })],
]
const status = (status: string, id = happening): Call => ({
  cookie: clara,
  method: 'PATCH',
  path: `/happenings/${id}/`,
  body: { status },
})

async function fillIn(): Promise<Call> {
  const { fields } = await whole.kontor.db
    .selectFrom('docs')
    .where('id', '=', doc)
    .select('fields')
    .executeTakeFirstOrThrow()
  const field = (fields as { name: string; type: string }[]).find(({ type }) => type === 'textarea')
  const data = { [field?.name ?? '']: String(Math.random()) }
  return { cookie: anna, method: 'PATCH', path: `/docs/${doc}/currentuserdata/`, body: { data } }
}

async function enterTime(): Promise<Call> {
  const { soll_von } = await whole.kontor.db
    .selectFrom('time_entries')
    .where('id', '=', entry)
    .select('soll_von')
    .executeTakeFirstOrThrow()
  const [ist_von_date, time] = (soll_von ?? '').split('T')
  const items = [{ timeentry_id: entry, ist_von_date, ist_von_time: time }]
  return { cookie: clara, method: 'PATCH', path: `${parts}${part}/time/`, body: { items } }
}

/** A machine that stalls for two seconds takes its news for cut, forgets everything, and has to read it once more. */
async function whenHeard(work: () => Promise<unknown>): Promise<number> {
  const read = await statementsOf(work)
  return read === 0 ? 0 : statementsOf(work)
}

for (const [statements, what, change] of changes)
  test(`what all then read anew takes so many statements and no more: ${what}, ${statements}`, async () => {
    await askAll()
    const asked = await change()
    await make(asked)
    const read = await statementsOf(askAll)
    assert.ok(read <= statements, `${read} statements`)
    assert.equal(await whenHeard(askAll), 0)
  })

test('the status of a happening is nothing to the shifts of those who do not work there', async () => {
  const { id: elsewhere } = await whole.kontor.db
    .insertInto('happenings')
    .values({ planner_id: 'elsewhere', name: 'Anderswo', date: '2026-11-28', status: 'Aktiv' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const annas = async () => {
    for (const path of ['/today/', '/shifts/']) await make(get(anna, path))
  }
  await annas()
  for (const one of ['Erledigt', 'Aktiv']) {
    await make(status(one, elsewhere))
    assert.equal(await statementsOf(annas), 0)
  }
})

test('to have read a new message takes two statements', async () => {
  await make(say('Neu'))
  const read = post(bruno, `/chat/groups/${room}/read/`, { message_id: await newest() })
  assert.equal(await statementsOf(() => make(read)), 2)
})
