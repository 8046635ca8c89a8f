import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { cast, demoPassword } from '#demo/cast.ts'
import { generatePeople } from '#planner-simulator/company.ts'
import { faults } from '#planner-simulator/faults.ts'
import { startSimulator } from '#planner-simulator/server.ts'
import { testApp } from '#server/testing/app.ts'
import { waitForResult } from '#server/testing/until.ts'

const simulator = await startSimulator()
const kontor = await testApp({ PLANNER_URL: simulator.url, PLANNER_TOKEN: simulator.token })
after(async () => {
  await kontor[Symbol.asyncDispose]()
  await simulator.stop()
})
const { db } = kontor.kontor
const clara = await kontor.as(cast.clara)
beforeEach(() => {
  simulator.users = generatePeople(12)
  simulator.fault = undefined
})

const start = () => clara.send('POST', '/users/sync/')
const sync = async () => (await waitForResult(clara, await start())).result ?? ''
const everything = async () => {
  const { rows } = await sql<{
    hash: string
  }>`select md5(string_agg(line, chr(10) order by line)) as hash from (
    select users::text as line from users union all select groups::text from groups union all select memberships::text from memberships) lines`.execute(
    db,
  )
  return rows[0]?.hash
}
const rowVersions = async () => {
  const { rows } =
    await sql`select 'u' as kind, id, xmin::text from users union all select 'm', user_id * 1000 + group_id, xmin::text from memberships order by 1, 2`.execute(
      db,
    )
  return JSON.stringify(rows)
}

test('an unchanged planner writes no row', async () => {
  await sync()
  const before = await rowVersions()
  assert.equal(await sync(), 'Abgleich fertig: Es hat sich nichts geändert.')
  assert.equal(await rowVersions(), before)
})

test('whoever starts it on reading its result starts a new one', async () => {
  const ids = new Set<string>()
  for (let round = 0; round < 2; round++) {
    const started = await start()
    ids.add(String(started.body.background_result_id))
    await waitForResult(clara, started)
  }
  assert.equal(ids.size, 2)
})

test('new people come with their groups and no password; changed ones keep name, role and password', async () => {
  simulator.users = generatePeople(14).map((user) =>
    user.id === 'P1001' ? { ...user, nachname: 'Berger-Neu', username: 'other' } : user,
  )
  const report = await sync()
  assert.match(report, /2 neu, 1 geändert/)
  const { new_user_ids } = (await clara.get('/users/sync/last/')).body as { new_user_ids: number[] }
  const { rows } = await sql<{
    id: number
  }>`select id from users where persplan_id in ('P2001', 'P2002')`.execute(db)
  assert.deepEqual(new Set(new_user_ids), new Set(rows.map(({ id }) => id)))
  const { body } = await clara.get('/users/', { query: { filter: 'Berger-Neu' } })
  const [anna] = body.items as { username: string; persplan_nachname: string }[]
  assert.deepEqual([anna?.username, anna?.persplan_nachname], ['anna', 'Berger-Neu'])
  const login = await kontor
    .client()
    .send('POST', '/auth/login/', { username: 'anna', password: demoPassword })
  assert.equal(login.status, 200)
  const fresh = await db
    .selectFrom('users')
    .where('persplan_id', '=', 'P2001')
    .selectAll()
    .executeTakeFirstOrThrow()
  assert.deepEqual([fresh.password_hash, fresh.is_admin, fresh.is_active], [null, false, true])
})

test('whom the planner gives another address, their mailed links are over; the own address stays before it', async () => {
  await sync()
  const [annaId, brunoId, davidId] = await Promise.all(
    [cast.anna, cast.bruno, cast.david].map((person) => kontor.userId(person)),
  )
  await db
    .updateTable('users')
    .set({ email: 'bruno@privat.example' })
    .where('id', '=', Number(brunoId))
    .execute()
  for (const id of [annaId, brunoId, davidId])
    await sql`insert into access_links (user_id, kind, token_hash, expires_at, mail)
      values (${id}, 'reset', sha256(${String(id)}::bytea), now() + interval '1 hour', 'sent')`.execute(db)
  simulator.users = generatePeople(12).map((user) =>
    ['anna', 'bruno'].includes(user.username ?? '') ? { ...user, email: `neu-${user.email}` } : user,
  )
  assert.match(await sync(), /2 geändert/)
  const { rows } = await sql<{ user_id: number }>`
    select user_id from access_links where token_hash is not null`.execute(db)
  assert.deepEqual(new Set(rows.map(({ user_id }) => user_id)), new Set([brunoId, davidId]))
})

