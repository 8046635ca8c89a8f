import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { cast, emailOf } from '#demo/cast.ts'
import { testApp } from '#server/testing/app.ts'
import {
  clientId,
  hs256,
  rs256,
  startFakeProvider,
  type TokenContent,
  unsignedToken,
} from '#server/testing/fake-provider.ts'
import { beginSignIn, finishSignIn, sessionCookieOf } from '#server/testing/sign-in.ts'

const fake = await startFakeProvider()
const world = await testApp({
  PUBLIC_URL: 'https://kontor.example',
  OIDC_PROVIDERS: 'firma',
  OIDC_FIRMA_ISSUER: fake.issuer,
  OIDC_FIRMA_CLIENT_ID: clientId,
  OIDC_FIRMA_MATCH: 'email',
})
after(async () => {
  await world[Symbol.asyncDispose]()
  await fake.stop()
})

async function signIn(person: keyof typeof cast, sid: string | undefined) {
  const { url, cookie } = await beginSignIn(world, 'firma')
  const told = { sub: `p-${person}`, email: emailOf(cast[person]), email_verified: true, sid }
  const answer = await finishSignIn(world, 'firma', { cookie, returned: fake.signIn(url, told) })
  assert.equal(answer.status, 200, answer.text)
  const client = world.client(sessionCookieOf(answer))
  return async () => (await client.get('/users/current/')).status === 200
}
/** Sent by the provider itself, not by a browser. */
async function tell(token: string, address = '192.0.2.9') {
  const { statusCode, body, headers } = await world.app.inject({
    method: 'POST',
    url: '/auth/providers/firma/logout/',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ logout_token: token, unbekannt: 'x' }).toString(),
    remoteAddress: address,
  })
  return { status: statusCode, text: body, headers }
}
const signed = (token: TokenContent) => rs256(token, fake.key.privateKey)

test('one session at the provider ends what came from it, an account there all that came from it', async () => {
  const [one, two, other] = [
    await signIn('anna', 's-1'),
    await signIn('anna', 's-2'),
    await signIn('bruno', 's-3'),
  ]
  const ended = await tell(signed(fake.logout({ sub: 'p-anna', sid: 's-1' })))
  assert.deepEqual([ended.status, ended.headers['cache-control']], [200, 'no-store'])
  assert.deepEqual([await one(), await two(), await other()], [false, true, true])
  assert.equal((await tell(signed(fake.logout({ sub: 'p-anna' })))).status, 200)
  assert.deepEqual([await two(), await other()], [false, true])
  assert.equal((await tell(signed(fake.logout({ sid: 's-3' })))).status, 200)
  assert.equal(await other(), false)
  const rows = await world.kontor.db
    .selectFrom('audit')
    .where('action', '=', 'auth.provider_logout')
    .selectAll()
    .execute()
  assert.equal(rows.length, 3)
})

test('of whom the provider said no session at the login, the person’s logout ends it', async () => {
  const isIn = await signIn('david', undefined)
  await tell(signed(fake.logout({ sub: 'p-bruno', sid: 's-9' })))
  assert.equal(await isIn(), true)
  await tell(signed(fake.logout({ sub: 'p-david', sid: 's-9' })))
  assert.equal(await isIn(), false)
})

test('a logout of whom nobody is signed in from there is taken, and touches nobody', async () => {
  const isIn = await world.as(cast.elif)
  assert.equal((await tell(signed(fake.logout({ sub: 'p-elif' })))).status, 200)
  assert.equal((await isIn.get('/users/current/')).status, 200)
})

const now = () => Math.floor(Date.now() / 1_000)
const person = { sub: 'p-frieda' }
const EVENT = 'http://schemas.openid.net/event/backchannel-logout'
const wrong: Record<string, () => string> = {
  'of another issuer': () => signed(fake.logout({ ...person, iss: 'https://fremd.example' })),
  'for another client': () => signed(fake.logout({ ...person, aud: 'andere' })),
  'that is no logout': () => signed(fake.logout({ ...person, events: {} })),
  'whose event is no object': () => signed(fake.logout({ ...person, events: { [EVENT]: 'ja' } })),
  'with a nonce, as a login has': () => signed(fake.logout({ ...person, nonce: 'x' })),
  'that is old': () => signed(fake.logout({ ...person, iat: now() - 3_600, exp: undefined })),
  'that is over': () => signed(fake.logout({ ...person, exp: now() - 60 })),
  'from the future': () => signed(fake.logout({ ...person, iat: now() + 600, exp: now() + 900 })),
  'without a moment': () => signed(fake.logout({ ...person, iat: undefined })),
  'without a number': () => signed(fake.logout({ ...person, jti: undefined })),
  'of nobody': () => signed(fake.logout({})),
  'of a person that is no text': () => signed(fake.logout({ sub: { $ne: '' } })),
  'of another kind': () => signed(fake.logout(person, { typ: 'at+jwt' })),
  'with a key of somebody else': () => rs256(fake.logout(person), fake.stranger.privateKey),
  'with a key that nobody has': () => rs256(fake.logout(person, { kid: 'neu' }), fake.stranger.privateKey),
  'that is not signed': () => unsignedToken(fake.logout(person, { alg: 'none' })),
  'that is signed by the public key': () =>
    hs256(fake.logout(person, { alg: 'HS256' }), fake.key.publicKey.export({ type: 'spki', format: 'pem' })),
  'that is none': () => 'abc',
}

test('a logout that is not in order ends nothing, is answered with a sentence, and leaves a row', async () => {
  const isIn = await signIn('frieda', 's-5')
  let address = 0
  for (const [name, token] of Object.entries(wrong)) {
    const { status, text } = await tell(token(), `198.51.100.${++address}`)
    assert.equal(status, 400, `${name}: ${text}`)
    assert.match(text, /Die Abmeldung bei einem Anbieter gilt nicht\./)
  }
  assert.equal(await isIn(), true)
  const once = signed(fake.logout({ sub: 'p-niemand' }))
  assert.deepEqual([(await tell(once)).status, (await tell(once)).status], [200, 400])
  await world.app.refusals.flush()
  const rows = await world.kontor.db
    .selectFrom('audit')
    .where('action', '=', 'refused.logout_token')
    .selectAll()
    .execute()
  assert.equal(rows.length, Object.keys(wrong).length + 1)
})

test('made-up names of keys do not make us ask the provider again and again', async () => {
  const before = fake.counts.keys
  for (let at = 0; at < 20; at++)
    await tell(rs256(fake.logout(person, { kid: `neu-${at}` }), fake.stranger.privateKey))
  assert.ok(fake.counts.keys - before <= 6, String(fake.counts.keys - before))
})

test('only this one call takes a form, and only with one token', async () => {
  const form = (url: string, payload: string) =>
    world.app.inject({
      method: 'POST',
      url,
      payload,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
  assert.equal((await form('/auth/login/', 'username=anna')).statusCode, 415)
  assert.equal((await form('/auth/providers/firma/logout/', 'a=b')).statusCode, 400)
  assert.equal((await form('/auth/providers/firma/logout/', 'logout_token=a&logout_token=b')).statusCode, 400)
})
