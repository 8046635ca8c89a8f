import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { cast } from '#demo/cast.ts'
import { testApp } from '#server/testing/app.ts'
import { insertHappening } from '#server/testing/happenings.ts'

const world = await testApp()
after(() => world[Symbol.asyncDispose]())
const { db } = world.kontor
const clara = await world.as(cast.clara)

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
