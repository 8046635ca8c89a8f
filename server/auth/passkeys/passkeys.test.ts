import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { cast, type Person } from '#demo/cast.ts'
import { transaction } from '#server/db/connect.ts'
import { type Client, startNode, testApp } from '#server/testing/app.ts'
import { type Overrides, VirtualAuthenticator } from '#server/testing/authenticator.ts'
import { untilBlockedByLock } from '#server/testing/until.ts'
import { lockUserForUpdate } from '../accounts-store.ts'
import { relyingPartyOf } from './relying-party.ts'

const world = await testApp()
after(() => world[Symbol.asyncDispose]())
const { db } = world.kontor

const cookieOf = (headers: Record<string, unknown>) => String(headers['set-cookie']).split(';')[0] as string
type Creation = Parameters<VirtualAuthenticator['create']>[0]
type Request = Parameters<VirtualAuthenticator['get']>[0]

async function beginFor(by: Client) {
  const begun = await by.send('POST', '/passkeys/options/')
  assert.equal(begun.status, 200, begun.text)
  return {
    options: begun.body['options'] as Creation,
    browser: world.client(`${by.cookie}; ${cookieOf(begun.headers)}`),
  }
}

async function passkeyOf(person: Person, told?: Overrides): Promise<VirtualAuthenticator> {
  const { options, browser } = await beginFor(await world.as(person))
  const device = new VirtualAuthenticator()
  const added = await browser.send('POST', '/passkeys/', { name: 'Telefon', ...device.create(options, told) })
  assert.equal(added.status, 200, added.text)
  return device
}

async function ask() {
  const asked = await world.client().send('POST', '/auth/passkeys/options/')
  assert.equal(asked.status, 200, asked.text)
  return {
    options: asked.body['options'] as Request,
    cookie: cookieOf(asked.headers),
    browser: world.client(cookieOf(asked.headers)),
  }
}

async function logIn(device: VirtualAuthenticator, told?: Overrides) {
  const { options, browser } = await ask()
  return browser.send('POST', '/auth/passkeys/', device.get(options, told))
}

test('a passkey signs in by itself, and shows when it was used', async () => {
  const device = await passkeyOf(cast.anna)
  const answer = await logIn(device)
  assert.equal(answer.status, 200, answer.text)
  const anna = world.client(cookieOf(answer.headers))
  assert.equal((await anna.get('/users/current/')).body['username'], 'anna')
  const { body } = await anna.get('/passkeys/')
  const [shown] = body['items'] as { id: number; name: string; used_at: string | null }[]
  assert.equal(shown?.name, 'Telefon')
  assert.notEqual(shown?.used_at, null)
  const path = `/passkeys/${shown?.id}/`
  assert.equal((await anna.send('PATCH', path, { name: '  Diensthandy ' })).status, 200)
  const bruno = await world.as(cast.bruno)
  assert.equal((await bruno.send('PATCH', path, { name: 'Meiner' })).status, 404)
  assert.equal((await bruno.send('DELETE', path)).status, 404)
  assert.equal((await anna.send('DELETE', path)).status, 200)
  assert.equal((await logIn(device)).status, 403)
})

test('nobody has more than twenty passkeys, also not by adding two at once on two devices', async () => {
  const user_id = await world.userId(cast.david)
  const added = Array.from({ length: 19 }, (_, n) => ({
    user_id,
    name: `Gerät ${n}`,
    credential_id: Buffer.from(`gerät-${n}`),
    public_key: Buffer.alloc(1),
    counter: 0,
    user_handle: Buffer.alloc(32),
  }))
  await db.insertInto('passkeys').values(added).execute()
  const begun = [await beginFor(await world.as(cast.david)), await beginFor(await world.as(cast.david))]
  const adding = await transaction(db, async (tx) => {
    await lockUserForUpdate(tx, user_id)
    const both = begun.map(({ options, browser }) =>
      browser.send('POST', '/passkeys/', { name: 'Neu', ...new VirtualAuthenticator().create(options) }),
    )
    await untilBlockedByLock(db, both.length)
    return { both }
  })
  const answers = await Promise.all(adding.both)
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((one, other) => one - other),
    [200, 409],
  )
})

