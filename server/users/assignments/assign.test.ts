import assert from 'node:assert/strict'
import { after as afterAll, test } from 'node:test'
import {
  type AssignmentCell,
  applyCellAction,
  assignmentCells,
  type CellAction,
} from '#contract/words/cell.ts'
import { cast } from '#demo/cast.ts'
import { startNode, testApp } from '#server/testing/app.ts'
import { until } from '#server/testing/until.ts'

const kontor = await testApp()
afterAll(() => kontor[Symbol.asyncDispose]())
const { db } = kontor.kontor
const clara = await kontor.as(cast.clara)
const anna = await kontor.userId(cast.anna)

const cellPath = (group: string, user = anna) => `/users/${user}/groups/${encodeURIComponent(group)}/`
const groupId = async (name: string) =>
  (await db.selectFrom('groups').where('name', '=', name).select('id').executeTakeFirstOrThrow()).id
const stateOfAnna = async (group: string) => (await clara.get(cellPath(group))).body.state
const setCell = async (group: string, cell: AssignmentCell) => {
  await db
    .insertInto('memberships')
    .values({ user_id: anna, group_id: await groupId(group), ...cell })
    .onConflict((conflict) => conflict.columns(['user_id', 'group_id']).doUpdateSet(cell))
    .execute()
}

for (const cell of assignmentCells) {
  for (const [method, action] of [
    ['PUT', 'grant'],
    ['DELETE', 'remove'],
  ] as ['PUT' | 'DELETE', CellAction][]) {
    test(`${method} on imported ${cell.imported}, ${cell.override}: the database takes the step of the model, twice the same`, async () => {
      await setCell('Empfang', cell)
      for (let times = 0; times < 2; times++) {
        const answer = await clara.send(method, cellPath('Empfang'))
        assert.deepEqual([answer.status, answer.text], [200, 'true'])
        const found = await db
          .selectFrom('memberships')
          .where('user_id', '=', anna)
          .where('group_id', '=', await groupId('Empfang'))
          .select(['imported', 'override'])
          .executeTakeFirst()
        assert.deepEqual(found, applyCellAction(cell, action))
      }
    })
  }
}

test('an unknown user or group is not found', async () => {
  assert.equal((await clara.send('PUT', cellPath('Gibt es nicht'))).status, 404)
  assert.equal((await clara.send('PUT', cellPath('Empfang', 999_999))).status, 404)
})

test('spaces around the name of a group do not matter, nor how its letters are composed', async () => {
  await setCell('Bühne', { imported: false, override: 'none' })
  const typed = cellPath(` ${'bühne'.normalize('NFD')} `)
  assert.equal((await clara.send('PUT', typed)).status, 200)
  assert.equal((await clara.get(typed)).body.state, 'granted')
  assert.equal(await stateOfAnna('Bühne'), 'granted')
  await setCell('Bühne', { imported: true, override: 'none' })
})

test('a cell tells its source, who changed it and when', async () => {
  await setCell('Verwaltung', { imported: false, override: 'none' })
  await clara.send('PUT', cellPath('Verwaltung'))
  const { body } = await clara.get(cellPath('Verwaltung'))
  assert.deepEqual([body.state, body.in_planner, body.changed_by], ['granted', false, 'clara'])
  assert.ok(Math.abs(Date.parse(String(body.changed_at)) - Date.now()) < 60_000)
})

test('the matrix has a row for each active user and a column for each group', async () => {
  const { body } = await clara.get('/users/groups/')
  const { users, groups, relation } = body as {
    users: { id: number; name: string }[]
    groups: { id: number; name: string }[]
    relation: string[][]
  }
  assert.equal(users.length, 12)
  assert.deepEqual(
    groups.map(({ name }) => name),
    ['Bühne', 'Empfang', 'Leitung', 'Technik', 'Verwaltung'],
  )
  assert.deepEqual([relation.length, ...new Set(relation.map((row) => row.length))], [12, 5])
  const elif = users.findIndex(({ name }) => name.includes('(elif)'))
  assert.deepEqual(relation[elif], ['empty', 'imported', 'empty', 'empty', 'empty'])
})