test('a username that is taken gets a number, apart from one that it ends with itself', async () => {
  const [first] = generatePeople(13).slice(12)
  assert.ok(first)
  simulator.users = [
    ...generatePeople(12),
    { ...first, id: 'P7001', username: 'Anna' },
    { ...first, id: 'P7002', username: 'ANNA' },
  ]
  await sync()
  const rows = await db
    .selectFrom('users')
    .where('persplan_id', 'in', ['P7001', 'P7002'])
    .select('username')
    .orderBy('username')
    .execute()
  assert.deepEqual(rows.map(({ username }) => username).toSorted(), ['ANNA-3', 'Anna-2'])
})

test('a name that is too long ends with a whole character', async () => {
  const [first] = generatePeople(13).slice(12)
  assert.ok(first)
  const [user, group] = ['Ü'.repeat(99), 'Ü'.repeat(79)]
  simulator.users = [
    ...generatePeople(12),
    { ...first, id: 'P7003', username: `${user}🎭🎭`, groups: [`${group}🎭🎭`] },
    { ...first, id: 'P7004', username: `${user} und mehr`, groups: [`${group} und mehr`] },
  ]
  assert.match(await sync(), /2 neu/)
  const rows = await db
    .selectFrom('users')
    .innerJoin('memberships', 'memberships.user_id', 'users.id')
    .innerJoin('groups', 'groups.id', 'memberships.group_id')
    .where('persplan_id', 'in', ['P7003', 'P7004'])
    .select(['username', 'name'])
    .orderBy('persplan_id')
    .execute()
  assert.deepEqual(rows, [
    { username: `${user}🎭`, name: `${group}🎭` },
    { username: user, name: group },
  ])
})

test('who vanishes is deactivated: no login, no session, no memberships; who comes back is active again', async () => {
  simulator.users = generatePeople(12)
  await sync()
  const lena = await kontor.as(cast.lena)
  await lena.get('/users/current/')
  simulator.users = generatePeople(11)
  assert.match(
    await sync(),
    /1 deaktiviert.*\nNicht mehr in der Personalplanung, daher deaktiviert: .*Hohenstein/,
  )
  assert.equal((await lena.get('/users/current/')).status, 401)
  const login = await kontor
    .client()
    .send('POST', '/auth/login/', { username: 'lena', password: demoPassword })
  assert.equal(login.body.details, 'Login fehlgeschlagen')
  simulator.users = generatePeople(12)
  assert.match(await sync(), /1 wieder da/)
  assert.equal(
    (await kontor.client().send('POST', '/auth/login/', { username: 'lena', password: demoPassword })).status,
    200,
  )
})

test('the last administrator stays, although the planner has them no more, and the report names them', async () => {
  await sync()
  const number = await db
    .selectFrom('users')
    .where('username', '=', 'clara')
    .select('persplan_id')
    .executeTakeFirstOrThrow()
  simulator.users = generatePeople(12).filter(({ id }) => id !== number.persplan_id)
  const report = await sync()
  assert.match(report, /nicht deaktiviert, weil es sonst keinen aktiven Admin mehr gäbe: Döring, Clara$/)
  assert.doesNotMatch(report, /1 deaktiviert/)
  assert.equal((await clara.get('/users/')).status, 200)
  const vanishing = async () => (await clara.get('/users/sync/preview/')).body['vanishing']
  assert.deepEqual(await vanishing(), { count: 0, names: [] })
  const privileges = `/users/${await kontor.userId(cast.bruno)}/privileges/`
  await clara.send('PATCH', privileges, { is_admin: true })
  assert.deepEqual(await vanishing(), { count: 1, names: ['Döring, Clara'] })
  await clara.send('PATCH', privileges, { is_admin: false })
})

test('a revocation survives the sync, also when the planner drops the membership and brings it back', async () => {
  await sync()
  const anna = await kontor.userId(cast.anna)
  const path = `/users/${anna}/groups/Technik/`
  const state = async () => (await clara.get(path)).body.state
  await clara.send('DELETE', path)
  await sync()
  assert.equal(await state(), 'revoked')
  simulator.users = generatePeople(12).map((user) =>
    user.id === 'P1001' ? { ...user, groups: ['Bühne'] } : user,
  )
  await sync()
  assert.equal(await state(), 'empty')
  simulator.users = generatePeople(12)
  await sync()
  assert.equal(await state(), 'revoked')
  await clara.send('PUT', path)
  assert.equal(await state(), 'imported')
})