test('of who signs in by passkey no code is asked', async () => {
  const device = await passkeyOf(cast.elif)
  const user_id = await world.userId(cast.elif)
  await db
    .insertInto('one_time_codes')
    .values({ user_id, secret: Buffer.alloc(20), on_since: new Date() })
    .execute()
  assert.equal((await logIn(device)).status, 200)
})

const wrong: [what: string, told: Overrides, status?: number][] = [
  ['from another origin', { origin: 'https://kontor.example' }],
  ['from another port of the same host', { origin: 'http://localhost:8081' }],
  ['for another host', { rpId: 'kontor.example' }],
  ['to another question', { challenge: Buffer.alloc(32).toString('base64url') }, 409],
  ['without finger, face or PIN', { isVerified: false }],
  ['from within another page', { crossOrigin: true }, 409],
  ['that was meant for something else', { type: 'webauthn.create' }],
]
for (const [what, told, status = 403] of wrong)
  test(`an answer ${what} is refused, and leaves no session`, async () => {
    const device = await passkeyOf(cast.bruno)
    const before = await sessionsOf(cast.bruno)
    const answer = await logIn(device, told)
    assert.equal(answer.status, status)
    assert.equal(await sessionsOf(cast.bruno), before)
    assert.equal((await logIn(device)).status, 200)
  })