test('a row or a column is granted or emptied as a whole', async () => {
  const { body } = await clara.get('/users/groups/')
  const { users, groups } = body as { users: { id: number }[]; groups: { id: number; name: string }[] }
  const stage = groups.find(({ name }) => name === 'Bühne') as { id: number }
  const user_ids = users.map(({ id }) => id)
  const send = (granted: boolean) =>
    clara.send('PATCH', '/users/groups/', { user_ids, group_ids: [stage.id], granted })
  assert.equal((await send(true)).status, 200)
  const effective = () =>
    db
      .selectFrom('memberships')
      .where('group_id', '=', stage.id)
      .where('is_effective', '=', true)
      .select('user_id')
      .execute()
  assert.equal((await effective()).length, 12)
  assert.equal((await send(false)).status, 200)
  assert.equal((await effective()).length, 0)
})

test('an assignment takes effect with the next request of that user, also on a second node', async () => {
  const other = await startNode(kontor.database.connection)
  try {
    const hers = await kontor.as(cast.anna)
    const groupsOn = async (app: typeof other.app) => {
      const { payload } = await app.inject({
        url: '/users/current/',
        headers: { cookie: hers.cookie as string },
      })
      return (JSON.parse(payload) as { groups: { name: string }[] }).groups.map(({ name }) => name)
    }
    await setCell('Leitung', { imported: false, override: 'none' })
    assert.equal((await groupsOn(other.app)).includes('Leitung'), false)
    await clara.send('PUT', cellPath('Leitung'))
    assert.ok((await groupsOn(kontor.app)).includes('Leitung'))
    await until(async () => (await groupsOn(other.app)).includes('Leitung'))
    assert.equal(await stateOfAnna('Leitung'), 'granted')
  } finally {
    await other.stop()
  }
})

test('whoever has the newest matrix of a node is told so, until something of it changes here or elsewhere', async () => {
  const other = await startNode(kontor.database.connection)
  try {
    const ask = async (app: typeof other.app, etag?: string) => {
      const headers = { cookie: clara.cookie as string, ...(etag ? { 'if-none-match': etag } : {}) }
      const { statusCode, headers: answered, payload } = await app.inject({ url: '/users/groups/', headers })
      return { status: statusCode, etag: answered.etag as string, payload }
    }
    const changes: (() => Promise<{ status: number }>)[] = [
      () => clara.send('PUT', cellPath('Technik', anna)),
      () => clara.send('DELETE', cellPath('Technik', anna)),
      () => clara.send('PUT', '/groups/custom/Neu/'),
      () => clara.send('PATCH', '/groups/custom/Neu/rename/Alt/'),
      () => clara.send('DELETE', '/groups/custom/Alt/'),
      () => clara.send('POST', '/users/', { username: 'aaron' }),
    ]
    await setCell('Technik', { imported: false, override: 'none' })
    for (const [step, change] of changes.entries()) {
      const known: [app: typeof other.app, etag: string][] = []
      for (const { app } of [kontor, other]) {
        const { etag } = await ask(app)
        assert.deepEqual(await ask(app, `W/"x", ${etag}`), { status: 304, etag, payload: '' })
        known.push([app, etag])
      }
      assert.equal((await change()).status, 200)
      for (const [app, etag] of known) {
        if (app !== kontor.app) await until(async () => (await ask(app, etag)).status === 200)
        assert.equal((await ask(app, etag)).status, 200, `step ${step}`)
      }
      const [here, there] = await Promise.all([ask(kontor.app), ask(other.app)])
      assert.equal(here.payload, there.payload)
    }
  } finally {
    await other.stop()
  }
})
