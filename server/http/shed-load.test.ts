import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { cast, demoPassword } from '#demo/cast.ts'
import { type Client, testApp } from '#server/testing/app.ts'
import { limits } from './limits.ts'

const world = (global: Partial<typeof limits.global>) =>
  testApp({}, { limits: { ...limits, global: { ...limits.global, event_loop_delay: 0, ...global } } })
type World = Awaited<ReturnType<typeof world>>

/** Calls that must work under any load. */
async function everythingElseGoesOn({ as, client, kontor: { db } }: World) {
  const clara = await as(cast.clara)
  const { id } = await db
    .selectFrom('groups')
    .where('name', '=', 'Bühne')
    .select('id')
    .executeTakeFirstOrThrow()
  const sent = await clara.send('POST', `/chat/groups/${id}/send_message/`, { message: 'Wir sind noch da.' })
  const logIn = { username: cast.anna.username, password: demoPassword }
  assert.deepEqual(
    [
      sent.status,
      (await client().send('POST', '/auth/login/', logIn)).status,
      (await clara.get('/users/current/')).status,
      (await clara.get('/chat/direct/users/?filter=a')).status,
      // With any other status a load balancer would stop sending requests to this node.
      (await client().get('/health/ready')).status,
    ],
    [200, 200, 200, 200, 200],
  )
}

async function refusalOf(client: Client) {
  const answer = await client.get('/docs/')
  assert.deepEqual(answer.body, {
    success: false,
    details: 'Gerade ist zu viel zu tun. Bitte versuchen Sie es gleich noch einmal.',
    detail: 'Service Unavailable',
  })
  assert.equal(answer.headers['x-content-type-options'], 'nosniff')
  return [answer.status, Number(answer.headers['retry-after']) >= 2]
}

test('while the event loop comes late lists give way, and everything else goes on', async () => {
  await using late = await world({ event_loop_delay: 1e-9, crowd: 0 })
  const clara = await late.as(cast.clara)
  // The delay is sampled at intervals, so the first requests may still succeed.
  while ((await clara.get('/docs/')).status === 200) await sleep(50)
  assert.deepEqual(await refusalOf(clara), [503, true])
  await everythingElseGoesOn(late)
  const { text } = await late.client().get('/metrics')
  assert.match(text, /^kontor_http_refusals_total\{reason="overloaded"\} [1-9]/m)
})

test('while many wait for the database lists give way, and are served again afterwards', async () => {
  await using busy = await world({ waiting_for_database: 3 })
  const clara = await busy.as(cast.clara)
  assert.equal((await clara.get('/docs/')).status, 200)
  // More queries than the pool has connections.
  const held = Array.from({ length: 7 }, () => sql`select pg_sleep(0.5)`.execute(busy.kontor.db))
  await sleep(0)
  assert.deepEqual(await refusalOf(clara), [503, true])
  await Promise.all(held)
  assert.equal((await clara.get('/docs/')).status, 200)
  await everythingElseGoesOn(busy)
})

test('where only few ask, nothing gives way, however late the event loop comes', async () => {
  await using slow = await world({ event_loop_delay: 1e-9 })
  const clara = await slow.as(cast.clara)
  for (let nr = 0; nr < 10; nr++) {
    assert.equal((await clara.get('/docs/')).status, 200)
    await sleep(50)
  }
})
