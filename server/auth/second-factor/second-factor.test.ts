import assert from 'node:assert/strict'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { cast, demoPassword, type Person } from '#demo/cast.ts'
import type { Caller } from '#server/caller.ts'
import { inTransaction } from '#server/live/news.ts'
import { resetPassword } from '#server/operation/reset-password.ts'
import { type Client, testApp } from '#server/testing/app.ts'
import { VirtualAuthenticator } from '#server/testing/authenticator.ts'
import { failAttempts } from '#server/testing/failed-logins.ts'
import { openSession } from '../open-session.ts'
import { removePasskey } from '../passkeys/keep-passkeys.ts'
import { computeCode, stepAt } from './one-time-code.ts'
import { beginCodeSetup, renewRecoveryCodes, turnOffCodes, turnOnCodes } from './set-up-codes.ts'

const world = await testApp({ ADMIN_SECOND_FACTOR: 'required' })
after(() => world[Symbol.asyncDispose]())
const { port } = await world.listen()
const nobody = world.client()
const { db } = world.kontor

let addresses = 0
const logIn = (person: Person, code?: string, password = demoPassword) =>
  nobody.send(
    'POST',
    '/auth/login/',
    { username: person.username, password, ...(code !== undefined && { code }) },
    { address: `10.40.0.${++addresses}` },
  )

const secretOf = async (person: Person) => {
  const { secret } = await db
    .selectFrom('one_time_codes')
    .where('user_id', '=', await world.userId(person))
    .select('secret')
    .executeTakeFirstOrThrow()
  return secret
}
/** The code of the next time step: accepted now and for at least a minute. */
const codeNow = async (person: Person, off = 1) =>
  computeCode(await secretOf(person), stepAt(Date.now()) + off)
/** Forgets the last used time step, so that its code is accepted again. */
const letPass = async (person: Person) =>
  db
    .updateTable('one_time_codes')
    .set({ last_step: null })
    .where('user_id', '=', await world.userId(person))
    .execute()

async function turnOn(person: Person, by?: Client) {
  const who = by ?? (await world.as(person))
  const begun = await who.send('POST', '/factors/codes/')
  assert.equal(begun.status, 200, begun.text)
  const on = await who.send('POST', '/factors/codes/confirm/', { code: await codeNow(person) })
  assert.equal(on.status, 200, on.text)
  await letPass(person)
  return begun.body['recovery_codes'] as string[]
}

test('whoever has set up codes is asked for one after the right password, and each opens once', async () => {
  await turnOn(cast.anna)
  const asked = await logIn(cast.anna)
  assert.deepEqual([asked.status, asked.body['detail']], [403, 'Code Required'])
  const code = await codeNow(cast.anna)
  assert.equal((await logIn(cast.anna, `${code.slice(0, 3)} ${code.slice(3)}`)).status, 200)
  const again = await logIn(cast.anna, code)
  assert.deepEqual([again.status, again.body['detail']], [403, 'Wrong Code'])
  await letPass(cast.anna)
  const both = await Promise.all([logIn(cast.anna, code), logIn(cast.anna, code)])
  assert.deepEqual(
    both.map(({ status }) => status).toSorted((one, other) => one - other),
    [200, 403],
  )
  assert.equal((await logIn(cast.anna, await codeNow(cast.anna, -1))).status, 403)
})

test('a wrong password answers the same whatever code comes with it, and leaves the code unused', async () => {
  await letPass(cast.anna)
  const code = await codeNow(cast.anna)
  const answers = [
    await logIn(cast.anna, code, 'falsch-geraten'),
    await logIn(cast.anna, '000000', 'falsch-geraten'),
    await logIn(cast.anna, undefined, 'falsch-geraten'),
    await logIn(cast.bruno, undefined, 'falsch-geraten'),
  ]
  for (const { status, body } of answers)
    assert.deepEqual(
      [status, body],
      [401, { success: false, details: 'Login fehlgeschlagen', detail: 'Unauthorized' }],
    )
  assert.equal((await logIn(cast.anna, code)).status, 200)
})

test('wrong codes are counted as wrong passwords are, and a login without a code is not', async () => {
  const from = { address: '10.41.0.1' }
  const body = { username: 'anna', password: demoPassword }
  await failAttempts(world.kontor, 'anna', 8, () => from.address)
  for (let time = 0; time < 3; time++) {
    const { status, body: said } = await nobody.send('POST', '/auth/login/', body, from)
    assert.deepEqual([status, said['detail']], [403, 'Code Required'])
  }
  for (let time = 0; time < 2; time++) {
    const guess = await nobody.send('POST', '/auth/login/', { ...body, code: '12345' }, from)
    assert.equal(guess.status, 403)
  }
  await letPass(cast.anna)
  const right = { ...body, code: await codeNow(cast.anna) }
  assert.equal((await nobody.send('POST', '/auth/login/', right, from)).status, 429)
})

