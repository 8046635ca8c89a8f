import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { cast, demoPassword } from '#demo/cast.ts'
import { testApp } from '#server/testing/app.ts'

const world = await testApp({ TRUSTED_PROXIES: 'loopback' })
after(() => world[Symbol.asyncDispose]())

/** The address of the session that a login through a proxy begins. */
async function addressFor(forwarded: string) {
  const login = await world
    .client()
    .send(
      'POST',
      '/auth/login/',
      { username: cast.anna.username, password: demoPassword },
      { address: '127.0.0.1', headers: { 'x-forwarded-for': forwarded } },
    )
  assert.equal(login.status, 200, login.text)
  const cookie = String(login.headers['set-cookie']).split(';')[0]
  const { body } = await world.client(cookie).get('/auth/sessions/')
  return (body['items'] as { address: string; is_this: boolean }[]).find(({ is_this }) => is_this)?.address
}

test('where a proxy names the port, a session shows the address alone', async () => {
  assert.equal(await addressFor('198.51.100.7:50123'), '198.51.100.7')
  assert.equal(await addressFor('[2001:db8::7]:50123'), '2001:db8::7')
})

test('what is no address is shown nowhere as one', async () => {
  assert.equal(await addressFor('x'.repeat(5_000)), '127.0.0.1')
})
