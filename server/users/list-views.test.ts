import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { cast } from '#demo/cast.ts'
import { testApp } from '#server/testing/app.ts'

const kontor = await testApp()
after(() => kontor[Symbol.asyncDispose]())
const { db } = kontor.kontor
const clara = await kontor.as(cast.clara)

const keep = (list: string, view: object, who = clara) =>
  who.send('PUT', `/users/current/lists/${list}/`, view)
const listsOf = async (who = clara) => (await who.get('/users/current/')).body['lists']

test('how somebody leaves a list comes with who is signed in, in every browser of theirs and in nobody else’s', async () => {
  const view = { hidden: ['persplan_telefon'], search: { filter_status: 'Lokal', order_by: '-username' } }
  assert.equal(await listsOf(), undefined)
  assert.equal((await keep('users', view)).status, 200)
  assert.deepEqual(await listsOf(), [{ list: 'users', ...view }])
  assert.deepEqual(await listsOf(await kontor.as(cast.clara)), [{ list: 'users', ...view }])
  assert.equal(await listsOf(await kontor.as(cast.anna)), undefined)
})

test('the list as everybody finds it leaves nothing behind', async () => {
  await keep('groups', { hidden: [], search: { order_by: '-name' } })
  await keep('groups', { hidden: [], search: {} })
  const rows = await db.selectFrom('list_views').where('list', '=', 'groups').select('list').execute()
  assert.deepEqual(rows, [])
})

test('only lists that there are are kept, with the choices that they have', async () => {
  for (const list of ['chat', 'results-', 'results-0', 'results-1x'])
    assert.equal((await keep(list, { hidden: [], search: {} })).status, 404, list)
  assert.equal((await keep('results-7', { hidden: ['Wechselgeld'], search: {} })).status, 200)
  assert.equal((await keep('users', { hidden: [], search: { page: '3' } })).status, 422)
  assert.equal((await keep('users', { hidden: ['x'.repeat(201)], search: {} })).status, 422)
})

test('a choice that an earlier release has kept and that there is no more is not given back', async () => {
  const bruno = await kontor.as(cast.bruno)
  const row = { user_id: await kontor.userId(cast.bruno), list: 'results-7', hidden: ['Feld'] }
  await db
    .insertInto('list_views')
    .values({ ...row, search: JSON.stringify({ fill_status: 'all' }) })
    .execute()
  assert.deepEqual(await listsOf(bruno), [{ list: 'results-7', hidden: ['Feld'], search: {} }])
})

test('of one person so many are kept, the oldest goes', async () => {
  const anna = await kontor.as(cast.anna)
  for (let doc = 1; doc <= 62; doc++) await keep(`results-${doc}`, { hidden: ['Feld'], search: {} }, anna)
  const kept = (await listsOf(anna)) as { list: string }[]
  assert.equal(kept.length, 60)
  assert.ok(!kept.some(({ list }) => list === 'results-1' || list === 'results-2'))
})