test('a password that was looked at while codes were set up begins nothing by itself', async () => {
  const { id, password_hash } = await db
    .selectFrom('users')
    .where('username', '=', cast.anna.username)
    .select(['id', 'password_hash'])
    .executeTakeFirstOrThrow()
  const begin = (
    proof: { by: 'password'; adminsNeedFactor: boolean; confirmAfterHours: number } | { by: 'code' },
  ) =>
    inTransaction(world.kontor, (tx) =>
      openSession(tx, {
        userId: id,
        checked: password_hash,
        before: undefined,
        address: '10.42.0.1',
        device: '',
        seconds: 60,
        ...proof,
      }),
    )
  assert.equal(await begin({ by: 'password', adminsNeedFactor: false, confirmAfterHours: 12 }), undefined)
  assert.ok(await begin({ by: 'code' }))
})

test('ten codes on paper each open once, however they are typed, and are stored as hashes', async () => {
  const codes = await turnOn(cast.bruno)
  assert.equal(new Set(codes).size, 10)
  const [first = '', second = ''] = codes
  const { rows } = await sql<{
    row: string
  }>`select row_to_json(recovery_codes)::text as row from recovery_codes`.execute(db)
  assert.ok(rows.every(({ row }) => !row.includes(first) && !row.includes(first.replaceAll('-', ''))))
  assert.equal((await logIn(cast.bruno, first.toLowerCase().replaceAll('-', ' '))).status, 200)
  assert.equal((await logIn(cast.bruno, first)).status, 403)
  assert.equal((await logIn(cast.anna, second)).status, 403)
  const bruno = await world.as(cast.bruno)
  assert.equal((await bruno.get('/factors/')).body['recovery_left'], 9)
  const renewed = await bruno.send('POST', '/factors/codes/recovery/')
  assert.equal((renewed.body['recovery_codes'] as string[]).length, 10)
  assert.equal((await logIn(cast.bruno, second)).status, 403)
})

test('codes hold once a first one has confirmed them; then every other session ends', async () => {
  const [elif, other] = [await world.as(cast.elif), await world.as(cast.elif)]
  const begun = await elif.send('POST', '/factors/codes/')
  assert.match(String(begun.body['address']), /^otpauth:\/\/totp\/.*secret=[A-Z2-7]{32}&/)
  assert.match(String(begun.body['drawing']), /^<svg /)
  assert.equal((await logIn(cast.elif)).status, 200)
  assert.equal((await elif.send('POST', '/factors/codes/confirm/', { code: '12345' })).status, 409)
  assert.equal((await elif.get('/factors/')).body['codes_since'], null)
  const code = await codeNow(cast.elif)
  assert.equal((await elif.send('POST', '/factors/codes/confirm/', { code })).status, 200)
  assert.equal((await other.get('/users/current/')).status, 401)
  assert.equal((await elif.get('/users/current/')).status, 200)
  // The code that confirmed the setup counts as used.
  assert.equal((await logIn(cast.elif, code)).status, 403)
  assert.equal((await elif.send('POST', '/factors/codes/')).status, 409)
  assert.equal((await elif.send('DELETE', '/factors/codes/')).status, 200)
  assert.equal((await logIn(cast.elif)).status, 200)
})

test('a link for a new password sets it, and signs nobody in who has a second factor', async () => {
  const clara = await signedInClara()
  const ids = { way: 'link', user_ids: [await world.userId(cast.anna)] }
  const made = await clara.send('POST', '/invitations/', ids)
  assert.equal(made.status, 200, made.text)
  const token = String(made.body['path']).split('#')[1]
  const accepted = await nobody.send('POST', '/invitations/accept/', { token, password: demoPassword })
  assert.deepEqual([accepted.status, accepted.body['is_signed_in']], [200, false])
  assert.equal(accepted.headers['set-cookie'], undefined)
  assert.equal((await logIn(cast.anna)).body['detail'], 'Code Required')
})

