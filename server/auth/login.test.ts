import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { cast, demoPassword } from '#demo/cast.ts'
import { testApp } from '#server/testing/app.ts'
import { deleteExpired } from './store.ts'

const kontor = await testApp()
after(() => kontor[Symbol.asyncDispose]())
const nobody = kontor.client()

const logIn = (username: string, password: string, address = '10.0.0.1') =>
  nobody.send('POST', '/auth/login/', { username, password }, { address })

test('the right password opens a session in a cookie that scripts cannot read', async () => {
  const answer = await logIn('anna', demoPassword)
  assert.equal(answer.status, 200)
  assert.deepEqual(answer.body, { success: true, details: '' })
  assert.match(
    String(answer.headers['set-cookie']),
    /^session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=2592000$/,
  )
  const cookie = String(answer.headers['set-cookie']).split(';')[0]
  const current = await kontor.client(cookie).get('/users/current/')
  assert.equal(current.body.username, 'anna')
})

test('the username is found in any case', async () => {
  assert.equal((await logIn('ANNA', demoPassword)).status, 200)
})

test('a wrong password, an unknown name and an account without a password are told nothing apart', async () => {
  await kontor.kontor.db
    .updateTable('users')
    .set({ password_hash: null })
    .where('username', '=', 'kai')
    .execute()
  const answers = await Promise.all([
    logIn('bruno', 'falsch-geraten'),
    logIn('niemand', 'falsch-geraten'),
    logIn('kai', 'falsch-geraten'),
    logIn('kai', ''),
  ])
  for (const { status, body } of answers) {
    assert.equal(status, 401)
    assert.deepEqual(body, { success: false, details: 'Login fehlgeschlagen', detail: 'Unauthorized' })
  }
})

test('spaces that a phone adds around the name do not matter', async () => {
  assert.equal((await logIn(' anna ', demoPassword)).status, 200)
})

test('expired sessions, old failures and long unused addresses are forgotten, the others stay', async () => {
  const { db } = kontor.kontor
  const ibrahim = await kontor.as(cast.ibrahim)
  const gone = await kontor.as(cast.ibrahim)
  const id = await kontor.userId(cast.ibrahim)
  const past = new Date(Date.now() - 100 * 86_400_000)
  const newest = await db
    .selectFrom('sessions')
    .select((eb) => eb.fn.max('id').as('id'))
    .executeTakeFirstOrThrow()
  await db.updateTable('sessions').set({ expires_at: past }).where('id', '=', newest.id).execute()
  await db.insertInto('login_attempts').values({ account: 'alt', address: '10.9.0.1', at: past }).execute()
  await db.insertInto('known_addresses').values({ user_id: id, address: '10.9.0.1', at: past }).execute()
  assert.equal((await gone.get('/users/current/')).status, 401)
  await deleteExpired(db, 90)
  assert.equal((await ibrahim.get('/users/current/')).status, 200)
  const left = await db.selectFrom('sessions').where('id', '=', newest.id).select('id').execute()
  const failures = await db.selectFrom('login_attempts').where('account', '=', 'alt').select('id').execute()
  const addresses = await db
    .selectFrom('known_addresses')
    .where('address', '=', '10.9.0.1')
    .select('at')
    .execute()
  assert.deepEqual([left, failures, addresses], [[], [], []])
})

test('logging out ends the session on the server', async () => {
  const hannah = await kontor.as(cast.hannah)
  const answer = await hannah.send('POST', '/auth/logout/')
  assert.equal(answer.status, 200)
  assert.match(String(answer.headers['set-cookie']), /^session=; .*Max-Age=0/)
  const after = await hannah.get('/users/current/')
  assert.equal(after.status, 401)
  assert.equal(after.body.detail, 'Unauthorized')
})

test('two session cookies in one request are refused', async () => {
  const { cookie } = await kontor.as(cast.anna)
  const answer = await kontor.client(`${cookie}; session=${'A'.repeat(43)}`).get('/users/current/')
  assert.equal(answer.status, 400)
})
