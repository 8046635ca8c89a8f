import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { cast } from '#demo/cast.ts'
import { generatePeople } from '#planner-simulator/company.ts'
import { startSimulator } from '#planner-simulator/server.ts'
import { type Client, testApp } from '#server/testing/app.ts'
import { registerDevice } from '#server/testing/devices.ts'
import { waitForResult } from '#server/testing/until.ts'

const simulator = await startSimulator()
const world = await testApp({ PLANNER_URL: simulator.url, PLANNER_TOKEN: simulator.token })
after(async () => {
  await world[Symbol.asyncDispose]()
  await simulator.stop()
})
const { db } = world.kontor
const clara = await world.as(cast.clara)
simulator.users = generatePeople(12)

const sync = async () => (await waitForResult(clara, await clara.send('POST', '/users/sync/'))).result
const setActive = (ids: number[], is_active: boolean) =>
  clara.send('POST', '/users/mass_edit/', { user_ids: ids, is_active })
const shown = async (id: number) => (await clara.get(`/users/${id}/`)).body
const listed = async (filter_status: string) =>
  (
    (await clara.get('/users/', { query: { filter_status, per_page: '200' } })).body['items'] as {
      id: number
    }[]
  ).map(({ id }) => id)
const statusOf = async (one: Client) => (await one.get('/users/current/')).status

test('an administrator keeps out at once whom the planner knows, and no sync lets them in again', async () => {
  const id = await world.userId(cast.bruno)
  const bruno = await world.as(cast.bruno)
  await registerDevice(bruno)
  const feed = String((await bruno.send('POST', '/shifts/feed/')).body['path'])
  assert.equal((await shown(id))['is_active'], true)
  const acted = await setActive([id], false)
  assert.equal(acted.body['changed'], 1, acted.text)

  assert.equal(await statusOf(bruno), 401)
  assert.equal((await world.client().get(feed)).status, 404)
  const devices = db.selectFrom('push_subscriptions').where('user_id', '=', id).selectAll().execute()
  assert.deepEqual(await devices, [])
  for (let times = 0; times < 2; times++) {
    const { is_active, is_blocked } = await shown(id)
    assert.deepEqual({ is_active, is_blocked }, { is_active: false, is_blocked: true })
    assert.ok((await listed('Gesperrt')).includes(id))
    await sync()
  }
  // A server of the previous release, which does not know about blocking, cannot reactivate the user either.
  await db.updateTable('users').set({ is_active: true }).where('id', '=', id).execute()
  assert.equal((await shown(id))['is_active'], false)

  assert.equal((await setActive([id], true)).body['changed'], 1)
  const { is_active, is_blocked } = await shown(id)
  assert.deepEqual({ is_active, is_blocked }, { is_active: true, is_blocked: false })
  assert.equal(await statusOf(bruno), 401)
  assert.equal((await world.client().get(feed)).status, 404)
  const rows = await db
    .selectFrom('audit')
    .where('action', 'in', ['user.block', 'user.unblock'])
    .select('action')
    .orderBy('id')
    .execute()
  assert.deepEqual(
    rows.map(({ action }) => action),
    ['user.block', 'user.unblock'],
  )
})

test('who has vanished from the planner is not let in by hand, and nobody keeps themselves out', async () => {
  const id = await world.userId(cast.hannah)
  await db.updateTable('users').set({ is_active: false }).where('id', '=', id).execute()
  assert.equal((await setActive([id], true)).body['changed'], 0)
  assert.equal((await setActive([await world.userId(cast.clara)], false)).body['changed'], 0)
})

test('who is blocked is not made anonymous: the planner would bring them back as somebody new', async () => {
  const id = await world.userId(cast.georg)
  await setActive([id], false)
  const refused = await clara.send('POST', `/users/${id}/anonymisation/`, { messages: false, answers: false })
  assert.equal(refused.status, 409)
  assert.match(String(refused.body['details']), /ist gesperrt/)
})