async function sessionsOf(person: Person): Promise<number> {
  const id = await world.userId(person)
  const { rows } = await sql<{ count: number }>`select count(*) from sessions where user_id = ${id}`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

test('an answer whose bytes were changed anywhere, or whose owner was, is refused alike', async () => {
  const [device, other] = [await passkeyOf(cast.hannah), await passkeyOf(cast.georg)]
  const turned = (text: string, at: number) => {
    const bytes = Buffer.from(text, 'base64url')
    bytes[at] = (bytes[at] as number) ^ 1
    return bytes.toString('base64url')
  }
  type Given = ReturnType<VirtualAuthenticator['get']>
  const changes: ((given: Given, request: Request) => Partial<Given>)[] = [
    ({ signature }) => ({ signature: turned(signature, 20) }),
    ({ authenticator_data }) => ({ authenticator_data: turned(authenticator_data, 35) }),
    ({ client_data }) => ({
      client_data: Buffer.from(`${Buffer.from(client_data, 'base64url').toString()} `).toString('base64url'),
    }),
    () => ({ credential_id: other.id.toString('base64url') }),
    (_, request) => ({ user_handle: other.get(request).user_handle }),
    () => ({ credential_id: Buffer.alloc(16).toString('base64url') }),
    (_, request) => ({ signature: other.get(request).signature }),
  ]
  const said = new Set<string>()
  for (const change of changes) {
    const { options, browser } = await ask()
    const given = device.get(options)
    const answer = await browser.send('POST', '/auth/passkeys/', { ...given, ...change(given, options) })
    assert.equal(answer.status, 403, String(change))
    said.add(answer.text)
  }
  assert.equal(said.size, 1)
})

test('a question is answered once, in time, and by the browser that it was put to', async () => {
  const device = await passkeyOf(cast.frieda)
  const first = await ask()
  const given = device.get(first.options)
  const elsewhere = await ask()
  for (const [browser, status] of [
    [world.client(), 409],
    [elsewhere.browser, 409],
    [first.browser, 200],
    [first.browser, 409],
  ] as const)
    assert.equal((await browser.send('POST', '/auth/passkeys/', given)).status, status)
  // A second window of the same browser gets the same cookie, so the first window's challenge stays valid.
  const window = await world.client(elsewhere.cookie).send('POST', '/auth/passkeys/options/')
  assert.equal(cookieOf(window.headers), elsewhere.cookie)
  assert.equal(
    (await elsewhere.browser.send('POST', '/auth/passkeys/', device.get(elsewhere.options))).status,
    200,
  )
  const late = await ask()
  await db.updateTable('passkey_challenges').set({ expires_at: sql<Date>`now()` }).execute()
  const answer = await late.browser.send('POST', '/auth/passkeys/', device.get(late.options))
  assert.deepEqual([answer.status, answer.body['detail']], [409, 'Challenge Over'])
})

test('a question for a new passkey is for one person, and is not one for signing in', async () => {
  const anna = await world.as(cast.anna)
  const { options } = await beginFor(anna)
  const bruno = await beginFor(await world.as(cast.bruno))
  const device = new VirtualAuthenticator()
  const made = { name: 'Fremd', ...device.create(options) }
  assert.equal((await bruno.browser.send('POST', '/passkeys/', made)).status, 422)
  const known = await passkeyOf(cast.anna)
  const { options: creation, browser } = await beginFor(anna)
  const answer = known.get({ rpId: 'localhost', challenge: creation.challenge })
  assert.equal((await browser.send('POST', '/auth/passkeys/', answer)).status, 409)
})

test('a new passkey with wrong words, without a PIN, known already, or with a certificate is not taken', async () => {
  const anna = await world.as(cast.anna)
  const known = await passkeyOf(cast.anna)
  const attempts: ((options: Creation) => ReturnType<VirtualAuthenticator['create']>)[] = [
    (options) => new VirtualAuthenticator().create(options, { origin: 'https://kontor.example' }),
    (options) => new VirtualAuthenticator().create(options, { rpId: 'kontor.example' }),
    (options) => new VirtualAuthenticator().create(options, { isVerified: false }),
    (options) => new VirtualAuthenticator().create(options, { type: 'webauthn.get' }),
    (options) => new VirtualAuthenticator().create(options, { crossOrigin: true }),
    (options) => known.create(options),
    // An attestation with a certificate: the library would fetch a revocation list from an address in it.
    (options) => new VirtualAuthenticator().create(options, {}, 'certificate'),
    (options) => ({ ...new VirtualAuthenticator().create(options), attestation: 'oA' }),
  ]
  const before = (await anna.get('/passkeys/')).body['items']
  for (const attempt of attempts) {
    const { options, browser } = await beginFor(anna)
    const answer = await browser.send('POST', '/passkeys/', { name: 'Neu', ...attempt(options) })
    assert.equal(answer.status, 422, String(attempt))
  }
  assert.deepEqual((await anna.get('/passkeys/')).body['items'], before)
})

test('a device that counts backwards may be a copy: it is refused, and that is written down', async () => {
  const device = await passkeyOf(cast.ibrahim, { counter: 5 })
  assert.equal((await logIn(device, { counter: 6 })).status, 200)
  for (const counter of [6, 5, 0]) assert.equal((await logIn(device, { counter })).status, 403)
  assert.equal((await logIn(device, { counter: 7 })).status, 200)
  const rows = await db
    .selectFrom('audit')
    .where('action', '=', 'auth.passkey_copied')
    .select('subject')
    .execute()
  assert.equal(rows.length, 3)
  assert.deepEqual(rows[0]?.subject, { user_id: await world.userId(cast.ibrahim) })
})

test('whoever is deactivated is let in by no passkey', async () => {
  const device = await passkeyOf(cast.kai)
  const id = await world.userId(cast.kai)
  await db.updateTable('users').set({ is_active: false }).where('id', '=', id).execute()
  assert.equal((await logIn(device)).status, 403)
  await db.updateTable('users').set({ is_active: true }).where('id', '=', id).execute()
})

test('asked on one server, answered on another', async () => {
  const device = await passkeyOf(cast.jana)
  const second = await startNode(world.database.connection)
  try {
    const { options, cookie } = await ask()
    const answer = await second.app.inject({
      method: 'POST',
      url: '/auth/passkeys/',
      headers: { cookie },
      payload: device.get(options),
    })
    assert.equal(answer.statusCode, 200, answer.payload)
  } finally {
    await second.stop()
  }
})

test('passkeys belong to the public address with https, and without one to this machine alone', () => {
  const at = (address: string | undefined, host: string, protocol: 'http' | 'https' = 'http') =>
    relyingPartyOf({ publicUrl: address === undefined ? undefined : new URL(address) }, { protocol, host })
  assert.deepEqual(at('https://kontor.example', 'localhost:8080'), {
    origin: 'https://kontor.example',
    id: 'kontor.example',
  })
  assert.deepEqual(at('https://kontor.example:8443', 'x')?.origin, 'https://kontor.example:8443')
  assert.deepEqual(at(undefined, 'localhost:8080'), { origin: 'http://localhost:8080', id: 'localhost' })
  for (const address of ['http://kontor.example', 'https://192.0.2.7', 'https://[2001:db8::7]'])
    assert.equal(at(address, 'localhost:8080'), undefined)
  for (const host of ['kontor.example', '127.0.0.1:8080', 'localhost.kontor.example', 'a b', ''])
    assert.equal(at(undefined, host, 'https'), undefined)
})