test('a group of the planner never becomes one with a custom group of its name', async () => {
  await clara.send('PUT', '/groups/custom/Werkstatt/')
  simulator.users = generatePeople(12).map((user) =>
    user.id === 'P1002' ? { ...user, groups: [...user.groups, 'werkstatt'] } : user,
  )
  assert.match(await sync(), /heißt „werkstatt \(Planung\)“/)
  assert.deepEqual((await clara.get('/groups/custom/effects/')).status, 404)
  assert.deepEqual((await clara.get('/groups/custom/Werkstatt/effects/')).body, { members: 0, docs: [] })
})

test('when the planner fails, has nobody, or too many would vanish, nothing is written and a sentence says so', async () => {
  await sync()
  const before = await everything()
  for (const name of ['down', 'nobody']) {
    simulator.fault = faults[name]
    assert.match(await sync(), /Es wurde nichts geändert\.$/, name)
    assert.equal(await everything(), before, name)
  }
  simulator.fault = undefined
  simulator.users = generatePeople(9)
  assert.match(
    await sync(),
    /würden \d+ von \d+ Benutzern verschwinden, mehr als 20 %\. Es wurde nichts geändert\.$/,
  )
  assert.equal(await everything(), before)
})

test('the preview tells what a sync would do, and writes nothing', async () => {
  await sync()
  const before = await everything()
  simulator.users = generatePeople(13).slice(1)
  const { status, body } = await clara.get('/users/sync/preview/')
  assert.equal(status, 200)
  assert.deepEqual(body['vanishing'], { count: 1, names: ['Berger, Anna'] })
  assert.equal((body['returning'] as { count: number }).count, 1)
  assert.equal(body['refused'], null)
  assert.equal(await everything(), before)
  simulator.fault = faults['down']
  const failed = await clara.get('/users/sync/preview/')
  assert.deepEqual([failed.status, failed.body.success], [409, false])
})

test('a second start while one runs answers the running one; its result is for its starter and administrators', async () => {
  let release = () => {}
  const held = new Promise<void>((go) => (release = go))
  simulator.fault = async (response, answer) => {
    await held
    response.end(answer)
  }
  const [one, two] = await Promise.all([start(), start()])
  assert.equal(one.body.background_result_id, two.body.background_result_id)
  const path = `/background_result/${String(one.body.background_result_id)}/`
  assert.deepEqual((await clara.get(path)).body, { result: null, outcome: null })
  assert.equal((await (await kontor.as(cast.bruno)).get(path)).status, 404)
  release()
  await waitForResult(clara, one)
  const { body } = await clara.get('/users/sync/last/')
  assert.match(String(body.result), /^Abgleich fertig/)
  assert.equal(body.outcome, 'nothing')
})

test('webhooks hear who is new and of whom something has changed, and nothing of a sync that changes nobody', async () => {
  await sync()
  const events = ['people.changed']
  // A private address is never called, so the queued deliveries stay to be inspected.
  const webhook = { address: 'http://127.0.0.1:1/', events, secret: Buffer.alloc(32) }
  await db.insertInto('webhooks').values(webhook).execute()
  await sync()
  const fresh = generatePeople(2).map((user, at) => ({ ...user, id: `neu-${at}`, username: `neu-${at}` }))
  const [first, ...others] = generatePeople(12)
  assert.ok(first)
  simulator.users = [{ ...first, telefon: '0999' }, ...others, ...fresh]
  await sync()
  const told = await db.selectFrom('webhook_deliveries').select('body').orderBy('id').execute()
  await db.deleteFrom('webhooks').execute()
  type Told = { data: { change: string; user_ids: number[]; count: number } }
  const data = told.map(({ body }) => (JSON.parse(body) as Told).data)
  assert.deepEqual(
    data.map(({ change, count }) => [change, count]),
    [
      ['created', 2],
      ['changed', 1],
    ],
  )
  const ids = data.flatMap(({ user_ids }) => user_ids)
  const known = await db.selectFrom('users').where('id', 'in', ids).select('id').execute()
  assert.equal(known.length, 3)
})
