import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { cast, demoPassword } from '#demo/cast.ts'
import { hashToken } from '#server/auth/sessions.ts'
import { type Client, testApp } from '#server/testing/app.ts'

const world = await testApp()
after(() => world[Symbol.asyncDispose]())
const { db } = world.kontor
const clara = await world.as(cast.clara)

const linksOf = (id: number) =>
  db.selectFrom('identities').where('user_id', '=', id).select('subject').execute()

/** Anna as an administrator with an API token, a calendar address and a linked provider account. */
async function withBoth() {
  const id = await world.userId(cast.anna)
  await db.updateTable('users').set({ is_admin: true }).where('id', '=', id).execute()
  const anna = await world.as(cast.anna)
  const made = await anna.send('POST', '/tokens/', { name: 'Lohnlauf', scopes: ['users:write'] })
  assert.equal(made.status, 200, made.text)
  await db.deleteFrom('identities').where('user_id', '=', id).execute()
  await db
    .insertInto('identities')
    .values({ issuer: 'https://firma.example/', subject: 'anna', user_id: id })
    .execute()
  const path = String((await anna.send('POST', '/shifts/feed/')).body['path'])
  const headers = { authorization: `Bearer ${String(made.body['token'])}` }
  const answers = async () => [
    (await world.client().get('/users/', { headers })).status,
    (await world.client().get(path)).status,
    (await linksOf(id)).length,
  ]
  assert.deepEqual(await answers(), [200, 200, 1])
  return { id, anna, answers }
}
const standingOf = async (one: Client) => (await one.get('/auth/standing_access/')).body

test('with a password that an administrator sets, tokens, the address of the calendar and links with providers end', async () => {
  const { id, answers } = await withBoth()
  const set = await clara.send('PATCH', `/users/${id}/password/`, { password: 'vom-admin-gesetzt' })
  assert.equal(set.status, 200, set.text)
  assert.deepEqual(await answers(), [401, 404, 0])
  const row = await db
    .selectFrom('audit')
    .where('action', '=', 'user.standing_access_end')
    .select('subject')
    .executeTakeFirstOrThrow()
  assert.deepEqual(row.subject, { user_id: id, tokens: 1, feed: true, providers: 1 })
})

test('with a link for a new password they end, too', async () => {
  const { id, answers } = await withBoth()
  await db
    .insertInto('access_links')
    .values({
      user_id: id,
      kind: 'reset',
      token_hash: hashToken('einmal'),
      expires_at: new Date(Date.now() + 3_600_000),
    })
    .execute()
  const password = 'selbst-gewählt-neu'
  const accepted = await world.client().send('POST', '/invitations/accept/', { token: 'einmal', password })
  assert.equal(accepted.status, 200, accepted.text)
  assert.deepEqual(await answers(), [401, 404, 0])
})

test('with a password of one’s own they go on and are named, each with the way to end it', async () => {
  const { anna, answers } = await withBoth()
  await anna.send('PATCH', '/users/current/password/', { password: `${demoPassword}-neu` })
  assert.deepEqual(await answers(), [200, 200, 1])
  await anna.send('DELETE', '/auth/sessions/')
  const { tokens, feed_since } = (await standingOf(anna)) as { tokens: { id: number }[]; feed_since: string }
  assert.ok(feed_since)
  for (const { id } of tokens) await anna.send('DELETE', `/tokens/${id}/`)
  await anna.send('DELETE', '/shifts/feed/')
  assert.deepEqual(await answers(), [401, 404, 1])
  assert.deepEqual(await standingOf(anna), { tokens: [], feed_since: null, providers: [] })
})

test('nobody is told what goes on for somebody else', async () => {
  await withBoth()
  assert.deepEqual(await standingOf(await world.as(cast.elif)), {
    tokens: [],
    feed_since: null,
    providers: [],
  })
})