test('an administrator takes off what somebody signs in with, and the person is told', async () => {
  const clara = await signedInClara()
  const id = await world.userId(cast.bruno)
  const before = await clara.get(`/users/${id}/factors/`)
  assert.notEqual(before.body['codes_since'], null)
  assert.equal((await clara.send('DELETE', `/users/${id}/factors/`)).status, 200)
  assert.equal((await logIn(cast.bruno)).status, 200)
  assert.equal((await clara.send('DELETE', `/users/${id}/factors/`)).status, 409)
  const row = await db
    .selectFrom('audit')
    .where('action', '=', 'user.factors_removed')
    .select('subject')
    .execute()
  assert.deepEqual(
    row.map(({ subject }) => subject),
    [{ user_id: id }],
  )
})

/** An administrator with the required second factor. */
async function signedInClara(): Promise<Client> {
  const clara = await world.as(cast.clara)
  const { body } = await clara.get('/users/current/')
  if (body['must_add_factor'] === true) await addPasskey(clara)
  return clara
}

async function addPasskey(by: Client, device = new VirtualAuthenticator()) {
  const begun = await by.send('POST', '/passkeys/options/')
  assert.equal(begun.status, 200, begun.text)
  const browser = String(begun.headers['set-cookie']).split(';')[0]
  const made = device.create(begun.body['options'] as Parameters<VirtualAuthenticator['create']>[0])
  const added = await world
    .client(`${by.cookie}; ${browser}`)
    .send('POST', '/passkeys/', { name: 'Telefon', ...made })
  assert.equal(added.status, 200, added.text)
  return device
}

/** The refusal of a WebSocket handshake by somebody who may not open the room. */
async function openRoom({ cookie = '' }: Client) {
  const headers = {
    cookie,
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
  }
  const [answer] = (await once(get({ port, path: '/chat/groups/1/', headers }), 'response')) as [
    IncomingMessage,
  ]
  return (JSON.parse(await text(answer)) as { detail: string }).detail
}

test('where it is required an administrator without a second factor sets one up before anything else', async () => {
  const { db } = world.kontor
  await db
    .deleteFrom('passkeys')
    .where('user_id', '=', await world.userId(cast.clara))
    .execute()
  const [clara, other] = [await world.as(cast.clara), await world.as(cast.clara)]
  for (const path of ['/users/', '/docs/', '/chat/groups/', '/auth/sessions/']) {
    const { status, body } = await clara.get(path)
    assert.deepEqual([status, body['detail']], [403, 'Second Factor Required'], path)
  }
  assert.equal((await clara.send('POST', '/users/', { username: 'jemand' })).status, 403)
  assert.equal(await openRoom(clara), 'Second Factor Required')
  assert.equal((await clara.get('/users/current/')).body['must_add_factor'], true)
  await addPasskey(clara)
  assert.equal((await clara.get('/users/')).status, 200)
  assert.equal((await other.get('/users/')).status, 401)
  // With a passkey, the password alone no longer signs in.
  const refused = await logIn(cast.clara)
  assert.deepEqual([refused.status, refused.body['detail']], [403, 'Passkey Required'])
  // Only administrators need a factor.
  assert.equal((await (await world.as(cast.hannah)).get('/docs/')).status, 200)
})

test('the operator gives a new password and, on request, takes off what somebody has lost', async (t) => {
  await turnOn(cast.david)
  const { DATABASE_URL: before } = process.env
  process.env['DATABASE_URL'] = world.database.url
  t.after(() => {
    if (before === undefined) delete process.env['DATABASE_URL']
    else process.env['DATABASE_URL'] = before
  })
  const told = t.mock.method(console, 'log', () => {})
  const given = async (...more: string[]) => {
    await resetPassword([cast.david.username, ...more])
    return String(told.mock.calls.at(more.length > 0 ? -2 : -1)?.arguments[0]).split(': ')[1]
  }
  assert.equal((await logIn(cast.david, undefined, await given())).status, 403)
  assert.equal((await logIn(cast.david, undefined, await given('--without-factors'))).status, 200)
  assert.equal(told.mock.calls.at(-1)?.arguments[0], 'Passkeys und Einmalcodes sind entfernt.')
})

test('a session that has ended meanwhile changes nothing of how one signs in', async () => {
  const id = await world.userId(cast.david)
  const gone = { id, username: cast.david.username, session_id: 0, confirmed_at: performance.now() } as Caller
  for (const change of [
    () => beginCodeSetup(world.kontor, gone),
    () => turnOnCodes(world.kontor, gone, '000000'),
    () => renewRecoveryCodes(world.kontor, gone),
    () => turnOffCodes(world.kontor, gone),
    () => removePasskey(world.kontor, gone, 1),
  ])
    await assert.rejects(change, { code: 'unauthorized' })
  assert.equal(await db.selectFrom('one_time_codes').where('user_id', '=', id).executeTakeFirst(), undefined)
})
